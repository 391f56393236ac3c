// Help: the keys, and what this is.
#pragma once

#include <QMenu>

namespace softscope {

class HelpMenu : public QMenu {
    Q_OBJECT

public:
    explicit HelpMenu(QWidget* parent = nullptr);
};

} // namespace softscope
