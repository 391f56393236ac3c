#include "core/engine/opencl/device_block.h"

#include <algorithm>
#include <cmath>

namespace softscope::opencl {

namespace {

// As kernels.cl counts them.
enum Flags { softcapped = 1, biased = 2, densely = 4, scoreMoments = 8, logitMoments = 16 };

constexpr std::array detailMaps{MapName::scores, MapName::scaled, MapName::weights, MapName::jacobian};

cl_int whole(Index value) {
    return static_cast<cl_int>(value);
}

cl::NDRange range(Index x) {
    return cl::NDRange(static_cast<std::size_t>(x));
}

cl::NDRange range(Index x, Index y) {
    return {static_cast<std::size_t>(x), static_cast<std::size_t>(y)};
}

cl::NDRange range(Index x, Index y, Index z) {
    return {static_cast<std::size_t>(x), static_cast<std::size_t>(y), static_cast<std::size_t>(z)};
}

Index upTo(Index value, Index multiple) {
    return (value + multiple - 1) / multiple * multiple;
}

KeyRange common(Index beginA, Index endA, Index beginB, Index endB) {
    const Index begin = std::max(beginA, beginB);
    return {begin, std::max(begin, std::min(endA, endB))};
}

/// The maps of kernels.cl: the five n_q × n_k ones in the order of MapName. Rows of the output are taken as they are.
cl_int numberOf(MapName map) {
    return map == MapName::output ? 0 : static_cast<cl_int>(map);
}

/// The block's part of a matrix [n_q × n_k], on the device in rows as long as those of the scores.
template <typename Number, typename Source>
void bring(const DeviceMemory& device, const Block& block, const Source* source, Index length, Room& room) {
    std::vector<Number> part(static_cast<std::size_t>(block.rows * block.cols + slack));
    const Index count = std::min(block.cols, length - block.firstKey);
    for (Index i = 0; i < block.rows; ++i)
        std::copy_n(source + (block.row + i) * length + block.firstKey, count, part.begin() + i * block.cols);
    device.queue.enqueueWriteBuffer(room.numbers<Number>(device, std::ssize(part)), CL_TRUE, 0,
                                    part.size() * sizeof(Number), part.data());
}

cl_int maskFlags(const Head& head) {
    return (head.bias ? biased : 0) | (head.mask ? densely : 0);
}

MapRequest wholeRow(MapName map, Index row, Index nK) {
    return {map, {row, row + 1, 0, nK}};
}

} // namespace

DeviceMap::DeviceMap(const DeviceMemory& device, const MapRequest& asked, const Region& wholeOfMap, Map& target)
    : request(asked), map(&target) {
    const Pool sizes(request, wholeOfMap, target);
    if (target.exact())
        return;
    cells = device.numbers<cl_float4>(target.cells.size());
    launch(device, device.kernels.begin, range(target.cells.size()), cl::NullRange,
           cl_int(request.reduce == Reducer::mean), cells);
}

DevicePass::DevicePass(const DeviceMemory& device, const Head& head, const FiniteMatrix* v, const Pass& pass,
                       Frame& frame)
    : m_device(device), m_head(head), m_v(v), m_pass(pass), m_frame(frame) {
    for (std::size_t m = 0; m < pass.maps.size(); ++m)
        if (isStreamed(pass.maps[m].map))
            m_maps.emplace_back(device, pass.maps[m], wholeMap(pass.maps[m].map, head), frame.maps[m]);
    if (pass.selected)
        for (std::size_t m = 0; m < detailMaps.size(); ++m)
            m_maps.emplace_back(device, wholeRow(detailMaps[m], *pass.selected, head.nK()),
                                wholeMap(detailMaps[m], head), m_detail[m]);
    m_softmax = pass.rows || std::any_of(m_maps.begin(), m_maps.end(),
                                         [](const DeviceMap& map) { return map.request.map != MapName::scores; });
    std::vector<cl_int2> ranges;
    for (Index i = 0; i < head.nQ(); ++i) {
        const KeyRange keys = allowedKeys(pass.options.masks, i, head.nQ(), head.nK());
        ranges.push_back({{whole(keys.begin), whole(keys.end)}});
    }
    m_ranges = device.copyOf(std::span<const cl_int2>(ranges));
    if (pass.rows || pass.selected)
        m_read.resize(static_cast<std::size_t>(head.nQ()));
    if (!wants(MapName::output, 0, head.nQ()))
        return;
    m_values = device.transposedPanels(v->matrix(), upTo(head.nK(), panelRows));
    const std::vector<cl_int2> tiles(mostPanels, {{0, whole(panelsOf(head.dV()))}});
    m_allTiles = device.copyOf(std::span<const cl_int2>(tiles));
}

bool DevicePass::wants(MapName map, Index row, Index rows) const {
    return std::any_of(m_maps.begin(), m_maps.end(), [&](const DeviceMap& one) {
        const Region& region = one.request.region;
        return one.request.map == map && region.rowBegin < row + rows && row < region.rowEnd;
    });
}

KeyRange DevicePass::rowsOf(Index row, Index rows) const {
    if (m_pass.rows)
        return {row, row + rows};
    KeyRange all;
    for (const DeviceMap& map : m_maps)
        all = joined(all, common(row, row + rows, map.request.region.rowBegin, map.request.region.rowEnd));
    return all;
}

KeyRange DevicePass::keysOf(Index row, Index rows) const {
    KeyRange keys;
    bool logits = m_pass.rows;
    for (const DeviceMap& map : m_maps) {
        const Region& region = map.request.region;
        if (region.rowBegin >= row + rows || row >= region.rowEnd)
            continue;
        if (map.request.map == MapName::scores)
            keys = joined(keys, {region.colBegin, region.colEnd});
        else
            logits = true;
    }
    return logits ? joined(keys, keysOfRows(m_pass.options.masks, row, rows, m_head.nQ(), m_head.nK())) : keys;
}

void DevicePass::add(const Block& block) {
    const KeyRange rows = rowsOf(block.row, block.rows);
    if (rows.begin >= rows.end)
        return;
    if (m_softmax)
        addRows(block, rows);
    for (DeviceMap& map : m_maps)
        if (map.request.map != MapName::output)
            addMap(block, map, block.scores, block.cols, block.firstKey);
    if (wants(MapName::output, block.row, block.rows))
        addOutput(block);
}

void DevicePass::addRows(const Block& block, KeyRange rows) {
    // Another field: the kernels have to know it. Log-length and a sink do not come here (Backends::stream).
    const auto& [scale, softcap, qkNorm, logLength, sink, masks] = m_pass.options;
    static_cast<void>(qkNorm);
    static_cast<void>(logLength);
    static_cast<void>(sink);
    static_cast<void>(masks);
    const Index count = rows.end - rows.begin, start = rows.begin - block.row;
    const Index padded = upTo(block.rows, panelRows);
    const cl::Buffer& records = m_records.numbers<RowRecord>(m_device, padded);
    const cl::Buffer& parameters = m_parameters.numbers<RowParameters>(m_device, padded);
    cl_int flags = maskFlags(m_head) | (softcap ? softcapped : 0);
    if (m_pass.rows)
        flags |= scoreMoments | logitMoments;
    m_bias.numbers<float>(m_device, 1); // kernels take a buffer also where they read none
    m_mask.numbers<unsigned char>(m_device, 1);
    if (m_head.bias)
        bring<float>(m_device, block, m_head.bias->data(), m_head.nK(), m_bias);
    if (m_head.mask)
        bring<unsigned char>(m_device, block, m_head.mask->data(), m_head.nK(), m_mask);
    const Index group = m_device.shape.group;
    launch(m_device, m_device.kernels.rows, range(count * group), range(group), whole(start), block.scores,
           block.logits, whole(block.cols), whole(block.firstKey), whole(block.row), m_ranges,
           static_cast<cl_float>(scale), static_cast<cl_float>(softcap.value_or(1)), *m_bias, *m_mask, flags, records,
           parameters);
    const bool selectedHere = m_pass.selected && *m_pass.selected >= rows.begin && *m_pass.selected < rows.end;
    if (m_pass.spectral && m_pass.rows)
        launch(m_device, m_device.kernels.spectral, range(count * group), range(group), whole(start), block.logits,
               whole(block.cols), parameters, records);
    else if (selectedHere)
        launch(m_device, m_device.kernels.spectral, range(group), range(group), whole(*m_pass.selected - block.row),
               block.logits, whole(block.cols), parameters, records);
    const KeyRange read = m_pass.rows    ? rows
                          : selectedHere ? KeyRange{*m_pass.selected, *m_pass.selected + 1}
                                         : KeyRange{};
    if (read.begin < read.end)
        m_device.queue.enqueueReadBuffer(
            records, CL_FALSE, sizeof(RowRecord) * static_cast<std::size_t>(read.begin - block.row),
            sizeof(RowRecord) * static_cast<std::size_t>(read.end - read.begin), m_read.data() + read.begin);
}

void DevicePass::addMap(const Block& block, DeviceMap& map, const cl::Buffer& values, Index valuesLd,
                        Index firstColumn) {
    const Region& region = map.request.region;
    const KeyRange rows = common(block.row, block.row + block.rows, region.rowBegin, region.rowEnd);
    if (rows.begin >= rows.end)
        return;
    const Index count = rows.end - rows.begin, start = rows.begin - block.row;
    if (!map.map->exact()) {
        addCells(block, map, values, valuesLd, firstColumn, rows);
        return;
    }
    const cl::Buffer& target = map.block.numbers<float>(m_device, count * region.cols());
    const Index vectors = (region.cols() + m_device.shape.width - 1) / m_device.shape.width;
    // A row that no map but the scores needs has no parameters: any buffer stands for them.
    launch(m_device, m_device.kernels.exact, range(vectors, count), cl::NullRange, numberOf(map.request.map), values,
           block.logits, whole(valuesLd), whole(start), whole(region.colBegin - firstColumn), whole(region.cols()),
           m_softmax ? *m_parameters : values, target);
    m_device.queue.enqueueReadBuffer(target, CL_FALSE, 0,
                                     sizeof(float) * static_cast<std::size_t>(count * region.cols()),
                                     &map.map->cells(rows.begin - region.rowBegin, 0));
}

void DevicePass::addCells(const Block& block, DeviceMap& map, const cl::Buffer& values, Index valuesLd,
                          Index firstColumn, KeyRange rows) {
    const Region& region = map.request.region;
    const Index poolRows = map.map->poolRows, poolCols = map.map->poolCols, across = map.map->cells.cols();
    const Index first = rows.begin - region.rowBegin, firstCell = first / poolRows;
    const Index lastCell = (rows.end - 1 - region.rowBegin) / poolRows;
    const Index count = (lastCell - firstCell + 1) * across;
    const Shape& shape = m_device.shape;
    if (shape.processor && poolCols < shape.width / 2) {
        launch(m_device, m_device.kernels.narrowCells,
               range((across + shape.width - 1) / shape.width, lastCell - firstCell + 1), cl::NullRange,
               numberOf(map.request.map), values, block.logits, whole(valuesLd), whole(rows.begin - block.row),
               whole(rows.end - block.row), whole(first), whole(region.colBegin - firstColumn), whole(region.cols()),
               whole(poolRows), whole(poolCols), whole(firstCell), whole(across),
               cl_int(map.request.reduce == Reducer::mean), m_softmax ? *m_parameters : values, map.cells);
        return;
    }
    // Work-items of a cell: along its columns first, as they lie in memory.
    Index wide = 1, high = 1, together = 1;
    if (shape.processor) {
        together = 16;
    } else {
        while (wide * 2 <= shape.cells && wide * shape.width < poolCols)
            wide *= 2;
        while (wide * high * 2 <= shape.cells && high < poolRows)
            high *= 2;
        together = shape.cells / (wide * high);
    }
    const auto room = cl::Local(sizeof(cl_float4) * static_cast<std::size_t>(wide * high * together));
    launch(m_device, m_device.kernels.cells, range(wide, high, upTo(count, together)), range(wide, high, together),
           numberOf(map.request.map), values, block.logits, whole(valuesLd), whole(rows.begin - block.row),
           whole(rows.end - block.row), whole(first), whole(region.colBegin - firstColumn), whole(region.cols()),
           whole(poolRows), whole(poolCols), whole(firstCell), whole(across), whole(count),
           cl_int(map.request.reduce == Reducer::mean), m_softmax ? *m_parameters : values, map.cells, room);
}

void DevicePass::addOutput(const Block& block) {
    const Index panels = panelsOf(block.rows), columns = upTo(m_head.dV(), panelRows);
    const cl::Buffer& weights = m_weights.numbers<float>(m_device, panels * panelRows * block.cols);
    const cl::Buffer& output = m_output.numbers<float>(m_device, panels * panelRows * columns + slack);
    if (block.cols > 0)
        launch(m_device, m_device.kernels.weightPanels, range(panelRows, block.cols / m_device.shape.width, panels),
               cl::NullRange, block.logits, whole(block.cols), whole(block.cols), *m_parameters, weights);
    const cl::NDRange global =
        m_device.shape.processor ? range(columns / 32, panels * 8) : range(columns / panelRows * 16, panels * 16);
    const cl::NDRange local = m_device.shape.processor ? range(1, 8) : range(16, 16);
    m_device.queue.enqueueFillBuffer(output, 0.F, 0,
                                     sizeof(float) * static_cast<std::size_t>(panels * panelRows * columns + slack));
    if (block.cols > 0)
        launch(m_device, m_device.kernels.product, global, local, weights, cl_ulong(block.cols), cl_ulong(0),
               cl_ulong(0), m_values, cl_ulong(upTo(m_head.nK(), panelRows)), cl_ulong(0), cl_ulong(block.firstKey),
               whole(block.cols), output, whole(columns), m_allTiles);
    if (!m_v->bad().empty() && block.cols > 0)
        addBadValues(block, output, columns);
    for (DeviceMap& map : m_maps)
        if (map.request.map == MapName::output)
            addMap(block, map, output, columns, 0);
}

void DevicePass::addBadValues(const Block& block, const cl::Buffer& output, Index outputLd) {
    std::vector<cl_int> columns;
    std::vector<float> values;
    for (const Index j : m_v->bad()) {
        if (j < block.firstKey || j >= block.firstKey + block.cols)
            continue;
        columns.push_back(whole(j - block.firstKey));
        values.insert(values.end(), m_head.v.row(j).begin(), m_head.v.row(j).end());
    }
    if (columns.empty())
        return;
    launch(m_device, m_device.kernels.badValues, range(m_head.dV(), block.rows), cl::NullRange, block.logits,
           whole(block.cols), *m_parameters, *m_bias, *m_mask, maskFlags(m_head),
           m_device.copyOf(std::span<const cl_int>(columns)), whole(std::ssize(columns)),
           m_device.copyOf(std::span<const float>(values)), whole(m_head.dV()), output, whole(outputLd));
}

void DevicePass::finish() {
    for (DeviceMap& map : m_maps) {
        if (map.map->exact())
            continue;
        MatrixF& cells = map.map->cells;
        const cl::Buffer target = m_device.numbers<float>(cells.size());
        launch(m_device, m_device.kernels.finish, range(cells.size()), cl::NullRange,
               cl_int(map.request.reduce == Reducer::mean), map.cells, target);
        m_device.queue.enqueueReadBuffer(target, CL_TRUE, 0, sizeof(float) * static_cast<std::size_t>(cells.size()),
                                         cells.data());
    }
    m_device.queue.finish();
    if (m_pass.rows)
        takeStatistics();
    if (m_pass.selected)
        takeSelected();
}

void DevicePass::takeStatistics() {
    m_frame.rows.clear();
    m_frame.scores = m_frame.logits = {};
    double sum = 0, count = 0;
    for (Index i = 0; i < m_head.nQ(); ++i) {
        const RowRecord& record = m_read[static_cast<std::size_t>(i)];
        const RowSoftmax softmax = softmaxOf(record);
        RowStatistics row = softmax.statistics();
        if (m_pass.spectral)
            row.spectral = spectralOf(record, softmax);
        m_frame.rows.push_back(row);
        m_frame.scores = merged(m_frame.scores, scoreMomentsOf(record));
        m_frame.logits = merged(m_frame.logits, logitMomentsOf(record));
        const double self = m_head.nQ() == m_head.nK() ? selfWeightOf(record, softmax, i) : undefined;
        sum += std::isnan(self) ? 0 : self;
        count += std::isnan(self) ? 0 : 1;
    }
    m_frame.selfWeight = count > 0 ? sum / count : undefined;
}

void DevicePass::takeSelected() {
    const RowRecord& record = m_read[static_cast<std::size_t>(*m_pass.selected)];
    const RowSoftmax softmax = softmaxOf(record);
    RowDetail detail;
    detail.row = *m_pass.selected;
    VectorF* const parts[] = {&detail.scores, &detail.logits, &detail.weights, &detail.jacobian};
    for (std::size_t m = 0; m < m_detail.size(); ++m)
        *parts[m] = m_detail[m].cells.row(0);
    detail.statistics = softmax.statistics();
    detail.statistics.spectral = spectralOf(record, softmax);
    m_frame.selected = std::move(detail);
}

} // namespace softscope::opencl
