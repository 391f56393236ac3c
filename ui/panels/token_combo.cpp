#include "ui/panels/token_combo.h"

#include "ui/panels/token_model.h"
#include "ui/theme.h"

#include <QListView>
#include <QScreen>
#include <QStyle>

#include <algorithm>

namespace softscope {

TokenCombo::TokenCombo(TokenModel* model, const QString& name, QWidget* parent) : QComboBox(parent) {
    setObjectName(name);
    setModel(model);
    auto* list = new QListView(this);
    list->setUniformItemSizes(true); // a million tokens open at once
    setView(list);
    setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    setMinimumContentsLength(6);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
}

/// As wide as its tokens; what is longer than half the screen ends in an ellipsis and has a tool tip.
void TokenCombo::showPopup() {
    constexpr int measured = 1024; // tokens
    const QFontMetrics metrics(view()->font());
    int widest = 0;
    for (int token = 0; token < std::min(count(), measured); ++token)
        widest = std::max(widest, metrics.horizontalAdvance(itemText(token)));
    const int beside = style()->pixelMetric(QStyle::PM_ScrollBarExtent, nullptr, view()) + 3 * theme::grid;
    view()->setMinimumWidth(std::min(widest + beside, screen()->availableGeometry().width() / 2));
    QComboBox::showPopup();
}

} // namespace softscope
