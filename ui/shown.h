// What is on screen: one evaluation with its pictures, immutable, shared by every view.
#pragma once

#include "core/analysis/score_distribution.h"
#include "core/analysis/summary.h"
#include "core/engine/evaluate.h"
#include "core/head/from_tensors.h"
#include "core/render/picture.h"

#include <array>
#include <memory>
#include <string>
#include <vector>

namespace softscope {

/// How many cells each place can show, in device pixels: given by the board, used for pooling.
struct CellBudget {
    Index rows = 512, cols = 512;
    bool operator==(const CellBudget&) const = default;
};

/// One map on screen.
struct ShownMap {
    Map map;
    Picture picture;
};

/// How far the evaluation of a request had come: of the query rows that it looks at.
struct Coverage {
    Index rows = 0, of = 0;
    double elapsed = 0, expected = 0; ///< milliseconds since the request was begun; in all, as far as can be told
    bool complete() const { return rows == of; }
};

struct Shown {
    std::uint64_t number = 0; ///< of the request; larger is newer
    int step = 0;             ///< of the results of one request; larger is newer
    Coverage coverage;        ///< not complete: the maps are of these rows, and frames of long heads have no statistics
    Scene scene;              ///< what was computed, fitted to the head
    HeadPointer head;
    std::shared_ptr<const TensorChoices> choices; ///< layers and heads of the tensor file; null for other sources
    Frame frame;               ///< with the scene's own softmax; the maps of both frames are in `maps`
    Frame other;               ///< with the scale switched (withOtherScale)
    bool frameIsScaled = true; ///< frame has a scale and other has none
    std::vector<ShownMap>
        maps; ///< the three places; with compare six: the upper three scaled, the lower three unscaled
    ScoreDistribution distribution;
    Summary summary, otherSummary;
    std::string sentence;    ///< liveSentence(): what is seen, with **bold** numbers
    double milliseconds = 0; ///< evaluate and render
};

using ShownPointer = std::shared_ptr<const Shown>;

} // namespace softscope
