#include "tests/fuzz/corpus.h"

#include "tests/support/npy_bytes.h"

using namespace std::string_literals;

namespace {

std::string dict(const std::string& descr, const std::string& order, const std::string& shape) {
    std::string text = "{'descr': '";
    text += descr;
    text += "', 'fortran_order': ";
    text += order;
    text += ", 'shape': ";
    text += shape;
    return text + ", }";
}

std::string numbers(std::size_t count) {
    std::vector<float> values(count);
    for (std::size_t i = 0; i < count; ++i)
        values[i] = static_cast<float>(i) / 3 - 2;
    return bytesOf(values);
}

std::string framed(const std::string& header, const std::string& data) {
    return littleEndian(header.size(), 8) + header + data;
}

std::string tensor(const std::string& name, const std::string& shape, std::uint64_t from, std::uint64_t to) {
    std::string text = "\"";
    text += name;
    text += "\":{\"dtype\":\"F32\",\"shape\":";
    text += shape;
    text += ",\"data_offsets\":[";
    text += std::to_string(from);
    text += ',';
    text += std::to_string(to);
    return text + "]}";
}

std::string braced(const std::string& fields) {
    std::string object = "{";
    object += fields;
    object += '}';
    return object;
}

std::string three(const std::string& prefix, const std::string& shape, std::uint64_t bytes) {
    std::string text = "{\"__metadata__\":{\"tokens\":\"[\\\"a\\\", \\\"b\\\"]\"}";
    std::uint64_t at = 0;
    for (const char* role : {"q", "k", "v"}) {
        text += ',';
        text += tensor(prefix + role, shape, at, at + bytes);
        at += bytes;
    }
    return text + "}";
}

} // namespace

std::vector<CorpusFile> npyCorpus() {
    return {{"f4", npyFrom(dict("<f4", "False", "(3, 5)"), numbers(15)), true},
            {"fortran", npyFrom(dict("<f4", "True", "(3, 5)"), numbers(15)), true},
            {"big-endian", npyFrom(dict(">f8", "False", "(2, 2, 2)"), std::string(64, '\x3F')), true},
            {"half", npyFrom(dict("<f2", "False", "(2, 4)"), std::string(16, '\x3C')), true},
            {"scalar", npyFrom(dict("<f8", "False", "()"), std::string(8, '\0')), true},
            {"long integers", npyFrom(dict("<i8", "False", "(4L, 2L)"), std::string(64, '\1'), 2), true},
            {"version 3", npyFrom(dict("|b1", "False", "(5, 1)"), "\0\1\0\1\1"s, 3), true},
            {"no elements", npyFrom(dict("<f4", "False", "(2147483648, 0)"), ""), true},
            {"claims 4 GB of header", "\x93NUMPY\x02\x00\xF0\xFF\xFF\xFF"s, false},
            {"claims 64 KB of header", "\x93NUMPY\x01\x00\xFF\xFF"s, false},
            {"shape beyond 64 bits", npyFrom(dict("<f4", "False", "(4294967296, 4294967296)"), ""), false},
            {"shape without comma", npyFrom(dict("<f4", "False", "(15)"), numbers(15)), false},
            {"short data", npyFrom(dict("<f4", "False", "(4, 4)"), numbers(2)), false},
            {"objects", npyFrom(dict("|O", "False", "(2, 2)"), numbers(8)), false},
            {"raw", npyFrom(dict("<V2", "False", "(1, 2)"), "\x80\x3F\x00\x40"s, 1), false},
            {"brackets", npyFrom(std::string(9'000, '('), ""), false},
            {"empty", "", false}};
}

std::vector<CorpusFile> safetensorsCorpus() {
    const std::string q = tensor("q", "[5,4]", 0, 80);
    return {{"one head", framed(three("", "[2,3]", 24), numbers(18)), true},
            {"layers", framed(three("layers.0.", "[2,2,3]", 48), numbers(36)), true},
            {"batches", framed(three("x.", "[1,2,2,3]", 48) + "    ", numbers(36)), true},
            {"nothing", framed("{}", ""), true},
            {"no elements", framed(braced(tensor("q", "[0,9]", 0, 0)), ""), true},
            {"too short", framed(braced(tensor("q", "[1000,1000]", 0, 4)), "1234"), false},
            {"trailing", framed(braced(q), numbers(21)), false},
            {"hole", framed(braced(q + "," + tensor("k", "[5,4]", 84, 164)), numbers(41)), false},
            {"overlap", framed(braced(q + "," + tensor("k", "[5,4]", 40, 120)), numbers(30)), false},
            {"twice", framed(braced(q + "," + tensor("q", "[5,4]", 80, 160)), numbers(40)), false},
            {"huge header", littleEndian(99'000'000, 8) + "{}", false},
            {"huger header", littleEndian(1ULL << 62, 8) + "{}", false},
            {"brackets", framed("{\"q\":" + std::string(20'000, '['), ""), false},
            {"pickle", "\x80\x04\x95\x10\0\0\0\0\0\0\0}\x94."s, false},
            {"zip", "PK\3\4" + std::string(40, '\0'), false},
            {"empty", "", false}};
}
