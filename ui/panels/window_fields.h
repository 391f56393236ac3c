// The two numbers of a window mask: how many keys before and after a query it sees.
#pragma once

#include "core/scene/scene.h"

#include <QWidget>

#include <functional>

namespace softscope {

class NumberField;
class Session;

/// Edits the mask at `place` of the list.
class WindowFields : public QWidget {
    Q_OBJECT

public:
    WindowFields(Session* session, std::size_t place, QWidget* parent = nullptr);

private:
    NumberField* field(Index Mask::*side, const QString& text, const QString& gesture);
    const Mask* mask() const;

    Session* m_session;
    std::size_t m_place;
};

} // namespace softscope
