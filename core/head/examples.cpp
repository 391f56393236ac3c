#include "core/head/recipes.h"

namespace softscope {

Head workedExample() {
    Head head;
    head.q.resize(3, 4);
    head.q << 1, 0, 1, 0, //
        0, 1, 0, 1,       //
        1, 1, 0, 0;
    head.k = head.q;
    head.v.resize(3, 4);
    head.v << 1, 2, 0, 0, //
        0, 1, 2, 0,       //
        0, 0, 1, 2;
    head.queryLabels = head.keyLabels = {"A", "B", "C"};
    head.origin = "worked example";
    return head;
}

Head saturationExample() {
    constexpr Index dK = 64;
    Head head;
    // A asks for everything: 40 of its ones meet a one in key A, 2 in key B. B asks only for what key A lacks.
    head.q = MatrixF::Ones(2, dK);
    head.q.row(1).head(40).setZero();
    head.k = MatrixF::Zero(2, dK);
    head.k.row(0).head(40).setOnes();
    head.k.row(1).tail(2).setOnes();
    head.v.resize(2, 2);
    head.v << 1, 0, //
        0, -1;
    head.queryLabels = head.keyLabels = {"A", "B"};
    head.origin = "saturation example";
    return head;
}

} // namespace softscope
