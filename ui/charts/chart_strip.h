// The charts under the maps: three places side by side.
#pragma once

#include <QWidget>

#include <array>

namespace softscope {

class ChartPlace;
class Session;

class ChartStrip : public QWidget {
    Q_OBJECT

public:
    explicit ChartStrip(Session* session, QWidget* parent = nullptr);

    ChartPlace* place(std::size_t i) const { return m_places.at(i); }

private:
    std::array<ChartPlace*, 3> m_places;
};

} // namespace softscope
