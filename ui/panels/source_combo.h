// The list of presets, and "Open file…": where the head comes from.
#pragma once

#include <QComboBox>

namespace softscope {

class Session;
struct Scene;

class SourceCombo : public QComboBox {
    Q_OBJECT

public:
    explicit SourceCombo(Session* session, QWidget* parent = nullptr);

protected:
    /// A title that is too long ends in "…".
    void paintEvent(QPaintEvent* event) override;

signals:
    /// A preset was chosen: what to look at in it.
    void hint(const QString& sentence);

private:
    void choose(int row);
    int rowOf(const Scene& scene) const;
    void refresh();

    Session* m_session;
};

} // namespace softscope
