#include "ui/session_private.h"

#include "core/base/error.h"
#include "core/engine/backends.h"
#include "core/scene/validate.h"
#include "ui/exception_sentence.h"

#include <QFileInfo>

#include <algorithm>

namespace softscope {

namespace {

using namespace std::chrono_literals;

constexpr auto slowAfter = 1s;        // then busyChanged(true)
constexpr auto curveAfter = 60ms;     // the chart against d_k waits until the sliders rest
constexpr auto curvePatience = 400ms; // and is then let finish

bool showsGradient(const View& view) {
    return std::find(view.charts.begin(), view.charts.end(), ChartName::gradientNorm) != view.charts.end();
}

/// What the curve depends on, everything else at its default: a drag of d_k leaves it as it was.
Scene curveSceneOf(const Scene& scene) {
    Scene key;
    key.source = scene.source;
    key.source.dK = 1;
    key.source.dV = 1;
    key.source.labels.clear();
    key.edits = scene.edits;
    key.softmax = scene.softmax;
    key.softmax.scale = {};
    if (showsGradient(scene.view)) {
        key.source.dV = scene.source.dV;
        key.view.charts[0] = ChartName::gradientNorm;
    }
    return key;
}

bool showsCurve(const View& view) {
    return std::any_of(view.charts.begin(), view.charts.end(), [](ChartName chart) {
        return chart == ChartName::effectiveTokens || chart == ChartName::largestWeight ||
               chart == ChartName::jacobianNorm || chart == ChartName::gradientNorm;
    });
}

} // namespace

Session::Private::Private(Session& session, Backends* places)
    : q(session), backends(places), mail(std::make_shared<Mailbox<Private>>(*this)),
      maps([mailbox = mail, evaluator = std::make_shared<SceneEvaluator>(places)](const SceneRequest& request,
                                                                                  const JobStop& stop) {
          const std::uint64_t number = request.number;
          try {
              const ShownPointer result = evaluator->evaluate(request, stop, [&](const ShownPointer& part) {
                  mailbox->post([part](Private& d) { d.takeShown(part); });
                  stop.showed();
              });
              mailbox->post([result](Private& d) { d.takeShown(result); });
          } catch (const Cancelled&) { // whoever stopped it knows
          } catch (...) {
              mailbox->post([number, text = sentenceOfException()](Private& d) { d.takeFailure(number, text); });
          }
      }),
      curves(
          [mailbox = mail, builder = std::make_shared<HeadBuilder>()](const CurveRequest& request,
                                                                      const std::stop_token& stop) {
              const std::uint64_t number = request.first;
              std::shared_ptr<const DkCurve> result;
              try {
                  result = std::make_shared<const DkCurve>(
                      dkCurve(request.second, *builder, stop, 64, showsGradient(request.second.view)));
              } catch (const Cancelled&) {
                  return;
              } catch (const std::exception&) { // the maps of the same scene say what is wrong
                  result.reset();
              }
              mailbox->post([number, result](Private& d) { d.takeCurve(number, result); });
          },
          curvePatience) {
    slow.setSingleShot(true);
    slow.setInterval(slowAfter);
    QObject::connect(&slow, &QTimer::timeout, &q, [this] { setBusy(true); });
    curveDelay.setSingleShot(true);
    curveDelay.setInterval(curveAfter);
    QObject::connect(&curveDelay, &QTimer::timeout, &q, [this] { requestCurve(); });
}

Session::Private::~Private() {
    mail->close();
}

std::optional<Scene> Session::Private::accepted(Scene scene) {
    if (const std::optional<Index> tokens = knownTokens(scene.source); tokens && *tokens > 0)
        scene = fitted(std::move(scene), *tokens, *tokens);
    try {
        validate(scene);
    } catch (const Error& refusal) {
        emit q.failed(QString::fromUtf8(refusal.what()));
        return std::nullopt;
    }
    return scene;
}

void Session::Private::changed() {
    dropStaleLocks();
    requestMaps();
    emit q.sceneChanged();
}

void Session::Private::requestMaps() {
    SceneRequest request{++requested, history.scene(), budget, {}, {}};
    if (backends)
        request.backend = backends->choice();
    for (std::size_t place = 0; place < locks.size(); ++place) {
        if (locks[place])
            request.locks[place] = locks[place]->colors;
    }
    maps.submit(std::move(request));
    if (!busy && !slow.isActive())
        slow.start();
    if (!showsCurve(history.scene().view) || curveScene == curveSceneOf(history.scene()))
        return;
    if (curveDone != curveRequested) { // what is being computed is of no use any more
        curves.cancel();
        curveDone = curveRequested;
        curveScene.reset();
    }
    curveDelay.start();
}

void Session::Private::requestCurve() {
    if (done != requested) { // the maps come first
        curveDelay.start();
        return;
    }
    curveScene = curveSceneOf(history.scene());
    curves.submit({++curveRequested, *curveScene});
}

void Session::Private::answered(std::uint64_t number) {
    done = std::max(done, number);
    slow.stop();
    setBusy(false);
    if (done != requested)
        slow.start();
}

void Session::Private::setBusy(bool on) {
    if (busy == on)
        return;
    busy = on;
    emit q.busyChanged(on);
}

void Session::Private::dropStaleLocks() {
    bool any = false;
    for (std::size_t place = 0; place < locks.size(); ++place) {
        const MapPlace& now = history.scene().view.places[place];
        if (locks[place] && (locks[place]->colors.map != now.map || locks[place]->range != now.display.range)) {
            locks[place].reset();
            any = true;
        }
    }
    if (any)
        emit q.locksChanged();
}

void Session::Private::takeShown(const ShownPointer& result) {
    if (shown && std::pair(result->number, result->step) <= std::pair(shown->number, shown->step))
        return;
    if (result->number <= done) // it was stopped
        return;
    shown = result;
    if (result->coverage.complete())
        answered(result->number);
    emit q.shownChanged();
    tellNote(QString::fromStdString(result->frame.note));
    if (result->number != requested)
        return;
    // A file's size is only known once it is built: the selection and the region come inside it.
    Scene scene = history.scene();
    scene.selection = result->scene.selection;
    scene.view.region = result->scene.view.region;
    if (history.look(std::move(scene)))
        emit q.sceneChanged();
}

/// What a backend has to say, once and not at every step of a drag.
void Session::Private::tellNote(const QString& note) {
    if (note == lastNote)
        return;
    lastNote = note;
    if (!note.isEmpty())
        emit q.failed(note);
}

void Session::Private::takeFailure(std::uint64_t number, const QString& sentence) {
    if (number <= done)
        return;
    answered(number);
    emit q.failed(sentence, true);
}

void Session::Private::takeCurve(std::uint64_t number, const std::shared_ptr<const DkCurve>& result) {
    if (number <= curveDone)
        return;
    curveDone = number;
    curve = result;
    emit q.curveChanged();
}

void Session::Private::takeOpened(const QString& name, const OpenedFile& result) {
    --filesUnderWay;
    q.start(Session::tr("open %1").arg(QFileInfo(name).fileName()), result.scene, result.isSession ? name : QString());
    emit q.opened(name);
}

void Session::Private::takeSaved(const DocumentPointer& document, const QString& name, const Scene& written) {
    --filesUnderWay;
    *document = {name, written}; // whichever is on screen now
    emit q.sceneChanged();
    emit q.saved(name);
}

void Session::Private::takeFileFailure(const QString& sentence) {
    --filesUnderWay;
    emit q.failed(sentence);
}

} // namespace softscope
