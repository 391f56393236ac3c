#include "ui/charts/chart_strip.h"

#include "ui/charts/chart_place.h"
#include "ui/theme.h"

#include <QHBoxLayout>

namespace softscope {

ChartStrip::ChartStrip(Session* session, QWidget* parent) : QWidget(parent) {
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(theme::grid, theme::grid / 2, theme::grid, theme::grid / 2);
    layout->setSpacing(2 * theme::grid);
    for (std::size_t i = 0; i < m_places.size(); ++i) {
        m_places[i] = new ChartPlace(session, i, this);
        layout->addWidget(m_places[i], 1);
    }
}

} // namespace softscope
