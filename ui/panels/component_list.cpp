#include "ui/panels/component_list.h"

#include "core/render/number_text.h"
#include "core/scene/limits.h"
#include "ui/panels/component_delegate.h"
#include "ui/panels/component_model.h"
#include "ui/panels/slider_paint.h"
#include "ui/theme.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QScrollBar>

#include <algorithm>
#include <cmath>

namespace softscope {

namespace {

constexpr int rowsAtLeast = 4; // that the list asks room for

ValueScale scaleTo(double end) {
    const int decimals = std::clamp(2 - static_cast<int>(std::floor(std::log10(end))), 2, 9);
    return ValueScale::reals(-end, end, -limits::component, limits::component, 0, end / 50, decimals);
}

} // namespace

ComponentList::ComponentList(QWidget* parent)
    : QListView(parent), m_model(new ComponentModel(this)), m_scale(scaleTo(1)), m_pause(this) {
    setAccessibleName(tr("Components"));
    setFrameShape(QFrame::NoFrame);
    viewport()->setAutoFillBackground(false);
    setUniformItemSizes(true);
    setVerticalScrollMode(ScrollPerPixel);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setSelectionMode(NoSelection);
    setEditTriggers(EditKeyPressed | AnyKeyPressed);
    setMouseTracking(true);
    setTabKeyNavigation(false);
    setModel(m_model);
    setItemDelegate(new ComponentDelegate(this));
    verticalScrollBar()->setSingleStep(2 * theme::grid);
    m_pause.watch(this);
    connect(&m_pause, &StepPause::finished, this, &ComponentList::finished);
    connect(m_model, &ComponentModel::typed, this, [this](Index component, double value) {
        m_pause.finish();
        emit edited(component, value);
        emit finished();
    });
}

void ComponentList::setComponents(const VectorF& values, const std::vector<bool>& edited, bool another) {
    m_model->setComponents(values, edited);
    fitScale(another);
    if (!currentIndex().isValid() && values.size() > 0)
        setCurrentIndex(m_model->index(0));
}

const VectorF& ComponentList::values() const {
    return m_model->values();
}

std::optional<Index> ComponentList::current() const {
    return currentIndex().isValid() ? std::optional<Index>(currentIndex().row()) : std::nullopt;
}

/// The range stays while one vector is bent, unless a component leaves it.
void ComponentList::fitScale(bool another) {
    double largest = 0;
    for (const float value : values()) {
        if (std::isfinite(value))
            largest = std::max(largest, static_cast<double>(std::abs(value)));
    }
    if (m_dragged || (!another && largest <= m_scale.high))
        return;
    m_scale = scaleTo(std::min(roundedUp(1.2 * largest), limits::component));
    viewport()->update();
}

QRect ComponentList::rowRect(Index component) const {
    return visualRect(m_model->index(static_cast<int>(component)));
}

QRect ComponentList::sliderRect(Index component) const {
    const QRect row = rowRect(component);
    const int digits = std::max(2, static_cast<int>(QString::number(std::max<Index>(values().size() - 1, 0)).size()));
    const int left =
        row.left() + theme::grid / 2 + digits * fontMetrics().horizontalAdvance(QLatin1Char('0')) + theme::grid / 2;
    return {left, row.top(), numberRect(component).left() - theme::grid / 2 - left, row.height()};
}

QRect ComponentList::numberRect(Index component) const {
    const QRect row = rowRect(component);
    QFont bold = font(); // edited numbers are bold
    bold.setBold(true);
    const int width =
        QFontMetrics(bold).horizontalAdvance(QString::fromStdString(signedText(-std::max(8.0, 0.88 * m_scale.high))));
    return {row.right() - width - theme::grid / 2, row.top(), width, row.height()};
}

QSize ComponentList::minimumSizeHint() const {
    return {160, rowsAtLeast * itemDelegate()->sizeHint(QStyleOptionViewItem(), {}).height()};
}

void ComponentList::mousePressEvent(QMouseEvent* event) {
    const QPoint at = event->position().toPoint();
    const QModelIndex index = indexAt(at);
    if (event->button() != Qt::LeftButton || !index.isValid())
        return;
    setFocus(Qt::MouseFocusReason);
    setCurrentIndex(index);
    if (numberRect(index.row()).contains(at)) {
        edit(index);
        return;
    }
    const QRectF slider = sliderRect(index.row());
    if (!slider.contains(event->position()))
        return;
    m_pause.finish();
    m_dragged = index.row();
    const QRectF handle = handleRect(slider, m_scale.fractionOf(values()[index.row()]));
    const bool onHandle = handle.contains(event->position());
    m_grip = onHandle ? event->position().x() - handle.center().x() : 0;
    if (!onHandle)
        dragTo(event->position().x());
}

void ComponentList::mouseMoveEvent(QMouseEvent* event) {
    if (m_dragged)
        dragTo(event->position().x());
}

void ComponentList::mouseReleaseEvent(QMouseEvent* event) {
    if (event->button() != Qt::LeftButton || !m_dragged)
        return;
    m_dragged.reset();
    fitScale(false);
    emit finished();
}

void ComponentList::mouseDoubleClickEvent(QMouseEvent* event) {
    const QModelIndex index = indexAt(event->position().toPoint());
    if (index.isValid() && QRectF(sliderRect(index.row())).contains(event->position()))
        emit resetRequested(index.row());
}

void ComponentList::keyPressEvent(QKeyEvent* event) {
    // What the field being typed in leaves over is not for the list.
    if (state() == EditingState || !current() || event->modifiers().testFlag(Qt::ControlModifier))
        return event->ignore();
    switch (event->key()) {
    case Qt::Key_Left:
        return step(-1);
    case Qt::Key_Right:
        return step(1);
    case Qt::Key_Delete:
    case Qt::Key_Backspace:
        emit resetRequested(*current());
        return;
    case Qt::Key_Return:
    case Qt::Key_Enter:
        edit(currentIndex());
        return;
    default:
        QListView::keyPressEvent(event);
    }
}

bool ComponentList::event(QEvent* event) {
    if (event->type() == QEvent::FontChange || event->type() == QEvent::StyleChange)
        scheduleDelayedItemsLayout();
    return QListView::event(event);
}

void ComponentList::dragTo(double x) {
    const QRectF slider = sliderRect(*m_dragged);
    const double fraction = std::clamp(fractionAt(slider, x - m_grip), 0.0, 1.0);
    change(*m_dragged, m_scale.valueAt(fraction, pixelOf(slider) / 2));
}

void ComponentList::step(int count) {
    const Index component = *current();
    m_pause.step();
    change(component, m_scale.stepped(values()[component], count));
}

void ComponentList::change(Index component, double value) {
    if (component >= values().size() || static_cast<float>(value) == values()[component])
        return;
    m_model->setValue(component, value);
    emit edited(component, value);
}

} // namespace softscope
