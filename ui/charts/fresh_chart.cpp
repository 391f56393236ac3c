#include "ui/charts/fresh_chart.h"

#include "ui/session.h"

namespace softscope {

namespace {
constexpr int pauseMs = 150; ///< longer than between two ticks of a drag
} // namespace

FreshChart::FreshChart(Session* session, QWidget* parent) : Chart(parent), m_session(session) {
    m_pause.setSingleShot(true);
    m_pause.setInterval(pauseMs);
    connect(&m_pause, &QTimer::timeout, this, [this] { ask(m_session->scene()); });
    connect(session, &Session::sceneChanged, this, &FreshChart::follow);
}

void FreshChart::begin() {
    follow();
}

void FreshChart::follow() {
    takeScene(m_session->scene());
    Scene scene = relevant(m_session->scene());
    if (m_asked && *m_asked == scene)
        return;
    m_asked = std::move(scene);
    stopAsking();
    m_pause.start();
}

Scene withoutLooks(const Scene& scene) {
    Scene result;
    result.source = scene.source;
    result.source.labels.clear();
    result.softmax = scene.softmax;
    result.sweep = scene.sweep;
    result.depth = scene.depth;
    return result;
}

} // namespace softscope
