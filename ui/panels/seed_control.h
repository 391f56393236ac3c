// A seed: a whole number to type, and a dice for another one.
#pragma once

#include <QWidget>

#include <cstdint>

class QLineEdit;
class QToolButton;

namespace softscope {

class SeedControl : public QWidget {
    Q_OBJECT

public:
    explicit SeedControl(QWidget* parent = nullptr);

    std::uint64_t seed() const { return m_seed; }
    /// Emits nothing; leaves a text that is being typed alone.
    void setSeed(std::uint64_t seed);
    /// For screen readers.
    void setName(const QString& name);

    QLineEdit* field() const { return m_field; }
    QToolButton* dice() const { return m_dice; }

signals:
    void edited(std::uint64_t seed);

private:
    void take();
    void go(std::uint64_t seed);

    QLineEdit* m_field;
    QToolButton* m_dice;
    std::uint64_t m_seed = 1;
};

/// A seed other than this one, short enough to be read out.
std::uint64_t anotherSeed(std::uint64_t seed);

} // namespace softscope
