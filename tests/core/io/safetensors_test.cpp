#include "core/io/safetensors.h"

#include "core/base/error.h"
#include "core/base/resources.h"
#include "tests/catch.h"
#include "tests/support/npy_bytes.h"
#include "tests/support/refusal.h"
#include "tests/support/temporary_folder.h"

#include <cmath>
#include <numeric>

using namespace softscope;
using namespace std::string_literals;
using Catch::Matchers::Contains;

namespace {

std::string framed(const std::string& header, const std::string& data) {
    return littleEndian(header.size(), 8) + header + data;
}

std::string braced(const std::string& fields) {
    std::string object = "{";
    object += fields;
    object += '}';
    return object;
}

std::string entry(const std::string& name, const std::string& dtype, const std::string& shape, std::uint64_t from,
                  std::uint64_t to) {
    return "\"" + name + "\":{\"dtype\":\"" + dtype + "\",\"shape\":" + shape + ",\"data_offsets\":[" +
           std::to_string(from) + "," + std::to_string(to) + "]}";
}

TensorFile opened(const std::string& bytes) {
    const TemporaryFolder folder;
    return readSafetensors(folder.file("a.safetensors", bytes));
}

std::string refusal(const std::string& bytes) {
    const TemporaryFolder folder;
    const auto file = folder.file("a.safetensors", bytes);
    return refusalOf(file.string(), [&] { readSafetensors(file); });
}

std::string refusedHeader(const std::string& header, const std::string& data = std::string(240, '\1')) {
    return refusal(framed(header, data));
}

std::string numbers(std::size_t count) {
    std::vector<float> values(count);
    std::iota(values.begin(), values.end(), 1.F);
    return bytesOf(values);
}

} // namespace

TEST_CASE("a .safetensors in any order of its names opens, padded with spaces") {
    const std::string header = braced(entry("z", "F32", "[5,4]", 0, 80) + ",\"__metadata__\":{\"a\":\"b\"}, " +
                                      entry("a", "F32", "[2, 2,5]", 80, 160));
    const TensorFile file = opened(framed(header + "     ", numbers(40)));
    CHECK(file.metadata.at("a") == "b");
    REQUIRE(file.tensors.size() == 2);
    const Tensor& tensor = file.tensors.at("a");
    CHECK(tensor.shapeText() == "[2, 2, 5]");
    const std::uint64_t second[] = {1};
    CHECK(matrixOf(tensor, second)(1, 4) == 40);
    CHECK(elementAt(file.tensors.at("z"), 19) == 20);
}

TEST_CASE("no tensors, scalars and zero dimensions are legal") {
    CHECK(opened(framed("{}", "")).tensors.empty());
    CHECK(opened(framed("{\"__metadata__\":{}}", "")).metadata.empty());
    const TensorFile file = opened(
        framed(braced(entry("s", "F64", "[]", 0, 8) + "," + entry("e", "F32", "[0,9223372036854775808,4]", 8, 8) + "," +
                      entry("f", "U8", "[0]", 0, 0)),
               bytesOf(std::vector<double>{2.5})));
    CHECK(elementAt(file.tensors.at("s"), 0) == 2.5);
    CHECK(file.tensors.at("e").count() == 0);
}

TEST_CASE("every type of the format is known") {
    const auto first = [](const std::string& word, const std::string& bytes) {
        const TensorFile file = opened(framed(braced(entry("t", word, "[1]", 0, bytes.size())), bytes));
        return elementAt(file.tensors.at("t"), 0);
    };
    CHECK(first("F64", bytesOf(std::vector<double>{-3})) == -3);
    CHECK(first("F32", bytesOf(std::vector<float>{-3})) == -3);
    CHECK(first("F16", "\0\xC2"s) == -3);
    CHECK(first("BF16", "\x40\xC0"s) == -3);
    CHECK(first("F8_E4M3", "\xC4"s) == -3);
    CHECK(first("F8_E5M2", "\xC2"s) == -3);
    CHECK(first("I64", bytesOf(std::vector<std::int64_t>{-3})) == -3);
    CHECK(first("I32", bytesOf(std::vector<std::int32_t>{-3})) == -3);
    CHECK(first("I16", bytesOf(std::vector<std::int16_t>{-3})) == -3);
    CHECK(first("I8", "\xFD"s) == -3);
    CHECK(first("U64", bytesOf(std::vector<std::uint64_t>{3})) == 3);
    CHECK(first("U32", bytesOf(std::vector<std::uint32_t>{3})) == 3);
    CHECK(first("U16", bytesOf(std::vector<std::uint16_t>{3})) == 3);
    CHECK(first("U8", "\3"s) == 3);
    CHECK(first("BOOL", "\1"s) == 1);
}

TEST_CASE("a header whose length reads like the start of a pickle opens all the same") {
    std::string header = braced(entry("t", "F32", "[20]", 0, 80));
    for (const std::size_t length : {std::size_t{0x280}, std::size_t{0x480}}) {
        header.resize(length, ' ');
        CHECK(opened(framed(header, numbers(20))).tensors.size() == 1);
    }
}

TEST_CASE("lengths and offsets that lie are refused") {
    const std::string q = entry("q", "F32", "[5,4]", 0, 80);
    CHECK_THAT(refusedHeader(braced(entry("q", "F32", "[1000,1000]", 0, 4)), "1234"),
               Contains("4.0 MB") && Contains("4 bytes"));
    CHECK_THAT(refusedHeader(braced(q), numbers(21)), Contains("4 bytes") && Contains("after its last"));
    CHECK_THAT(refusedHeader(braced(q + "," + entry("k", "F32", "[5,4]", 120, 200)), numbers(50)),
               Contains("40 bytes") && Contains("before its tensor “k”"));
    CHECK_THAT(refusedHeader(braced(entry("q", "F32", "[5,4]", 4, 84)), numbers(21)), Contains("before its tensor"));
    CHECK_THAT(refusedHeader(braced(q + "," + entry("k", "F32", "[5,4]", 40, 120)), numbers(30)), Contains("overlaps"));
    CHECK_THAT(refusedHeader(braced(entry("q", "F32", "[5,4]", 0, 1ULL << 63))), Contains("cut short"));
    CHECK_THAT(refusedHeader(braced(entry("q", "F32", "[5,4]", 80, 0)), numbers(20)), Contains("before it begins"));
    CHECK_THAT(refusedHeader(braced(entry("q", "F32", "[4294967296,4294967296]", 0, 0)), ""), Contains("any file"));
    CHECK_THAT(refusal(framed(braced(q), numbers(20)).substr(0, 100)), Contains("cut short"));
    CHECK_THAT(refusal(littleEndian(99'000'000, 8) + "{}"), Contains("99 MB"));
    CHECK_THAT(refusal(littleEndian(1ULL << 62, 8) + "{}"), Contains("100 MB"));
    CHECK_THAT(refusal(littleEndian(~0ULL, 8) + "{}"), Contains("100 MB"));
    CHECK_THAT(refusal("\1"), Contains("1 byte"));
    CHECK_THAT(refusal(""), Contains("empty"));
}

TEST_CASE("headers that are no such JSON are refused") {
    const std::string q = entry("q", "F32", "[5,4]", 0, 80);
    CHECK_THAT(refusedHeader("not json"), Contains("begin with {"));
    CHECK_THAT(refusedHeader(""), Contains("begin with {"));
    CHECK_THAT(refusedHeader(std::string(200'000, '[')), Contains("begin with {"));
    CHECK_THAT(refusedHeader(' ' + braced(q)), Contains("begin with {"));
    CHECK_THAT(refusedHeader(braced(q) + "\n"), Contains("spaces"));
    CHECK_THAT(refusedHeader(braced(q) + "\0\0\0"s), Contains("spaces"));
    CHECK_THAT(refusedHeader(braced(q) + "{}"), Contains("JSON"));
    CHECK_THAT(refusedHeader(braced(q + ",")), Contains("JSON"));
    CHECK_THAT(refusedHeader(braced("\"q\":" + std::string(200'000, '['))), Contains("list"));
    CHECK_THAT(refusedHeader("{\"q\":{\"shape\":" + std::string(200'000, '[') + "}"), Contains("list"));
    CHECK_THAT(refusedHeader("{\"q\":" + std::string(100'000, '{') + "}"), Contains("JSON"));
    CHECK_THAT(refusedHeader("{\"q\":{\"a\":{}}}"), Contains("an object"));
    CHECK_THAT(refusedHeader("{\"q\":1}"), Contains("a number"));
    CHECK_THAT(refusedHeader("{\"q\":null}"), Contains("null"));
    CHECK_THAT(refusedHeader("{\"__metadata__\":{\"a\":1}}"), Contains("a number"));
    CHECK_THAT(refusedHeader("{\"__metadata__\":{\"a\":{}}}"), Contains("an object"));
    CHECK_THAT(refusedHeader("{\"q\":{\"dtype\":\"F32\",\"shape\":[5,4]}}"), Contains("data_offsets"));
    CHECK_THAT(refusedHeader("{\"q\":{\"dtype\":\"F32\",\"shape\":[5,4],\"data_offsets\":[0]}}"),
               Contains("data_offsets"));
    CHECK_THAT(refusedHeader("{\"q\":{\"dtype\":\"F32\",\"shape\":[5,4],\"data_offsets\":[0,80,80]}}"),
               Contains("one number"));
    CHECK_THAT(refusedHeader("{\"q\":{\"dtype\":\"F32\",\"shape\":[5,4],\"extra\":1,\"data_offsets\":[0,80]}}"),
               Contains("extra"));
    CHECK_THAT(refusedHeader("{\"\xFF\xFE\":{}}"), Contains("JSON"));
    for (const char* shape :
         {"[-5,4]", "[5.0,4]", "[5e0,4]", "[18446744073709551616,4]", "[\"5\",4]", "[[5],4]", "5", "[true]"})
        CHECK_THAT(refusedHeader(braced(entry("q", "F32", shape, 0, 80))), Contains("“q”"));
    CHECK_THAT(refusedHeader(braced(entry("q", "X9", "[5,4]", 0, 1ULL << 62))), Contains("X9"));
    CHECK_THAT(refusedHeader(braced(entry("q", "C64", "[5,4]", 0, 160))), Contains("C64"));
}

TEST_CASE("names and fields that come twice are refused") {
    const std::string q = entry("q", "F32", "[5,4]", 0, 80);
    CHECK_THAT(refusedHeader(braced(q + "," + entry("q", "F32", "[5,4]", 80, 160))), Contains("“q” twice"));
    CHECK_THAT(refusedHeader("{\"__metadata__\":{\"a\":\"\",\"a\":\"\"}}", ""), Contains("“a” twice"));
    CHECK_THAT(refusedHeader("{\"__metadata__\":{},\"__metadata__\":{}}", ""), Contains("twice"));
    CHECK_THAT(refusedHeader("{\"q\":{\"dtype\":\"F32\",\"dtype\":\"F32\",\"shape\":[5,4],\"data_offsets\":[0,80]}}"),
               Contains("“dtype” of “q” twice"));
    CHECK_THAT(refusedHeader("{\"q\":{\"dtype\":\"F32\",\"shape\":[5],\"shape\":[4],\"data_offsets\":[0,80]}}"),
               Contains("twice"));
}

TEST_CASE("other files under this name are told apart, pickles by content") {
    CHECK_THAT(refusal("\x80\x04\x95\x10\0\0\0\0\0\0\0}\x94."s),
               Contains("pickle") && Contains("safetensors.torch.save_file"));
    CHECK_THAT(refusal("\x80\x02}q\0(X\1\0\0\0qq\1]q\2(K\1K\2eu."s), Contains("pickle"));
    CHECK_THAT(refusal("PK\3\4" + std::string(26, '\0') + "archive/data.pkl" + std::string(900, 'x')),
               Contains("pickle"));
    CHECK_THAT(refusal("PK\3\4" + std::string(26, '\0') + "q.npy" + std::string(900, 'x')),
               Contains(".npz") && Contains("numpy.load"));
    CHECK_THAT(refusal("\x93NUMPY\1\0"s), Contains(".npy"));
}

TEST_CASE("the shipped head of a real model opens") {
    const TensorFile file = readSafetensors(resolvePath("softscope:heads/minilm.safetensors"));
    CHECK(file.tensors.size() == 18);
    const Tensor& tensor = file.tensors.at("layers.5.v");
    CHECK(tensor.dtype == Dtype::f2);
    CHECK(tensor.shapeText() == "[12, 27, 32]");
    CHECK_THAT(file.metadata.at("tokens"), Contains("animal"));
}

TEST_CASE("what is written is aligned, sorted, and comes back to the bit") {
    const TemporaryFolder folder;
    const auto path = folder.path() / "t.safetensors";
    const MatrixF q = MatrixF::Random(5, 4), k = MatrixF::Random(7, 4);
    const NamedMatrix named[] = {{"q", &q}, {"k", &k}};
    writeSafetensors(path, named, {{"tokens", "[\"a<b\", \"Ġthe\"]"}, {"bad", "\xFF"}});
    const std::string bytes = bytesIn(path);
    const auto length =
        static_cast<std::size_t>(static_cast<unsigned char>(bytes[0])) + 256U * static_cast<unsigned char>(bytes[1]);
    CHECK(length % 8 == 0);
    CHECK(bytes.size() == 8 + length + 48 * sizeof(float));
    CHECK(bytes.find("\"k\"") < bytes.find("\"q\""));
    const TensorFile file = readSafetensors(path);
    CHECK(matrixOf(file.tensors.at("q"), {}) == q);
    CHECK(matrixOf(file.tensors.at("k"), {}) == k);
    CHECK(file.metadata.at("tokens") == "[\"a<b\", \"Ġthe\"]");
    CHECK(file.metadata.at("bad") == "\uFFFD");
    CHECK(folder.entries() == 1);
}

TEST_CASE("a stop ends the writing of .safetensors") {
    const TemporaryFolder folder;
    const MatrixF numbers = MatrixF::Ones(300, 400);
    const NamedMatrix named[] = {{"q", &numbers}};
    std::stop_source source;
    source.request_stop();
    CHECK_THROWS_AS(writeSafetensors(folder.path() / "c.safetensors", named, {}, source.get_token()), Cancelled);
    CHECK(folder.entries() == 0);
}
