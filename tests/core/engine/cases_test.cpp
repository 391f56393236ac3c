// The cases in tests/data/cases: heads with the results that a double-precision program outside this one gave.
#include "core/engine/evaluate.h"

#include "tests/core/engine/tolerance.h"
#include "tests/support/npz_reader.h"

#include <algorithm>
#include <sstream>

using namespace softscope;

namespace {

Mask maskOf(const std::string& word) {
    if (word == "causal")
        return {MaskKind::causal};
    if (word == "causal-end")
        return {MaskKind::causalEnd};
    REQUIRE(word.rfind("window:", 0) == 0);
    const std::size_t comma = word.find(',');
    const Index left = std::stol(word.substr(7));
    return {MaskKind::window, left, comma == std::string::npos ? left : std::stol(word.substr(comma + 1))};
}

LogitOptions optionsOf(const NpzReader& file, Index dK) {
    std::istringstream words(file.text("options"));
    Softmax softmax;
    for (std::string word, value; words >> word;) {
        if (word == "--qk-norm") {
            softmax.qkNorm = true;
            continue;
        }
        REQUIRE(words >> value);
        if (word == "--scale" && value == "none")
            softmax.scale.kind = ScaleKind::none;
        else if (word == "--scale" && value == "dk")
            softmax.scale.kind = ScaleKind::dk;
        else if (word == "--scale")
            softmax.scale = {ScaleKind::factor, std::stod(value)};
        else if (word == "--softcap")
            softmax.softcap = std::stod(value);
        else if (word == "--mask" && value.rfind("FILE", 0) != 0)
            softmax.masks.push_back(maskOf(value));
        else
            REQUIRE(value.rfind("FILE", 0) == 0);
    }
    return resolve(softmax, dK);
}

struct Case {
    Head head;
    LogitOptions options;
    MatrixF upstream;
};

Case caseOf(const NpzReader& file) {
    Case result;
    result.head.q = file.matrix("q").cast<float>();
    result.head.k = file.matrix("k").cast<float>();
    result.head.v = file.matrix("v").cast<float>();
    if (file.has("mask"))
        result.head.mask = (file.matrix("mask").array() != 0).matrix();
    if (file.has("bias"))
        result.head.bias = file.matrix("bias").cast<float>();
    result.options = optionsOf(file, result.head.dK());
    result.upstream = file.matrix("upstream").cast<float>();
    return result;
}

/// The slack of the tests on random heads, with NaN in masked keys left out.
VectorD slackOf(Case c) {
    for (MatrixF* const matrix : {&c.head.q, &c.head.k})
        *matrix = matrix->unaryExpr([](float x) { return std::isfinite(x) ? x : 0.F; });
    return logitSlack(c.head, c.options);
}

void checkRow(const NpzReader& file, const Frame& frame, const VectorD& slack) {
    VectorD entropy(slack.size()), effective(slack.size()), frobenius(slack.size()), spectral(slack.size());
    for (Index i = 0; i < slack.size(); ++i) {
        const RowStatistics& row = frame.rows[static_cast<std::size_t>(i)];
        entropy[i] = row.entropy;
        effective[i] = row.effectiveTokens();
        frobenius[i] = row.frobenius;
        spectral[i] = row.spectral;
    }
    checkClose("entropy", entropy, file.matrix("want.entropy"), 1e-5, 40 * slack, 1e-30);
    checkClose("effective tokens", effective, file.matrix("want.effective_tokens"), 1e-5, 40 * slack);
    checkClose("frobenius", frobenius, file.matrix("want.jacobian_frobenius"), 1e-5, 4 * slack);
    checkClose("spectral", spectral, file.matrix("want.jacobian_spectral"), 1e-5, 4 * slack);
}

void checkCase(const NpzReader& file) {
    const Case c = caseOf(file);
    Pass pass;
    pass.options = c.options;
    pass.spectral = true;
    for (const MapName map :
         {MapName::scores, MapName::scaled, MapName::weights, MapName::jacobian, MapName::jacobianDiagonal,
          MapName::output, MapName::gradQ, MapName::gradK, MapName::gradV})
        pass.maps.push_back({map, wholeMap(map, c.head)});
    Compute compute;
    compute.upstream = &c.upstream;
    const Frame frame = evaluate(c.head, pass, compute);
    const VectorD slack = slackOf(c), zero = VectorD::Zero(std::max(c.head.nQ(), c.head.nK()));

    const MatrixD allowed = file.matrix("allowed");
    const MatrixD scores = file.matrix("want.scores"), logits = file.matrix("want.logits");
    for (Index i = 0; i < allowed.rows(); ++i)
        for (Index j = 0; j < allowed.cols(); ++j) {
            const float got = frame.maps[1].cells(i, j);
            if (allowed(i, j) == 0) {
                REQUIRE(got == -std::numeric_limits<float>::infinity());
                continue;
            }
            const double margin = 1e-6 * (1 + std::abs(logits(i, j))) + slack[i];
            REQUIRE(std::abs(static_cast<double>(got) - logits(i, j)) <= margin);
            const double score = static_cast<double>(frame.maps[0].cells(i, j));
            REQUIRE(std::abs(score - scores(i, j)) * c.options.scale <= margin);
        }
    checkClose("weights", frame.maps[2].cells, file.matrix("want.weights"), 1e-5, slack);
    checkClose("jacobian", frame.maps[3].cells, file.matrix("want.jacobian"), 1e-5, 2 * slack);
    checkClose("jacobian-diagonal", frame.maps[4].cells, file.matrix("want.jacobian_diagonal"), 1e-5, 2 * slack);
    const char* const names[] = {"want.output", "want.grad_q", "want.grad_k", "want.grad_v"};
    for (std::size_t m = 0; m < 4; ++m) {
        const MatrixD want = file.matrix(names[m]);
        const double largest = want.cwiseAbs().maxCoeff();
        checkClose(names[m], frame.maps[5 + m].cells, want, 0, zero, (2e-5 + 4 * slack.maxCoeff()) * largest + 1e-37);
    }
    checkRow(file, frame, slack);
}

} // namespace

TEST_CASE("every case of tests/data/cases") {
    std::vector<std::filesystem::path> files;
    for (const auto& entry : std::filesystem::directory_iterator(SOFTSCOPE_TEST_DATA "/cases"))
        files.push_back(entry.path());
    std::sort(files.begin(), files.end());
    REQUIRE(files.size() == 23);
    for (const auto& file : files) {
        CAPTURE(file.filename().string());
        checkCase(NpzReader(file));
    }
}
