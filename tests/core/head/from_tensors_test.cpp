#include "core/head/from_tensors.h"

#include "core/base/error.h"
#include "core/io/safetensors.h"
#include "tests/catch.h"
#include "tests/support/npy_bytes.h"
#include "tests/support/refusal.h"
#include "tests/support/temporary_folder.h"

#include <nlohmann/json.hpp>

#include <cmath>
#include <limits>
#include <numeric>

using namespace softscope;
using Catch::Matchers::Contains;

namespace {

/// A tensor file put together piece by piece.
class TensorFileMaker {
public:
    template <typename Number>
    TensorFileMaker& add(const std::string& name, const char* dtype, const std::vector<std::uint64_t>& shape,
                         const std::vector<Number>& values) {
        const std::string bytes = bytesOf(values);
        m_header[name] = {
            {"dtype", dtype}, {"shape", shape}, {"data_offsets", {m_data.size(), m_data.size() + bytes.size()}}};
        m_data += bytes;
        return *this;
    }
    /// Float32 numbers start, start + 1, …
    TensorFileMaker& add(const std::string& name, const std::vector<std::uint64_t>& shape, float start = 0) {
        std::vector<float> values(std::accumulate(shape.begin(), shape.end(), std::size_t{1}, std::multiplies<>()));
        std::iota(values.begin(), values.end(), start);
        return add(name, "F32", shape, values);
    }
    TensorFileMaker& tokens(const std::string& text) {
        m_header["__metadata__"]["tokens"] = text;
        return *this;
    }
    std::string path(const std::string& name = "t.safetensors") const {
        const std::string header = m_header.dump();
        return m_folder.file(name, littleEndian(header.size(), 8) + header + m_data).string();
    }

private:
    nlohmann::json m_header = nlohmann::json::object();
    std::string m_data;
    TemporaryFolder m_folder;
};

TensorReference reference(const std::string& path, std::optional<Index> layer = {}, std::optional<Index> head = {},
                          std::optional<Index> batch = {}) {
    TensorReference result;
    result.path = path;
    result.layer = layer;
    result.head = head;
    result.batch = batch;
    return result;
}

std::string refusal(const TensorReference& reference) {
    return refusalOf(".safetensors", [&] { headFromTensors(reference); });
}

} // namespace

TEST_CASE("q, k and v are found by their names without regard to case") {
    struct Case {
        const char *q, *k, *v;
    };
    const Case c = GENERATE(Case{"q", "k", "v"}, Case{"Q", "K", "V"}, Case{"query", "key", "value"},
                            Case{"attn.Query", "attn.Key", "attn.Value"},
                            Case{"layers.3.q", "layers.3.k", "layers.3.v"}, Case{"a/b/q", "a/b/k", "a/b/value"});
    TensorFileMaker maker;
    maker.add(c.q, {2, 3}).add(c.k, {4, 3}, 100).add(c.v, {4, 5}, 200).add("other", {7});
    const HeadPointer head = headFromTensors(reference(maker.path()));
    CHECK(head->q(1, 2) == 5);
    CHECK(head->k(3, 2) == 111);
    CHECK(head->v(3, 4) == 219);
    CHECK(head->warnings.empty());
}

TEST_CASE("layers, heads and batches are picked and must be given where there is a choice") {
    TensorFileMaker maker;
    for (int layer : {0, 1, 10}) {
        const std::string prefix = "layers." + std::to_string(layer) + ".";
        const float start = static_cast<float>(1000 * layer);
        maker.add(prefix + "q", {2, 8, 3, 4}, start)
            .add(prefix + "k", {2, 2, 5, 4}, start)
            .add(prefix + "v", {2, 2, 5, 1}, start);
    }
    const std::string path = maker.path();
    const HeadPointer head = headFromTensors(reference(path, 10, 5, 1));
    CHECK(head->q(0, 0) == 10'000 + (8 + 5) * 12);
    // Query head 5 of 8 reads key head 5 / (8 / 2) = 1 of 2.
    CHECK(head->k(0, 0) == 10'000 + (2 + 1) * 20);
    CHECK(head->v(4, 0) == 10'000 + (2 + 1) * 5 + 4);
    CHECK(head->origin == "t.safetensors, layer 10, batch 1, head 5");
    CHECK(headFromTensors(reference(path, 0, 3, 0))->k(0, 0) == 0);

    CHECK_THAT(refusal(reference(path)), Contains("layers 0, 1 and 10") && Contains("--layer"));
    CHECK_THAT(refusal(reference(path, 9, 5, 1)), Contains("9") && Contains("0, 1 and 10"));
    CHECK_THAT(refusal(reference(path, 0, 5)), Contains("batches 0 to 1") && Contains("--batch"));
    CHECK_THAT(refusal(reference(path, 0, {}, 0)), Contains("heads 0 to 7") && Contains("--head"));
    CHECK_THAT(refusal(reference(path, 0, 8, 0)), Contains("8") && Contains("0 to 7"));
    CHECK_THAT(refusal(reference(path, 0, -1, 0)), Contains("-1"));
    CHECK_THAT(refusal(reference(path, 0, 0, 2)), Contains("2") && Contains("0 to 1"));
    CHECK(tensorChoices(path) == TensorChoices{{0, 1, 10}, 8, 2});
}

TEST_CASE("one layer, head and batch need no choice and allow no other") {
    TensorFileMaker maker;
    maker.add("layers.4.q", {1, 3, 4}).add("layers.4.k", {1, 3, 4}).add("layers.4.v", {1, 3, 4});
    const std::string path = maker.path();
    CHECK(headFromTensors(reference(path))->origin == "t.safetensors, layer 4");
    CHECK(headFromTensors(reference(path, 4, 0, 0))->nQ() == 3);
    CHECK_THAT(refusal(reference(path, 3)), Contains("layer 4, and --layer asks for 3"));
    CHECK_THAT(refusal(reference(path, 4, 1)), Contains("head 0 only"));
    TensorFileMaker plain;
    plain.add("q", {3, 4}).add("k", {3, 4}).add("v", {3, 4});
    CHECK_THAT(refusal(reference(plain.path(), 0)), Contains("no numbered layers"));
    CHECK(tensorChoices(plain.path()) == TensorChoices{});
}

TEST_CASE("tensors may be named one by one") {
    TensorFileMaker maker;
    maker.add("first", {2, 3}, 50).add("a.q", {2, 3}).add("a.k", {2, 3}).add("a.v", {2, 3}).add("b.q", {2, 3}, 9);
    TensorReference named = reference(maker.path());
    named.q = "FIRST";
    CHECK(headFromTensors(named)->q(0, 0) == 50);
    CHECK(headFromTensors(named)->k(0, 0) == 0);
    named.q = "nothing";
    CHECK_THAT(refusal(named), Contains("“nothing”") && Contains("--q") && Contains("“a.k”"));
}

TEST_CASE("names that are missing or could mean two things are refused with what there is") {
    TensorFileMaker none;
    none.add("apples", {2, 3}).add("q", {2, 3}).add("k", {2, 3});
    CHECK_THAT(refusal(reference(none.path())), Contains("“apples”") && Contains("--q"));
    CHECK_THROWS_AS(tensorChoices(none.path()), Error);
    TensorFileMaker two;
    for (const char* stack : {"encoder.layers.0.", "decoder.layers.0."})
        two.add(stack + std::string("q"), {2, 3})
            .add(stack + std::string("k"), {2, 3})
            .add(stack + std::string("v"), {2, 3});
    CHECK_THAT(refusal(reference(two.path(), 0)), Contains("encoder.layers.0.q") && Contains("--q"));
    TensorReference picked = reference(two.path());
    picked.q = "encoder.layers.0.q";
    CHECK(headFromTensors(picked)->nQ() == 2);
    TensorFileMaker both;
    both.add("q", {2, 3}).add("query", {2, 3}).add("k", {2, 3}).add("v", {2, 3});
    CHECK_THAT(refusal(reference(both.path())), Contains("“query”"));
}

TEST_CASE("shapes that do not fit are refused with both") {
    using Shape = std::vector<std::uint64_t>;
    const auto refused = [](const Shape& q, const Shape& k, const Shape& v) {
        TensorFileMaker maker;
        maker.add("q", q).add("k", k).add("v", v);
        return refusal(reference(maker.path()));
    };
    CHECK_THAT(refused({5, 4}, {5, 3}, {5, 4}), Contains("[5, 4]") && Contains("[5, 3]"));
    CHECK_THAT(refused({5, 4}, {5, 4}, {6, 4}), Contains("[6, 4]") && Contains("5 and 6"));
    CHECK_THAT(refused({7, 5, 4}, {2, 5, 4}, {2, 5, 4}), Contains("7") && Contains("2"));
    CHECK_THAT(refused({8, 5, 4}, {2, 5, 4}, {4, 5, 4}), Contains("2 and 4"));
    CHECK_THAT(refused({2, 1, 5, 4}, {1, 1, 5, 4}, {1, 1, 5, 4}), Contains("batches"));
    CHECK_THAT(refused({5}, {5, 4}, {5, 4}), Contains("[5]"));
    CHECK_THAT(refused({1, 1, 1, 5, 4}, {5, 4}, {5, 4}), Contains("[1, 1, 1, 5, 4]"));
    CHECK_THAT(refused({0, 4}, {5, 4}, {5, 4}), Contains("[0, 4]"));
    CHECK_THAT(refused({5, 0}, {5, 0}, {5, 4}), Contains("[5, 0]"));
    CHECK_THAT(refused({5, 4}, {0, 4}, {0, 4}), Contains("[0, 4]"));
}

TEST_CASE("queries and values may have their own sizes") {
    TensorFileMaker maker;
    maker.add("q", {3, 4}).add("k", {10, 4}).add("v", {10, 2});
    const HeadPointer head = headFromTensors(reference(maker.path()));
    CHECK(head->nQ() == 3);
    CHECK(head->nK() == 10);
    CHECK(head->dV() == 2);
}

TEST_CASE("tokens label the axes that they fit") {
    const auto labelled = [](const std::string& tokens) {
        TensorFileMaker maker;
        maker.add("q", {2, 3}).add("k", {4, 3}).add("v", {4, 3}).tokens(tokens);
        return headFromTensors(reference(maker.path()));
    };
    CHECK(labelled(R"(["a<b<c", "Ġthe"])")->queryLabels == std::vector<std::string>{"a<b<c", "Ġthe"});
    CHECK(labelled(R"(["a", "b"])")->keyLabels.empty());
    CHECK(labelled(R"(["", "▁the", "🙂", "שלום"])")->keyLabels ==
          std::vector<std::string>{"", "▁the", "🙂", "שלום"});
    const HeadPointer other = labelled(R"(["a", "b", "c"])");
    CHECK(other->keyLabels.empty());
    REQUIRE(other->warnings.size() == 1);
    CHECK_THAT(other->warnings[0], Contains("3 tokens"));
    for (const std::string& broken :
         {std::string("a b"), std::string("[1, 2]"), std::string("{}"), std::string(100'000, '[')})
        CHECK(labelled(broken)->queryLabels.empty());
}

TEST_CASE("NaN, infinities and numbers that do not fit are counted in words") {
    const float nan = std::nanf(""), infinity = std::numeric_limits<float>::infinity();
    TensorFileMaker maker;
    maker.add("q", "F32", {2, 2}, std::vector<float>{nan, 1, nan, -infinity})
        .add("k", "F64", {2, 2}, std::vector<double>{0.1, 0.5, 1, 2})
        .add("v", "I64", {2, 2}, std::vector<std::int64_t>{1, 16'777'217, 3, 4});
    const HeadPointer head = headFromTensors(reference(maker.path()));
    REQUIRE(head->warnings.size() == 4);
    CHECK(head->warnings[0] == "2 of the 4 numbers of q are NaN.");
    CHECK(head->warnings[1] == "1 of the 4 numbers of q is infinite.");
    CHECK_THAT(head->warnings[2], Contains("1 of the 4 numbers of k") && Contains("float64"));
    CHECK_THAT(head->warnings[3], Contains("1 of the 4 numbers of v") && Contains("int64"));
}

TEST_CASE("float16 is widened before the product, and an overflow that was avoided is said") {
    const auto opened = [](std::uint16_t value, std::uint64_t size) {
        TensorFileMaker maker;
        const std::vector<std::uint16_t> values(2 * size, value);
        maker.add("q", "F16", {2, size}, values).add("k", "F16", {2, size}, values).add("v", "F16", {2, size}, values);
        return headFromTensors(reference(maker.path()));
    };
    const HeadPointer overflowing = opened(0x5C00, 128); // 256
    CHECK(overflowing->q(1, 127) == 256);
    REQUIRE(overflowing->warnings.size() == 1);
    CHECK_THAT(overflowing->warnings[0], Contains("8.39e6") && Contains("65504"));
    CHECK(opened(0x3C00, 128)->warnings.empty()); // 1
}

TEST_CASE("every head of the shipped model opens with its words") {
    const HeadPointer head = headFromTensors(reference("softscope:heads/minilm.safetensors", 0, 2));
    CHECK(head->nQ() == 27);
    CHECK(head->dK() == 32);
    CHECK(head->queryLabels[2] == "animal");
    CHECK(head->origin == "minilm.safetensors, layer 0, head 2");
    CHECK(head->warnings.empty());
    for (Index layer = 0; layer < 6; ++layer) {
        for (Index h = 0; h < 12; ++h)
            CHECK(headFromTensors(reference("softscope:heads/minilm.safetensors", layer, h))->q.allFinite());
    }
    CHECK_THAT(refusal(reference("softscope:heads/minilm.safetensors")), Contains("layers 0 to 5"));
}
