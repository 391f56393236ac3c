// The header of an .npy: a Python dict literal, parsed by hand so that nothing in it is ever run.
#include "core/base/error.h"
#include "core/io/npy.h"
#include "core/io/shown_text.h"
#include "core/io/system_reason.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <string>

namespace softscope {
namespace {

constexpr std::size_t mostHeaderBytes = 10'000, mostDimensions = 64;
constexpr std::size_t magicBytes = 6, versionBytes = 2;
constexpr std::string_view magic("\x93NUMPY", magicBytes);

[[noreturn]] void refuse(const std::string& reason) {
    throw Error(reason);
}

/// Reads the literal { 'descr': …, 'fortran_order': …, 'shape': … } and nothing else.
class HeaderText {
public:
    HeaderText(std::string_view text, bool longIntegers) : m_text(text), m_longIntegers(longIntegers) {}

    void parse(NpyHeader& header, std::string& descr) {
        expect('{');
        bool haveDescr = false, haveOrder = false, haveShape = false;
        while (!take('}')) {
            const std::string key = string();
            expect(':');
            bool& have = key == "descr" ? haveDescr : key == "fortran_order" ? haveOrder : haveShape;
            if (key != "descr" && key != "fortran_order" && key != "shape")
                refuse("its header has the unknown field " + shownText(key));
            if (have)
                refuse("its header names " + shownText(key) + " twice");
            have = true;
            if (key == "descr")
                descr = description();
            else if (key == "fortran_order")
                header.fortranOrder = boolean();
            else
                header.shape = shape();
            if (!take(',')) {
                expect('}');
                break;
            }
        }
        skipSpace();
        if (m_at != m_text.size())
            malformed();
        const char* missing = !haveDescr ? "descr" : !haveOrder ? "fortran_order" : !haveShape ? "shape" : nullptr;
        if (missing != nullptr)
            refuse("its header has no " + shownText(missing));
    }

private:
    [[noreturn]] void malformed() const {
        refuse("its header is not the dict that NumPy writes: it goes wrong at " + shownText(m_text.substr(m_at)));
    }

    void skipSpace() {
        const std::size_t next = m_text.find_first_not_of(" \t\r\n\f", m_at);
        m_at = next == std::string_view::npos ? m_text.size() : next;
    }

    bool take(char wanted) {
        skipSpace();
        if (m_at >= m_text.size() || m_text[m_at] != wanted)
            return false;
        ++m_at;
        return true;
    }

    void expect(char wanted) {
        if (!take(wanted))
            malformed();
    }

    bool takeWord(std::string_view word) {
        skipSpace();
        if (!m_text.substr(m_at).starts_with(word))
            return false;
        m_at += word.size();
        return true;
    }

    std::string string() {
        skipSpace();
        if (m_at + 1 < m_text.size() && m_text[m_at] == 'u') // Python 2's u'descr'
            ++m_at;
        const char quote = m_at < m_text.size() ? m_text[m_at] : '\0';
        const std::size_t end = quote == '\'' || quote == '"' ? m_text.find(quote, m_at + 1) : std::string_view::npos;
        const std::string_view inside = end == std::string_view::npos ? "\\" : m_text.substr(m_at + 1, end - m_at - 1);
        if (inside.find_first_of("\\\n") != std::string_view::npos)
            malformed();
        m_at = end + 1;
        return std::string(inside);
    }

    std::string description() {
        skipSpace();
        if (m_at < m_text.size() && m_text[m_at] == '[')
            refuse("it holds records of several fields; save the field that you want as an array of its own");
        return string();
    }

    bool boolean() {
        if (takeWord("True"))
            return true;
        if (!takeWord("False"))
            malformed();
        return false;
    }

    std::vector<std::uint64_t> shape() {
        expect('(');
        std::vector<std::uint64_t> lengths;
        bool comma = true;
        while (!take(')')) {
            if (!comma || lengths.size() == mostDimensions)
                malformed();
            lengths.push_back(integer());
            comma = take(',');
        }
        if (lengths.size() == 1 && !comma)
            refuse("its shape is a number, not a tuple: (" + std::to_string(lengths[0]) + ",) would need its comma");
        return lengths;
    }

    std::uint64_t integer() {
        skipSpace();
        std::uint64_t value = 0;
        const char* const begin = m_text.data() + m_at;
        const auto [end, failure] = std::from_chars(begin, m_text.data() + m_text.size(), value);
        if (failure == std::errc::result_out_of_range)
            refuse("its shape has a length that does not fit 64 bits");
        if (failure != std::errc() || (*begin == '0' && end - begin > 1))
            malformed();
        m_at += static_cast<std::size_t>(end - begin);
        if (m_longIntegers && m_at < m_text.size() && m_text[m_at] == 'L')
            ++m_at;
        return value;
    }

    std::string_view m_text;
    std::size_t m_at = 0;
    bool m_longIntegers;
};

/// "<f4" → dtype and byte order.
void readDescription(const std::string& descr, NpyHeader& header) {
    struct Known {
        std::string_view word;
        Dtype dtype;
    };
    static constexpr std::array<Known, 12> known{{{"f2", Dtype::f2},
                                                  {"f4", Dtype::f4},
                                                  {"f8", Dtype::f8},
                                                  {"i1", Dtype::i1},
                                                  {"i2", Dtype::i2},
                                                  {"i4", Dtype::i4},
                                                  {"i8", Dtype::i8},
                                                  {"u1", Dtype::u1},
                                                  {"u2", Dtype::u2},
                                                  {"u4", Dtype::u4},
                                                  {"u8", Dtype::u8},
                                                  {"b1", Dtype::boolean}}};
    const bool ordered = descr.find_first_of("<>|=") == 0;
    const std::string_view word = std::string_view(descr).substr(ordered ? 1 : 0);
    const auto found = std::find_if(known.begin(), known.end(), [&](const Known& k) { return k.word == word; });
    if (ordered && found != known.end()) {
        header.dtype = found->dtype;
        header.bigEndian = descr[0] == '>';
        return;
    }
    if (word.starts_with('O'))
        refuse("it holds Python objects as a pickle, which can run any program when it is loaded; save plain numbers");
    if (word.starts_with('c'))
        refuse("it holds complex numbers (" + shownText(descr) + "); save the real part as float32");
    if (word == "V2" || word == "f1" || word == "V1")
        refuse("its type " + shownText(descr) +
               " may be bfloat16 or an 8-bit float, which .npy cannot tell; save it as float32 or in a .safetensors");
    if (word.starts_with('U') || word.starts_with('S'))
        refuse("it holds text (" + shownText(descr) + ") where numbers are needed");
    refuse("its type " + shownText(descr) + " is none that this program reads; save it as float32");
}

std::uint64_t littleEndian(std::span<const std::byte> bytes) {
    std::uint64_t value = 0;
    for (std::size_t i = bytes.size(); i-- > 0;)
        value = value << 8 | std::to_integer<std::uint64_t>(bytes[i]);
    return value;
}

/// Product of the shape, 0 where a length is 0. Throws Error where it does not fit 64 bits.
std::uint64_t bytesNeeded(const NpyHeader& header) {
    if (std::find(header.shape.begin(), header.shape.end(), 0U) != header.shape.end())
        return 0;
    std::uint64_t bytes = sizeOf(header.dtype);
    for (const std::uint64_t length : header.shape) {
        if (__builtin_mul_overflow(bytes, length, &bytes))
            refuse("its shape has more numbers than any file can hold");
    }
    return bytes;
}

/// Where the header's text lies, from the magic, the version and the length in front of it.
std::string_view headerText(std::span<const std::byte> start, std::uint64_t available, bool& longIntegers) {
    const std::string_view text(reinterpret_cast<const char*>(start.data()), start.size());
    if (!text.starts_with(magic))
        refuse("it does not begin as an .npy file does");
    if (text.size() < magicBytes + versionBytes)
        refuse("it ends within its first " + std::to_string(magicBytes + versionBytes) + " bytes");
    const int major = std::to_integer<int>(start[magicBytes]), minor = std::to_integer<int>(start[magicBytes + 1]);
    if (major < 1 || major > 3 || minor != 0)
        refuse("its .npy version is " + std::to_string(major) + "." + std::to_string(minor) +
               ", and this program reads 1.0, 2.0 and 3.0");
    longIntegers = major < 3;
    const std::size_t lengthAt = magicBytes + versionBytes, lengthBytes = major == 1 ? 2 : 4;
    if (start.size() < lengthAt + lengthBytes)
        refuse("it ends before the length of its header");
    const std::uint64_t length = littleEndian(start.subspan(lengthAt, lengthBytes));
    if (length > mostHeaderBytes)
        refuse("its header claims " + std::to_string(length) + " bytes, and " + std::to_string(mostHeaderBytes) +
               " is the most that is read");
    const std::size_t from = lengthAt + lengthBytes;
    if (length > start.size() - from || from + length > available)
        refuse("its header claims " + std::to_string(length) + " bytes and the file ends before that");
    return text.substr(from, length);
}

} // namespace

NpyHeader parseNpyHeader(std::span<const std::byte> start, std::uint64_t available) {
    NpyHeader header;
    bool longIntegers = true;
    const std::string_view text = headerText(start, available, longIntegers);
    header.dataOffset =
        static_cast<std::size_t>(text.data() - reinterpret_cast<const char*>(start.data())) + text.size();
    std::string descr;
    HeaderText(text, longIntegers).parse(header, descr);
    readDescription(descr, header);
    const std::uint64_t needed = bytesNeeded(header), have = available - header.dataOffset;
    if (needed > have)
        refuse("its shape needs " + byteText(needed) + " of numbers and it has " + byteText(have));
    return header;
}

} // namespace softscope
