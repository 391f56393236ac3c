// The arithmetic of hand edits: how a slider, a handle or a reset changes the list Scene.edits.
#pragma once

#include "core/scene/scene.h"

#include <cstddef>
#include <optional>
#include <vector>

namespace softscope {

/// One vector of the head: of which token, in which role.
struct VectorName {
    Role role = Role::q;
    Index token = 0;
    bool operator==(const VectorName&) const = default;
};

VectorName vectorOf(const Edit& edit);

/// The place in the list of the newest edit of this vector, if it may still be changed there: no later edit used what
/// it made (turned another vector towards this one, or projected this token's x anew), and the target of a turn is as
/// it was.
std::optional<std::size_t> openEdit(const std::vector<Edit>& edits, VectorName vector);

/// The place of the noise or turn (towards that token; none: whichever is newest) of this vector that its handle stands
/// for: the newest one that may still be changed there. Later edits of the vector itself apply to what it makes then.
std::optional<std::size_t> openOperation(const std::vector<Edit>& edits, VectorName vector, EditKind kind,
                                         std::optional<Index> towards = {});

/// The place of the edit that alone decides this component: after it come only edits of other components of the vector
/// and edits that have nothing to do with it.
std::optional<std::size_t> openComponent(const std::vector<Edit>& edits, VectorName vector, Index component);

/// The places of the edits that alone decide their components, newest first, one a component.
std::vector<std::size_t> openComponents(const std::vector<Edit>& edits, VectorName vector);

/// The component becomes `amount`: changes the open edit of it, or appends one.
void setComponent(std::vector<Edit>& edits, VectorName vector, Index component, double amount);

/// The norm becomes `amount`: changes the open edit if it is a norm, or appends one.
void setNorm(std::vector<Edit>& edits, VectorName vector, double amount);

/// The vector is turned by `degrees`: changes the open turn towards the same token, or appends one.
/// 0 degrees leaves no edit.
void setTurn(std::vector<Edit>& edits, VectorName vector, Index towards, double degrees);

/// Noise of that seed and standard deviation: changes the open noise, or appends one. 0 leaves no edit.
void setNoise(std::vector<Edit>& edits, VectorName vector, std::uint64_t seed, double amount);

/// Takes back every edit of one component, of a whole vector. Other edits stay and apply in their order.
void resetComponent(std::vector<Edit>& edits, VectorName vector, Index component);
void resetVector(std::vector<Edit>& edits, VectorName vector);

bool isEdited(const std::vector<Edit>& edits, VectorName vector);
bool isEdited(const std::vector<Edit>& edits, VectorName vector, Index component);

} // namespace softscope
