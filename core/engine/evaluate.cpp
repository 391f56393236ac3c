#include "core/engine/evaluate.h"

#include "core/base/error.h"
#include "core/engine/head_stream.h"

#include <algorithm>
#include <chrono>
#include <new>
#include <stdexcept>

namespace softscope {

namespace {

VectorD rowNorms(const MatrixF& matrix) {
    VectorD norms(matrix.rows());
    for (Index i = 0; i < matrix.rows(); ++i)
        norms[i] = matrix.row(i).cast<double>().norm();
    return norms;
}

GradientNorms normsOf(const Gradients& gradients) {
    return {rowNorms(gradients.q),  rowNorms(gradients.k),  rowNorms(gradients.v),
            rowNorms(gradients.wQ), rowNorms(gradients.wK), rowNorms(gradients.wV)};
}

const MatrixF& vectorsOf(const Head& head, MapName map) {
    return map == MapName::q ? head.q : map == MapName::k ? head.k : head.v;
}

void poolMatrix(const Head& head, const MapRequest& request, const MatrixF& matrix, Map& map, const Compute& compute) {
    poolRows(request, wholeMap(request.map, head), map, compute, [&](Index i, float* values) {
        const float* const row = matrix.data() + i * matrix.cols();
        std::copy(row + request.region.colBegin, row + request.region.colEnd, values);
    });
}

/// The maps and figures that do not stream by blocks of query rows.
void fillRest(const Head& head, const Pass& pass, Frame& frame, const Compute& compute) {
    const bool gradientMap = std::any_of(pass.maps.begin(), pass.maps.end(),
                                         [](const MapRequest& request) { return isGradient(request.map); });
    Gradients gradients;
    if (pass.gradients || gradientMap)
        gradients = backward(head, pass.options, compute);
    if (pass.gradients)
        frame.gradients = normsOf(gradients);
    for (std::size_t m = 0; m < pass.maps.size(); ++m) {
        const MapRequest& request = pass.maps[m];
        if (isStreamed(request.map))
            continue;
        if (isGradient(request.map))
            poolMatrix(head, request, gradientOf(gradients, request.map), frame.maps[m], compute);
        else if (request.map != MapName::rowJacobian)
            poolMatrix(head, request, vectorsOf(head, request.map), frame.maps[m], compute);
        else
            poolRows(request, wholeMap(request.map, head), frame.maps[m], compute, [&](Index j, float* values) {
                rowJacobianRow(frame.selected->weights, frame.selected->sink, j, request.region.colBegin,
                               request.region.colEnd, values);
            });
    }
}

void check(const Head& head, const Pass& pass) {
    if (pass.selected && (*pass.selected < 0 || *pass.selected >= head.nQ()))
        throw std::invalid_argument("the selected row is not a query of the head");
    for (const MapRequest& request : pass.maps)
        if (request.map == MapName::rowJacobian && !pass.selected)
            throw std::invalid_argument("the row Jacobian needs a selected row");
}

bool streams(const Pass& pass) {
    return pass.rows || pass.selected || std::any_of(pass.maps.begin(), pass.maps.end(), [](const MapRequest& request) {
               return isStreamed(request.map);
           });
}

std::vector<Frame> evaluated(const Head& head, std::span<const Pass> passes, const Compute& compute) {
    const auto start = std::chrono::steady_clock::now();
    std::vector<Frame> frames(passes.size());
    for (const bool qkNorm : {false, true}) {
        std::vector<Job> jobs;
        for (std::size_t p = 0; p < passes.size(); ++p) {
            if (passes[p].options.qkNorm != qkNorm)
                continue;
            check(head, passes[p]);
            frames[p].options = passes[p].options;
            frames[p].maps.resize(passes[p].maps.size());
            if (streams(passes[p]))
                jobs.push_back({&passes[p], &frames[p]});
        }
        if (!jobs.empty())
            HeadStream(head, compute).run(std::move(jobs));
    }
    for (std::size_t p = 0; p < passes.size(); ++p)
        fillRest(head, passes[p], frames[p], compute);
    const std::chrono::duration<double, std::milli> elapsed = std::chrono::steady_clock::now() - start;
    for (Frame& frame : frames)
        frame.milliseconds = elapsed.count();
    return frames;
}

} // namespace

std::vector<Frame> evaluate(const Head& head, std::span<const Pass> passes, const Compute& compute) {
    checkUpstream(head, compute);
    try {
        return evaluated(head, passes, compute);
    } catch (const std::bad_alloc&) {
        throw Error("There is not enough memory for this head and these maps; take fewer tokens or a smaller region.");
    }
}

Frame evaluate(const Head& head, const Pass& pass, const Compute& compute) {
    return std::move(evaluate(head, std::span(&pass, 1), compute).front());
}

} // namespace softscope
