// How long an evaluation will take, from how long the last ones took.
#pragma once

#include "core/base/matrix.h"

namespace softscope {

class Pace {
public:
    /// Of a pass over `rows` query rows and `keys` keys of dimension dK, with `softmaxes` softmaxes over the scores, in
    /// arbitrary units: a score costs its multiplications, a softmax about as much as 48 of them.
    static double work(Index rows, Index keys, Index dK, int softmaxes) {
        return static_cast<double>(rows) * static_cast<double>(keys) * static_cast<double>(dK + 48 * softmaxes);
    }
    double milliseconds(double work) const { return work / m_perMillisecond; }
    double workIn(double milliseconds) const { return milliseconds * m_perMillisecond; }
    /// Takes a measurement in; short ones say little and are left out.
    void learn(double work, double milliseconds) {
        if (milliseconds >= 2)
            m_perMillisecond = (m_perMillisecond + work / milliseconds) / 2;
    }

private:
    double m_perMillisecond = 6e7; ///< of two usual cores
};

} // namespace softscope
