#include "core/engine/opencl/device_engine.h"

#include "core/engine/opencl/device_block.h"

#include <algorithm>
#include <deque>

namespace softscope::opencl {

namespace {

Index upTo(Index value, Index multiple) {
    return (value + multiple - 1) / multiple * multiple;
}

/// Scores of one block: what stays in a processor's caches, or what keeps a GPU busy without taking much of it.
std::size_t cellsOf(const cl::Device& device, const Shape& shape) {
    constexpr std::size_t processorCells = std::size_t(1) << 19, most = std::size_t(1) << 26;
    if (shape.processor)
        return processorCells;
    const std::size_t memory = device.getInfo<CL_DEVICE_GLOBAL_MEM_SIZE>() / 16 / sizeof(float);
    const std::size_t allocation = device.getInfo<CL_DEVICE_MAX_MEM_ALLOC_SIZE>() / sizeof(float);
    return std::min({most, memory, allocation});
}

/// Which panels of keys each panel of queries needs, for all passes together.
std::vector<cl_int2> tilesOf(const std::vector<std::unique_ptr<DevicePass>>& passes, Index nQ) {
    std::vector<cl_int2> tiles;
    for (Index row = 0; row < nQ; row += panelRows) {
        const Index rows = std::min(panelRows, nQ - row);
        KeyRange keys;
        bool any = false;
        for (const auto& pass : passes) {
            const KeyRange needed = pass->keysOf(row, rows);
            if (needed.begin >= needed.end)
                continue;
            keys = any ? KeyRange{std::min(keys.begin, needed.begin), std::max(keys.end, needed.end)} : needed;
            any = true;
        }
        tiles.push_back({{static_cast<cl_int>(keys.begin / panelRows), static_cast<cl_int>(panelsOf(keys.end))}});
    }
    return tiles;
}

/// Panels of queries [begin, end) that make one block, and the panels of keys that they need.
struct Cut {
    Index begin, end, firstKey = 0, lastKey = 0;
};

/// As many panels from `begin` on as fit into so many scores, one at least.
Cut cutFrom(Index begin, Index panels, const std::vector<cl_int2>& tiles, std::size_t cells) {
    Cut cut{begin, begin};
    while (cut.end < panels && cut.end - cut.begin < mostPanels) {
        const auto [first, last] = tiles[static_cast<std::size_t>(cut.end)].s;
        Cut longer = cut;
        longer.end = cut.end + 1;
        if (first < last) {
            const bool none = cut.firstKey >= cut.lastKey;
            longer.firstKey = none ? first : std::min<Index>(cut.firstKey, first);
            longer.lastKey = none ? last : std::max<Index>(cut.lastKey, last);
        }
        const Index size = (longer.end - longer.begin) * (longer.lastKey - longer.firstKey) * panelRows * panelRows;
        if (cut.end > cut.begin && static_cast<std::size_t>(size) > cells)
            break;
        cut = longer;
    }
    return cut;
}

[[noreturn]] void fail(const cl::Error& failure) {
    throw DeviceError(std::string(failure.what()) + " failed with " + nameOfError(failure.err()));
}

/// What the products are made of: the head's own, or its rows normalised; v is null where no output is asked for.
struct Operands {
    const Head& head;
    const MatrixF &q, &k;
    const FiniteMatrix* v;
};

Head trialHead() {
    Head head;
    head.q = MatrixF::Constant(3, 2, 0.5F);
    head.k = MatrixF::Constant(70, 2, 0.25F);
    head.v = MatrixF::Constant(70, 2, 1.F);
    head.v(1, 1) = std::numeric_limits<float>::infinity();
    return head;
}

/// Waits for the queue when it goes: what is under way writes into frames and passes, which go after it.
class Settled {
public:
    explicit Settled(const cl::CommandQueue& queue) : m_queue(queue) {}
    ~Settled() {
        try {
            m_queue.finish();
        } catch (const cl::Error&) { // a lost device writes nothing any more
        }
    }
    Settled(const Settled&) = delete;
    Settled& operator=(const Settled&) = delete;
    Settled(Settled&&) = delete;
    Settled& operator=(Settled&&) = delete;

private:
    const cl::CommandQueue& m_queue;
};

} // namespace

struct DeviceEngine::State {
    State(const cl::Device& cl, const std::filesystem::path& cacheFolder, const Use& use)
        : device(cl, use.shape.value_or(shapeOf(cl)), cacheFolder, use.allocation),
          cells(use.cells > 0 ? use.cells : cellsOf(cl, device.shape)) {}

    void run(const Operands& operands, const std::vector<Job>& jobs, std::size_t blockCells,
             const std::function<void(double)>& between);
    void product(const Block& block, const cl::Buffer& q, const cl::Buffer& k, Index inner, const cl::Buffer& tiles);

    DeviceMemory device;
    std::size_t cells;
    Index lastRows = 0;
};

void DeviceEngine::State::product(const Block& block, const cl::Buffer& q, const cl::Buffer& k, Index inner,
                                  const cl::Buffer& tiles) {
    const auto size = [](Index x) { return static_cast<std::size_t>(x); };
    const Index panels = panelsOf(block.rows);
    const bool processor = device.shape.processor;
    const cl::NDRange global = processor ? cl::NDRange(size(block.cols / 32), size(panels * 8))
                                         : cl::NDRange(size(block.cols / panelRows * 16), size(panels * 16));
    launch(device, device.kernels.product, global, processor ? cl::NDRange(1, 8) : cl::NDRange(16, 16), q,
           cl_ulong(inner), cl_ulong(block.row / panelRows), cl_ulong(0), k, cl_ulong(inner),
           cl_ulong(block.firstKey / panelRows), cl_ulong(0), static_cast<cl_int>(inner), block.scores,
           static_cast<cl_int>(block.cols), tiles);
}

void DeviceEngine::State::run(const Operands& operands, const std::vector<Job>& jobs, std::size_t blockCells,
                              const std::function<void(double)>& between) {
    const Head& head = operands.head;
    constexpr Index innerMultiple = 16;
    const Index inner = upTo(head.dK(), innerMultiple), panels = panelsOf(head.nQ());
    const cl::Buffer q = device.panels(operands.q, inner), k = device.panels(operands.k, inner);
    std::vector<std::unique_ptr<DevicePass>> passes;
    passes.reserve(jobs.size());
    for (const Job& job : jobs)
        passes.push_back(std::make_unique<DevicePass>(device, head, operands.v, *job.pass, *job.frame));
    const std::vector<cl_int2> needed = tilesOf(passes, head.nQ());
    const cl::Buffer tiles = device.copyOf(std::span<const cl_int2>(needed));
    const auto wanted = [&](Index panel) {
        return std::any_of(passes.begin(), passes.end(), [&](const auto& pass) {
            const KeyRange rows = pass->rowsOf(panel * panelRows, std::min(panelRows, head.nQ() - panel * panelRows));
            return rows.begin < rows.end;
        });
    };
    Room scores, logits;
    std::deque<cl::Event> underWay;
    const Settled settled(device.queue); // before anything that the queue still uses is released
    lastRows = 0;
    for (Index panel = 0; panel < panels;) {
        if (!wanted(panel)) {
            ++panel;
            continue;
        }
        Index last = panel + 1;
        while (last < panels && last - panel < mostPanels && wanted(last))
            ++last;
        const Cut cut = cutFrom(panel, last, needed, blockCells);
        Block block{cut.begin * panelRows,
                    std::min(cut.end * panelRows, head.nQ()) - cut.begin * panelRows,
                    cut.firstKey * panelRows,
                    (cut.lastKey - cut.firstKey) * panelRows,
                    {},
                    {}};
        lastRows = std::max(lastRows, block.rows);
        const Index size = (cut.end - cut.begin) * panelRows * block.cols + slack;
        block.scores = scores.numbers<float>(device, size);
        block.logits = logits.numbers<float>(device, size);
        if (block.cols > 0)
            product(block, q, k, inner, tiles);
        for (const auto& pass : passes)
            pass->add(block);
        // The queue is filled one block ahead, so that a stop takes effect soon and the device never waits.
        device.queue.enqueueMarkerWithWaitList(nullptr, &underWay.emplace_back());
        device.queue.flush();
        if (underWay.size() > 1) {
            underWay.front().wait();
            underWay.pop_front();
        }
        panel = cut.end;
        between(static_cast<double>(panel) / static_cast<double>(panels));
    }
    for (const auto& pass : passes)
        pass->finish();
}

DeviceEngine::DeviceEngine(const cl::Device& device, const std::filesystem::path& cacheFolder, const Use& use) {
    try {
        d = std::make_unique<State>(device, cacheFolder, use);
    } catch (const cl::Error& failure) {
        fail(failure);
    }
    // Some compilers do their work, and fail, only when a kernel runs.
    const Head head = trialHead();
    Pass pass;
    pass.spectral = true;
    pass.maps = {{MapName::output, {0, 3, 0, 2}},
                 {MapName::weights, {0, 3, 0, 70}, 1, 7},
                 {MapName::weights, {0, 3, 0, 70}, 1, 7, Reducer::mean}};
    Frame frame;
    frame.maps.resize(pass.maps.size());
    stream(head, {{&pass, &frame}}, [](double) {});
    constexpr float even = 1.F / 70.F;
    for (const std::size_t map : {1U, 2U})
        if (!((frame.maps[map].cells.array() - even).abs() < 1e-6F).all())
            throw DeviceError("its kernels compute wrong weights");
}

DeviceEngine::~DeviceEngine() = default;

void DeviceEngine::stream(const Head& head, const std::vector<Job>& jobs, const std::function<void(double)>& between) {
    const bool qkNorm = jobs.front().pass->options.qkNorm;
    const MatrixF q = qkNorm ? normalisedRows(head.q) : MatrixF(), k = qkNorm ? normalisedRows(head.k) : MatrixF();
    std::optional<FiniteMatrix> v;
    if (std::any_of(jobs.begin(), jobs.end(), [](const Job& job) { return wantsOutput(*job.pass); }))
        v.emplace(head.v);
    const Operands operands{head, qkNorm ? q : head.q, qkNorm ? k : head.k, v ? &*v : nullptr};
    constexpr std::size_t least = panelRows * panelRows;
    for (std::size_t cells = d->cells;; cells /= 4) {
        try {
            d->run(operands, jobs, cells, between);
            return;
        } catch (const cl::Error& failure) {
            if (!isMemoryError(failure.err()) || cells / 4 < least)
                fail(failure);
        }
    }
}

Index DeviceEngine::lastBlockRows() const {
    return d->lastRows;
}

} // namespace softscope::opencl
