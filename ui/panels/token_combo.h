// A list to pick one token from.
#pragma once

#include <QComboBox>

namespace softscope {

class TokenModel;

class TokenCombo : public QComboBox {
    Q_OBJECT

public:
    TokenCombo(TokenModel* model, const QString& name, QWidget* parent);
    void showPopup() override;
};

} // namespace softscope
