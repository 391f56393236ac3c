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

/// The open edit if it is of this kind.
Edit* openOfKind(std::vector<Edit>& edits, VectorName vector, EditKind kind) {
    const std::optional<std::size_t> at = openEdit(edits, vector);
    return at && edits[*at].kind == kind ? &edits[*at] : nullptr;
}

void putOrTake(std::vector<Edit>& edits, Edit* open, const Edit& edit) {
    if (open && edit.amount == 0)
        edits.erase(edits.begin() + (open - edits.data()));
    else if (open)
        *open = edit;
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
        if (vectorOf(edits[i]) == vector) {
            const Edit& found = edits[i];
            if (found.kind == EditKind::turn &&
                std::any_of(edits.begin() + static_cast<std::ptrdiff_t>(i) + 1, edits.end(), [&](const Edit& later) {
                    return changes(later, {found.role, found.towards});
                }))
                return std::nullopt;
            return i;
        }
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
    if (Edit* open = openOfKind(edits, vector, EditKind::norm))
        open->amount = amount;
    else
        edits.push_back(editOf(vector, EditKind::norm, amount));
}

void setTurn(std::vector<Edit>& edits, VectorName vector, Index towards, double degrees) {
    Edit* open = openOfKind(edits, vector, EditKind::turn);
    Edit edit = editOf(vector, EditKind::turn, degrees);
    edit.towards = towards;
    putOrTake(edits, open && open->towards == towards ? open : nullptr, edit);
}

void setNoise(std::vector<Edit>& edits, VectorName vector, std::uint64_t seed, double amount) {
    Edit edit = editOf(vector, EditKind::noise, amount);
    edit.seed = seed;
    putOrTake(edits, openOfKind(edits, vector, EditKind::noise), edit);
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
