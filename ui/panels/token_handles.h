// Three handles on one vector: its norm, noise on it, and a turn towards another token's.
#pragma once

#include "core/head/head.h"
#include "core/scene/edit_list.h"

#include <QWidget>

class QFormLayout;
class QToolButton;

namespace softscope {

class Session;
class TokenChoice;
class TokenCombo;
class ValueControl;

class TokenHandles : public QWidget {
    Q_OBJECT

public:
    TokenHandles(Session* session, const TokenChoice* choice, QWidget* parent = nullptr);

    /// `values` are the vector's, [d]; `another`: not the vector of the call before.
    void refresh(const Head& head, const VectorF& values, bool another);

signals:
    void changed();

private:
    void makeNorm(QFormLayout* form);
    void makeNoise(QFormLayout* form);
    void makeTurn(QFormLayout* form);
    ValueControl* addHandle(const QString& name, const QString& text, const QString& tip, double highest);
    void setNoiseSeed();

    void refreshNorm(const VectorF& values, bool another);
    void refreshNoise(const VectorF& values, bool another);
    void refreshTurn(const Head& head);
    Index turnTarget(const Head& head);
    std::optional<Index> chosenTarget();
    Edit openOf(EditKind kind, std::optional<Index> towards = {}) const;

    /// A target that was chosen by hand: it holds for that vector, until its turn becomes another (an undo).
    struct Chosen {
        VectorName vector;
        Edit open; ///< its newest turn
        Index token;
    };

    Session* m_session;
    const TokenChoice* m_choice;
    ValueControl* m_norm = nullptr;
    ValueControl* m_noise = nullptr;
    QToolButton* m_dice = nullptr;
    TokenCombo* m_target = nullptr;
    ValueControl* m_turn = nullptr;
    std::optional<Chosen> m_chosenTarget; ///< of the turn; empty: that of its newest turn, else the selected key
};

} // namespace softscope
