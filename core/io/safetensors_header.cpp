#include "core/io/safetensors_header.h"

#include "core/base/error.h"
#include "core/io/shown_text.h"
#include "core/io/system_reason.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>

namespace softscope {
namespace {

using nlohmann::json;

[[noreturn]] void refuse(const std::string& reason) {
    throw Error(reason);
}

Dtype dtypeFromWord(const std::string& word, const std::string& tensor) {
    struct Known {
        std::string_view word;
        Dtype dtype;
    };
    static constexpr std::array<Known, 15> known{{{"F16", Dtype::f2},
                                                  {"F32", Dtype::f4},
                                                  {"F64", Dtype::f8},
                                                  {"BF16", Dtype::bf16},
                                                  {"F8_E4M3", Dtype::f8e4m3},
                                                  {"F8_E5M2", Dtype::f8e5m2},
                                                  {"I8", Dtype::i1},
                                                  {"I16", Dtype::i2},
                                                  {"I32", Dtype::i4},
                                                  {"I64", Dtype::i8},
                                                  {"U8", Dtype::u1},
                                                  {"U16", Dtype::u2},
                                                  {"U32", Dtype::u4},
                                                  {"U64", Dtype::u8},
                                                  {"BOOL", Dtype::boolean}}};
    const auto found = std::find_if(known.begin(), known.end(), [&](const Known& k) { return k.word == word; });
    if (found == known.end())
        refuse("its tensor " + shownText(tensor) + " has the type " + shownText(word) +
               ", which this program does not read; save it as F32");
    return found->dtype;
}

/// Takes the events of the JSON parser one by one, so that a key that comes twice is seen and nothing nests deeper than
/// the format does. Refuses by throwing.
class HeaderEvents : public json::json_sax_t {
public:
    explicit HeaderEvents(SafetensorsHeader& header) : m_header(header) {}

    bool start_object(std::size_t) override {
        if (m_place == Place::before)
            m_place = Place::root;
        else if (m_place == Place::root && m_name == "__metadata__")
            m_place = Place::metadata;
        else if (m_place == Place::root)
            beginTensor();
        else
            unexpected("an object");
        return true;
    }

    bool end_object() override {
        if (m_place == Place::tensor)
            endTensor();
        m_place = m_place == Place::root ? Place::after : Place::root;
        return true;
    }

    bool key(string_t& name) override {
        if (m_place == Place::tensor) {
            m_field = name;
            return true;
        }
        const bool twice = m_place == Place::root ? !m_names.emplace(name, true).second
                                                  : m_header.metadata.find(name) != m_header.metadata.end();
        if (twice)
            refuse("its header names " + shownText(name) + " twice");
        m_name = name;
        return true;
    }

    bool string(string_t& text) override {
        if (m_place == Place::metadata) {
            m_header.metadata.emplace(m_name, text);
        } else if (m_place == Place::tensor && m_field == "dtype") {
            once(m_haveDtype);
            m_entry.dtype = dtypeFromWord(text, m_name);
        } else {
            unexpected("a text");
        }
        return true;
    }

    bool start_array(std::size_t) override {
        if (m_place != Place::tensor)
            unexpected("a list");
        if (m_field == "shape") {
            once(m_haveShape);
            m_place = Place::shape;
        } else if (m_field == "data_offsets") {
            once(m_haveOffsets);
            m_place = Place::offsets;
        } else {
            unexpected("a list");
        }
        return true;
    }

    bool end_array() override {
        m_place = Place::tensor;
        return true;
    }

    bool number_unsigned(number_unsigned_t number) override {
        if (m_place == Place::shape)
            m_entry.shape.push_back(number);
        else if (m_place == Place::offsets)
            m_offsets.push_back(number);
        else
            unexpected("a number");
        if (m_offsets.size() > 2 || m_entry.shape.size() > mostDimensions)
            unexpected("one number more");
        return true;
    }

    bool null() override { unexpected("null"); }
    bool boolean(bool) override { unexpected("true or false"); }
    bool number_integer(number_integer_t) override { unexpected("a negative number"); }
    bool number_float(number_float_t, const string_t&) override { unexpected("a number that is no whole 64-bit one"); }
    bool binary(binary_t&) override { unexpected("binary data"); }
    bool parse_error(std::size_t position, const std::string&, const json::exception&) override {
        refuse("its header is not JSON: it goes wrong at character " + std::to_string(position));
    }

private:
    enum class Place { before, root, metadata, tensor, shape, offsets, after };
    static constexpr std::size_t mostDimensions = 64;

    [[noreturn]] void unexpected(const std::string& what) const {
        const bool inside = m_place == Place::tensor || m_place == Place::shape || m_place == Place::offsets;
        const std::string where = inside ? shownText(m_name) + " of its header, field " + shownText(m_field)
                                  : m_place == Place::before ? "its header"
                                                             : shownText(m_name) + " of its header";
        refuse("it is no .safetensors file: " + what + " stands at " + where + ", where the format has none");
    }

    void once(bool& have) const {
        if (have)
            refuse("its header gives " + shownText(m_field) + " of " + shownText(m_name) + " twice");
        have = true;
    }

    void beginTensor() {
        m_place = Place::tensor;
        m_entry = {};
        m_offsets.clear();
        m_haveDtype = m_haveShape = m_haveOffsets = false;
    }

    void endTensor() {
        const char* missing = !m_haveDtype           ? "dtype"
                              : !m_haveShape         ? "shape"
                              : m_offsets.size() < 2 ? "data_offsets"
                                                     : nullptr;
        if (missing != nullptr)
            refuse("its header gives no " + shownText(missing) + " of " + shownText(m_name));
        m_entry.begin = m_offsets[0];
        m_entry.end = m_offsets[1];
        m_header.entries.emplace(m_name, m_entry);
    }

    SafetensorsHeader& m_header;
    Place m_place = Place::before;
    std::map<std::string, bool> m_names;
    std::string m_name, m_field;
    TensorEntry m_entry;
    std::vector<std::uint64_t> m_offsets;
    bool m_haveDtype = false, m_haveShape = false, m_haveOffsets = false;
};

/// Bytes of the shape, 0 where a length is 0; false where they do not fit 64 bits.
bool lengthOf(const TensorEntry& entry, std::uint64_t& bytes) {
    bytes = 0;
    if (std::find(entry.shape.begin(), entry.shape.end(), 0U) != entry.shape.end())
        return true;
    bytes = sizeOf(entry.dtype);
    return std::none_of(entry.shape.begin(), entry.shape.end(),
                        [&](std::uint64_t length) { return __builtin_mul_overflow(bytes, length, &bytes); });
}

void checkLength(const std::string& name, const TensorEntry& entry, std::uint64_t dataBytes) {
    std::uint64_t needed = 0;
    const std::string tensor = "its tensor " + shownText(name);
    if (!lengthOf(entry, needed))
        refuse(tensor + " has more numbers than any file can hold");
    if (entry.begin > entry.end)
        refuse(tensor + " ends before it begins");
    if (entry.end > dataBytes)
        refuse(tensor + " ends at byte " + std::to_string(entry.end) + " of the data and the file has " +
               std::to_string(dataBytes) + ": it was cut short or its header is wrong");
    if (entry.end - entry.begin != needed)
        refuse(tensor + " needs " + byteText(needed) + " for its shape and has " + byteText(entry.end - entry.begin));
}

void checkLayout(const std::map<std::string, TensorEntry>& entries, std::uint64_t dataBytes) {
    struct Part {
        const std::string* name;
        const TensorEntry* entry;
    };
    std::vector<Part> parts;
    parts.reserve(entries.size());
    for (const auto& [name, entry] : entries) {
        checkLength(name, entry, dataBytes);
        parts.push_back({&name, &entry});
    }
    std::sort(parts.begin(), parts.end(), [](const Part& a, const Part& b) {
        return std::pair(a.entry->begin, a.entry->end) < std::pair(b.entry->begin, b.entry->end);
    });
    std::uint64_t at = 0;
    for (const Part& part : parts) {
        const std::string name = shownText(*part.name);
        if (part.entry->begin < at)
            refuse("its tensor " + name + " overlaps the one before it");
        if (part.entry->begin > at)
            refuse("it has " + byteText(part.entry->begin - at) + " that belong to nothing before its tensor " + name);
        at = part.entry->end;
    }
    if (at != dataBytes)
        refuse("it has " + byteText(dataBytes - at) + " that belong to nothing after its last tensor");
}

} // namespace

SafetensorsHeader parseSafetensorsHeader(std::string_view text, std::uint64_t dataBytes) {
    if (!text.starts_with('{'))
        refuse("it is no .safetensors file: its header does not begin with {");
    // The format pads with spaces and nothing else; other white space the JSON parser would let pass.
    const std::size_t end = text.find_last_not_of(' ');
    if (text[end] != '}')
        refuse("it is no .safetensors file: its header does not end with } and spaces");
    SafetensorsHeader header;
    HeaderEvents events(header);
    json::sax_parse(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(end + 1), &events);
    checkLayout(header.entries, dataBytes);
    return header;
}

} // namespace softscope
