#include "core/engine/devices/wire.h"

#include <algorithm>
#include <array>

namespace softscope::opencl {

namespace {

template <typename Matrix>
std::size_t bytesIn(const Matrix& matrix) {
    return static_cast<std::size_t>(matrix.size()) * sizeof(typename Matrix::Scalar);
}

template <typename Matrix>
void putNumbers(Channel& channel, const Matrix& matrix) {
    channel.write(matrix.data(), bytesIn(matrix));
}

template <typename Matrix>
void getNumbers(Channel& channel, Matrix& matrix) {
    channel.read(matrix.data(), bytesIn(matrix));
}

struct Shapes {
    Index nQ, nK, dK, dV;
    std::int32_t jobs;
    bool output, bias, mask;
};

// Another field of these must go over too: naming them all makes the compiler say so.
void putOptions(Channel& channel, const LogitOptions& options) {
    const auto& [scale, softcap, qkNorm, logLength, sink, masks] = options;
    static_cast<void>(logLength); // of the processor only, as `sink`
    static_cast<void>(sink);
    channel.put(scale);
    channel.put(softcap.has_value());
    channel.put(softcap.value_or(0));
    channel.put(qkNorm);
    channel.put(static_cast<std::int32_t>(masks.size()));
    for (const Mask& mask : masks)
        channel.put(mask);
}

LogitOptions getOptions(Channel& channel) {
    LogitOptions options;
    options.scale = channel.get<double>();
    const bool capped = channel.get<bool>();
    const double cap = channel.get<double>();
    if (capped)
        options.softcap = cap;
    options.qkNorm = channel.get<bool>();
    for (auto count = channel.get<std::int32_t>(); count > 0; --count)
        options.masks.push_back(channel.get<Mask>());
    return options;
}

void putPass(Channel& channel, const Pass& pass) {
    const auto& [options, maps, rows, spectral, selected, gradients, only] = pass;
    static_cast<void>(gradients); // made of other passes
    static_cast<void>(only);      // not of a device
    putOptions(channel, options);
    channel.put(rows);
    channel.put(spectral);
    channel.put(selected.value_or(-1));
    std::vector<MapRequest> streamed;
    std::copy_if(maps.begin(), maps.end(), std::back_inserter(streamed),
                 [](const MapRequest& request) { return isStreamed(request.map); });
    channel.put(static_cast<std::int32_t>(streamed.size()));
    for (const MapRequest& request : streamed)
        channel.put(request);
}

Pass getPass(Channel& channel) {
    Pass pass;
    pass.options = getOptions(channel);
    pass.rows = channel.get<bool>();
    pass.spectral = channel.get<bool>();
    if (const auto selected = channel.get<Index>(); selected >= 0)
        pass.selected = selected;
    for (auto count = channel.get<std::int32_t>(); count > 0; --count)
        pass.maps.push_back(channel.get<MapRequest>());
    return pass;
}

/// What of a Frame are single numbers.
struct Figures {
    Moments scores, logits;
    double selfWeight;
    Index row;
    RowStatistics statistics; ///< of the selected row
};

std::array<VectorF RowDetail::*, 4> detailParts() {
    return {&RowDetail::scores, &RowDetail::logits, &RowDetail::weights, &RowDetail::jacobian};
}

} // namespace

std::vector<Job> Work::jobs() {
    std::vector<Job> all;
    for (std::size_t p = 0; p < passes.size(); ++p)
        all.push_back({&passes[p], &frames[p]});
    return all;
}

void sendWork(Channel& channel, const Head& head, const std::vector<Job>& jobs) {
    const bool output = std::any_of(jobs.begin(), jobs.end(), [](const Job& job) { return wantsOutput(*job.pass); });
    channel.put(Shapes{head.nQ(), head.nK(), head.dK(), head.dV(), static_cast<std::int32_t>(jobs.size()), output,
                       head.bias.has_value(), head.mask.has_value()});
    for (const Job& job : jobs)
        putPass(channel, *job.pass);
    putNumbers(channel, head.q);
    putNumbers(channel, head.k);
    if (output)
        putNumbers(channel, head.v);
    if (head.bias)
        putNumbers(channel, *head.bias);
    if (head.mask)
        putNumbers(channel, *head.mask);
}

Work receiveWork(Channel& channel) {
    Work work;
    const auto shapes = channel.get<Shapes>();
    for (std::int32_t p = 0; p < shapes.jobs; ++p)
        work.passes.push_back(getPass(channel));
    Head& head = work.head;
    head.q.resize(shapes.nQ, shapes.dK);
    head.k.resize(shapes.nK, shapes.dK);
    getNumbers(channel, head.q);
    getNumbers(channel, head.k);
    head.v.resize(shapes.nK, shapes.output ? shapes.dV : 0);
    getNumbers(channel, head.v);
    if (shapes.bias)
        getNumbers(channel, head.bias.emplace(shapes.nQ, shapes.nK));
    if (shapes.mask)
        getNumbers(channel, head.mask.emplace(shapes.nQ, shapes.nK));
    work.frames.resize(work.passes.size());
    for (std::size_t p = 0; p < work.passes.size(); ++p)
        work.frames[p].maps.resize(work.passes[p].maps.size());
    return work;
}

void sendFrames(Channel& channel, const Work& work) {
    std::uint64_t size = 0;
    for (const Frame& frame : work.frames) {
        for (const Map& map : frame.maps)
            size += bytesIn(map.cells);
        size += frame.rows.size() * sizeof(RowStatistics) + sizeof(Figures);
        if (frame.selected)
            for (const auto part : detailParts())
                size += bytesIn((*frame.selected).*part);
    }
    channel.put(size);
    for (const Frame& frame : work.frames) {
        for (const Map& map : frame.maps)
            putNumbers(channel, map.cells);
        channel.write(frame.rows.data(), frame.rows.size() * sizeof(RowStatistics));
        const RowDetail detail = frame.selected.value_or(RowDetail());
        channel.put(Figures{frame.scores, frame.logits, frame.selfWeight, detail.row, detail.statistics});
        if (frame.selected)
            for (const auto part : detailParts())
                putNumbers(channel, detail.*part);
    }
}

void receiveFrames(Channel& channel, const Head& head, const std::vector<Job>& jobs) {
    channel.get<std::uint64_t>();
    for (const Job& job : jobs) {
        Frame& frame = *job.frame;
        for (std::size_t m = 0; m < job.pass->maps.size(); ++m) {
            const MapRequest& request = job.pass->maps[m];
            if (!isStreamed(request.map))
                continue;
            const Pool sizes(request, wholeMap(request.map, head), frame.maps[m]);
            getNumbers(channel, frame.maps[m].cells);
        }
        frame.rows.resize(job.pass->rows ? static_cast<std::size_t>(head.nQ()) : 0);
        channel.read(frame.rows.data(), frame.rows.size() * sizeof(RowStatistics));
        const auto figures = channel.get<Figures>();
        frame.scores = figures.scores;
        frame.logits = figures.logits;
        frame.selfWeight = figures.selfWeight;
        if (!job.pass->selected)
            continue;
        RowDetail& detail = frame.selected.emplace();
        detail.row = figures.row;
        detail.statistics = figures.statistics;
        for (const auto part : detailParts())
            getNumbers(channel, (detail.*part = VectorF(head.nK())));
    }
}

void skipFrames(Channel& channel) {
    std::array<char, 65'536> room{};
    for (auto left = channel.get<std::uint64_t>(); left > 0;) {
        const auto part = std::min<std::uint64_t>(left, room.size());
        channel.read(room.data(), part);
        left -= part;
    }
}

} // namespace softscope::opencl
