#include "core/scene/edit_list.h"

#include <algorithm>
#include <set>

namespace softscope {

namespace {

/// `later` read the vector, or made it anew: an edit before it can no longer be changed without changing more.
bool closes(const Edit& later, VectorName vector) {
    if (later.kind == EditKind::turn && later.role == vector.role && later.towards == vector.token)
        return true;
    return later.role == Role::x && vector.role != Role::x && later.token == vector.token;
}

/// `later` changes the vector itself or the embedding that it is projected from.
bool changes(const Edit& later, VectorName vector) {
    return later.token == vector.token && (later.role == vector.role || later.role == Role::x);
}

bool isComponent(const Edit& edit, VectorName vector, Index component) {
    return edit.kind == EditKind::component && edit.component == component && vectorOf(edit) == vector;
}

/// No later edit bent what a turn is towards. True of the other kinds.
bool targetStays(const std::vector<Edit>& edits, std::size_t at) {
    const Edit& edit = edits[at];
    return edit.kind != EditKind::turn ||
           std::none_of(edits.begin() + static_cast<std::ptrdiff_t>(at) + 1, edits.end(), [&](const Edit& later) {
               return changes(later, {edit.role, edit.towards});
           });
}

void putOrTake(std::vector<Edit>& edits, std::optional<std::size_t> open, const Edit& edit) {
    if (open && edit.amount == 0)
        edits.erase(edits.begin() + static_cast<std::ptrdiff_t>(*open));
    else if (open)
        edits[*open] = edit;
    else if (edit.amount != 0)
        edits.push_back(edit);
}

Edit editOf(VectorName vector, EditKind kind, double amount) {
    Edit edit;
    edit.role = vector.role;
    edit.token = vector.token;
    edit.kind = kind;
    edit.amount = amount;
    return edit;
}

} // namespace

VectorName vectorOf(const Edit& edit) {
    return {edit.role, edit.token};
}

std::optional<std::size_t> openEdit(const std::vector<Edit>& edits, VectorName vector) {
    for (std::size_t i = edits.size(); i-- > 0;) {
        if (vectorOf(edits[i]) == vector)
            return targetStays(edits, i) ? std::optional(i) : std::nullopt;
        if (closes(edits[i], vector))
            return std::nullopt;
    }
    return std::nullopt;
}

std::optional<std::size_t> openOperation(const std::vector<Edit>& edits, VectorName vector, EditKind kind,
                                         std::optional<Index> towards) {
    for (std::size_t i = edits.size(); i-- > 0;) {
        const bool right = edits[i].kind == kind && (!towards || edits[i].towards == *towards);
        if (vectorOf(edits[i]) == vector && right)
            return targetStays(edits, i) ? std::optional(i) : std::nullopt;
        if (closes(edits[i], vector))
            return std::nullopt;
    }
    return std::nullopt;
}

std::optional<std::size_t> openComponent(const std::vector<Edit>& edits, VectorName vector, Index component) {
    for (std::size_t i = edits.size(); i-- > 0;) {
        if (isComponent(edits[i], vector, component))
            return i;
        if (closes(edits[i], vector) || (vectorOf(edits[i]) == vector && edits[i].kind != EditKind::component))
            return std::nullopt;
    }
    return std::nullopt;
}

std::vector<std::size_t> openComponents(const std::vector<Edit>& edits, VectorName vector) {
    std::vector<std::size_t> places;
    std::set<Index> seen;
    for (std::size_t i = edits.size(); i-- > 0;) {
        if (vectorOf(edits[i]) == vector) {
            if (edits[i].kind != EditKind::component)
                break;
            if (seen.insert(edits[i].component).second)
                places.push_back(i);
        } else if (closes(edits[i], vector)) {
            break;
        }
    }
    return places;
}

void setComponent(std::vector<Edit>& edits, VectorName vector, Index component, double amount) {
    if (const std::optional<std::size_t> at = openComponent(edits, vector, component)) {
        edits[*at].amount = amount;
        return;
    }
    Edit edit = editOf(vector, EditKind::component, amount);
    edit.component = component;
    edits.push_back(edit);
}

void setNorm(std::vector<Edit>& edits, VectorName vector, double amount) {
    const std::optional<std::size_t> open = openEdit(edits, vector);
    if (open && edits[*open].kind == EditKind::norm)
        edits[*open].amount = amount;
    else
        edits.push_back(editOf(vector, EditKind::norm, amount));
}

void setTurn(std::vector<Edit>& edits, VectorName vector, Index towards, double degrees) {
    Edit edit = editOf(vector, EditKind::turn, degrees);
    edit.towards = towards;
    putOrTake(edits, openOperation(edits, vector, EditKind::turn, towards), edit);
}

void setNoise(std::vector<Edit>& edits, VectorName vector, std::uint64_t seed, double amount) {
    Edit edit = editOf(vector, EditKind::noise, amount);
    edit.seed = seed;
    putOrTake(edits, openOperation(edits, vector, EditKind::noise), edit);
}

void resetComponent(std::vector<Edit>& edits, VectorName vector, Index component) {
    std::erase_if(edits, [&](const Edit& edit) { return isComponent(edit, vector, component); });
}

void resetVector(std::vector<Edit>& edits, VectorName vector) {
    std::erase_if(edits, [&](const Edit& edit) { return vectorOf(edit) == vector; });
}

bool isEdited(const std::vector<Edit>& edits, VectorName vector) {
    return std::any_of(edits.begin(), edits.end(), [&](const Edit& edit) { return vectorOf(edit) == vector; });
}

bool isEdited(const std::vector<Edit>& edits, VectorName vector, Index component) {
    return std::any_of(edits.begin(), edits.end(),
                       [&](const Edit& edit) { return isComponent(edit, vector, component); });
}

} // namespace softscope
