// Thousands of damaged files: each opens or is refused with an Error; none crashes, hangs or takes memory that its
// size cannot justify. The mutations are the same in every run.
#include "core/base/error.h"
#include "core/head/from_tensors.h"
#include "core/io/npy.h"
#include "core/io/safetensors.h"
#include "tests/catch.h"
#include "tests/fuzz/corpus.h"
#include "tests/support/npy_bytes.h"
#include "tests/support/temporary_folder.h"

#include <sys/resource.h>
#include <unistd.h>

#include <array>

using namespace softscope;

namespace {

constexpr int mutationsOfEach = 600;

/// Numbers that are the same in every run (xorshift64, Marsaglia 2003).
class Numbers {
public:
    explicit Numbers(std::uint64_t seed) : m_state(seed) {}
    std::size_t below(std::size_t limit) {
        m_state ^= m_state << 13;
        m_state ^= m_state >> 7;
        m_state ^= m_state << 17;
        return static_cast<std::size_t>((m_state >> 16) % limit);
    }

private:
    std::uint64_t m_state;
};

/// Less address space, so that an allocation that no small file justifies fails with std::bad_alloc.
class LittleMemory {
public:
    LittleMemory() {
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
        std::size_t pages = 0;
        std::ifstream("/proc/self/statm") >> pages;
        getrlimit(RLIMIT_AS, &m_before);
        const rlim_t spare = 256U << 20;
        const rlimit little{pages * static_cast<rlim_t>(sysconf(_SC_PAGESIZE)) + spare, m_before.rlim_max};
        setrlimit(RLIMIT_AS, &little);
        m_set = true;
#endif
    }
    ~LittleMemory() {
        if (m_set)
            setrlimit(RLIMIT_AS, &m_before);
    }
    LittleMemory(const LittleMemory&) = delete;
    LittleMemory& operator=(const LittleMemory&) = delete;

private:
    rlimit m_before{};
    bool m_set = false;
};

void mutateOnce(std::string& bytes, Numbers& numbers) {
    static constexpr std::array<unsigned char, 12> bytesThatMatter{0,   1,   0x7F, 0x80, 0xFF, '{',
                                                                   '[', '"', ',',  '-',  '9',  ' '};
    static const std::array<std::string, 8> textsThatMatter{
        "4294967296", "18446744073709551615", "-1", "(((((((((", "[[[[[[[[[", "\"q\":", "nan", "0"};
    const std::size_t at = bytes.empty() ? 0 : numbers.below(bytes.size());
    // Most damage goes where the headers are.
    const std::size_t early = bytes.empty() ? 0 : numbers.below(std::min<std::size_t>(bytes.size(), 160));
    switch (numbers.below(10)) {
    case 0:
        if (!bytes.empty())
            bytes[early] = static_cast<char>(bytes[early] ^ 1 << numbers.below(8));
        break;
    case 1:
        if (!bytes.empty())
            bytes[early] = static_cast<char>(bytesThatMatter[numbers.below(bytesThatMatter.size())]);
        break;
    case 2:
        bytes.resize(at);
        break;
    case 3:
        bytes.insert(early, textsThatMatter[numbers.below(textsThatMatter.size())]);
        break;
    case 4:
        bytes.erase(early, 1 + numbers.below(9));
        break;
    case 5:
        bytes.insert(at, bytes.substr(early, 1 + numbers.below(40)));
        break;
    case 6:
        if (!bytes.empty())
            bytes[numbers.below(std::min<std::size_t>(bytes.size(), 12))] = static_cast<char>(numbers.below(256));
        break;
    case 7: // a number becomes another one and the header stays well formed
    case 8:
        if (const std::size_t digit = bytes.find_first_of("0123456789", early); digit != std::string::npos)
            bytes[digit] = static_cast<char>('0' + numbers.below(10));
        break;
    default:
        bytes.append(1 + numbers.below(20), static_cast<char>(numbers.below(256)));
        break;
    }
}

/// One to four mutations. Of a .safetensors mostly its JSON alone, with the length in front put right: else hardly any
/// damage would come past that length.
std::string mutated(const std::string& bytes, Numbers& numbers) {
    constexpr std::size_t lengthBytes = 8;
    const std::size_t brace = bytes.size() > lengthBytes && bytes[lengthBytes] == '{' ? bytes.rfind('}') : 0;
    const bool framed = brace > lengthBytes && brace != std::string::npos && numbers.below(4) > 0;
    std::string header = framed ? bytes.substr(lengthBytes, brace + 1 - lengthBytes) : bytes;
    for (std::size_t times = numbers.below(2) == 0 ? 1 : 1 + numbers.below(4); times > 0; --times)
        mutateOnce(header, numbers);
    return framed ? littleEndian(header.size(), lengthBytes) + header + bytes.substr(brace + 1) : header;
}

/// Looks at every number, as a reader of the tensor would.
double sumOf(const Tensor& tensor) {
    double sum = 0;
    for (std::uint64_t i = 0; i < tensor.count(); ++i)
        sum += elementAt(tensor, i);
    if (tensor.shape.size() == 2 && tensor.count() > 0)
        sum += static_cast<double>(matrixOf(tensor, {}).sum());
    return sum;
}

struct Outcome {
    int opened = 0, refused = 0;
};

/// Whatever `use` throws but an Error ends the test with the mutation's number.
template <typename Use>
Outcome fuzz(const std::vector<CorpusFile>& corpus, const std::string& name, const Use& use) {
    const TemporaryFolder folder;
    Outcome outcome;
    for (const CorpusFile& start : corpus) {
        Numbers numbers(0x9E3779B97F4A7C15ULL + start.bytes.size());
        for (int i = 0; i < mutationsOfEach; ++i) {
            const std::string bytes = mutated(start.bytes, numbers);
            const auto file = folder.file(name, bytes);
            INFO(start.name << ", mutation " << i);
            try {
                const LittleMemory little;
                use(file);
                ++outcome.opened;
            } catch (const Error& error) {
                ++outcome.refused;
                const std::string sentence = error.what();
                if (sentence.find(name) == std::string::npos || sentence.back() != '.' || sentence.size() > 600 ||
                    sentence.find_first_of("\n\r\t") != std::string::npos)
                    FAIL_CHECK("not one sentence with the file's name: " << sentence);
            }
            std::filesystem::remove(file); // writing over it would make some disks flush it each time
        }
    }
    return outcome;
}

template <typename Use>
void checkCorpus(const std::vector<CorpusFile>& corpus, const std::string& name, const Use& use) {
    const TemporaryFolder folder;
    for (const CorpusFile& file : corpus) {
        INFO(file.name);
        const auto path = folder.file(name, file.bytes);
        if (file.opens)
            CHECK_NOTHROW(use(path));
        else
            CHECK_THROWS_AS(use(path), Error);
    }
}

const auto useNpy = [](const std::filesystem::path& file) { return sumOf(readNpy(file)); };

const auto useSafetensors = [](const std::filesystem::path& file) {
    double sum = 0;
    for (const auto& [name, tensor] : readSafetensors(file).tensors)
        sum += sumOf(tensor);
    return sum;
};

} // namespace

TEST_CASE("the corpus opens and is refused as it should be") {
    checkCorpus(npyCorpus(), "a.npy", useNpy);
    checkCorpus(safetensorsCorpus(), "a.safetensors", useSafetensors);
}

TEST_CASE("damaged .npy files open or are refused") {
    const Outcome outcome = fuzz(npyCorpus(), "a.npy", useNpy);
    CHECK(outcome.opened > 100);
    CHECK(outcome.refused > 3000);
}

TEST_CASE("damaged .safetensors files open or are refused") {
    const Outcome outcome = fuzz(safetensorsCorpus(), "a.safetensors", useSafetensors);
    CHECK(outcome.opened > 100);
    CHECK(outcome.refused > 3000);
}

TEST_CASE("damaged .safetensors files make a head or are refused") {
    const Outcome outcome = fuzz(safetensorsCorpus(), "a.safetensors", [](const std::filesystem::path& file) {
        TensorReference reference;
        reference.path = file.string();
        const TensorChoices choices = tensorChoices(file);
        if (choices.layers.size() > 1)
            reference.layer = choices.layers.front();
        reference.head = choices.heads - 1;
        headFromTensors(reference);
    });
    CHECK(outcome.opened > 20);
    CHECK(outcome.refused > 3000);
}
