// A block of query rows on the device, and what one pass makes of it.
#pragma once

#include "core/engine/forward.h"
#include "core/engine/opencl/device_memory.h"
#include "core/engine/opencl/row_record.h"

namespace softscope::opencl {

/// Query rows [row, row + rows) and the keys that any pass needs of them, with their raw scores.
struct Block {
    Index row, rows;      ///< row is a multiple of 64
    Index firstKey, cols; ///< multiples of 64; cols is the length of a row of `scores`
    cl::Buffer scores, logits;
};

/// One map on its way: cells that live through all blocks, or every number, read block by block.
struct DeviceMap {
    DeviceMap(const DeviceMemory& device, const MapRequest& request, const Region& whole, Map& map);
    MapRequest request;
    Map* map;
    cl::Buffer cells; ///< four numbers a cell; unused by an exact map
    Room block;       ///< of an exact map: the block's rows
};

/// What one pass needs on the device, over all blocks.
class DevicePass {
public:
    DevicePass(const DeviceMemory& device, const Head& head, const FiniteMatrix* v, const Pass& pass, Frame& frame);

    /// Query rows of the block that the pass needs, begin == end: none; and the keys of those.
    KeyRange rowsOf(Index row, Index rows) const;
    KeyRange keysOf(Index row, Index rows) const;
    /// Puts the block's work into the queue. The frame is complete after finish().
    void add(const Block& block);
    void finish();

private:
    bool wants(MapName map, Index row, Index rows) const;
    void addRows(const Block& block, KeyRange rows);
    void addMap(const Block& block, DeviceMap& map, const cl::Buffer& values, Index valuesLd, Index firstColumn);
    void addCells(const Block& block, DeviceMap& map, const cl::Buffer& values, Index valuesLd, Index firstColumn,
                  KeyRange rows);
    void addOutput(const Block& block);
    void addBadValues(const Block& block, const cl::Buffer& output, Index outputLd);
    void takeStatistics();
    void takeSelected();

    const DeviceMemory& m_device;
    const Head& m_head;
    const FiniteMatrix* m_v;
    const Pass& m_pass;
    Frame& m_frame;
    bool m_softmax = false;
    std::vector<DeviceMap> m_maps;
    std::array<Map, 4> m_detail;     ///< of the selected row: scores, scaled, weights, jacobian
    cl::Buffer m_ranges;             ///< the keys that each query sees
    cl::Buffer m_values, m_allTiles; ///< V in panels, where the output is asked for
    Room m_records, m_parameters, m_bias, m_mask, m_weights, m_output;
    std::vector<RowRecord> m_read; ///< one a query, where they are asked for
};

} // namespace softscope::opencl
