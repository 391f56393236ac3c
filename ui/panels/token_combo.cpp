#include "ui/panels/token_combo.h"

#include "ui/panels/token_model.h"

#include <QListView>

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

} // namespace softscope
