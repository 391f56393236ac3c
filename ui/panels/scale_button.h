// The button "÷ √dₖ": lit while the scores are scaled. It shows another scale by its own name.
#pragma once

#include "core/scene/scene.h"
#include "ui/panels/lit_button.h"

#include <QString>

namespace softscope {

class Session;

class ScaleButton : public LitButton {
    Q_OBJECT

public:
    explicit ScaleButton(Session* session, QWidget* parent = nullptr);

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return sizeHint(); }

protected:
    void nextCheckState() override {} // the scene alone decides

private:
    void refresh();

    Session* m_session;
};

/// "÷ √dₖ", "÷ dₖ", "× 0.3": what is done to the scores. With no scale: what the button would do.
QString scaleWord(const Scale& scale);
/// "0.125 = 1/√64": the factor as a number, and where it comes from. Empty while d_k is not known.
QString scaleEquation(const Scale& scale, Index dK);

} // namespace softscope
