// One vector of a head: its numbers, its name, and how it is edited.
#pragma once

#include "core/head/head.h"
#include "core/scene/edit_list.h"

#include <QString>

#include <functional>

namespace softscope {

class Session;

/// The vectors in that role; q for the x of a head that is not projected.
const MatrixF& matrixOf(const Head& head, Role role);
const std::vector<std::string>& labelsOf(const Head& head, Role role);

/// "x", "q", "k", "v".
QString letterOf(Role role);
/// One name for all edits that a drag of one handle makes; `part` tells components and targets apart.
QString gestureOf(const char* kind, VectorName vector, Index part = 0);

void editVectors(Session* session, const QString& text, const QString& gesture,
                 const std::function<void(std::vector<Edit>&)>& change);

} // namespace softscope
