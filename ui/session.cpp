#include "ui/session.h"

#include "core/base/error.h"
#include "core/scene/scene_json.h"
#include "core/scene/validate.h"
#include "ui/exception_sentence.h"
#include "ui/session_private.h"

namespace softscope {

namespace {

/// Equal in all but where one looks: moving the selection does not make a document modified.
bool sameDocument(const Scene& a, const Scene& b) {
    View view = a.view;
    view.region = b.view.region;
    return a.source == b.source && a.edits == b.edits && a.softmax == b.softmax && a.upstream == b.upstream &&
           view == b.view && a.figure == b.figure;
}

Scene fittedIfKnown(Scene scene) {
    const std::optional<Index> tokens = knownTokens(scene.source);
    return tokens && *tokens > 0 ? fitted(std::move(scene), *tokens, *tokens) : scene;
}

std::filesystem::path pathOf(const QString& name) {
    return std::filesystem::path(name.toStdU16String());
}

} // namespace

Session::Session(QObject* parent) : QObject(parent), d(std::make_unique<Private>(*this)) {
    d->requestMaps();
}

Session::~Session() = default;

const Scene& Session::scene() const {
    return d->history.scene();
}

ShownPointer Session::shown() const {
    return d->shown;
}

std::shared_ptr<const DkCurve> Session::curve() const {
    return d->curve;
}

void Session::edit(const QString& text, const std::function<void(Scene&)>& change, const QString& gesture) {
    Scene next = scene();
    change(next);
    next = fittedIfKnown(std::move(next));
    try {
        validate(next);
    } catch (const Error& refusal) {
        emit failed(QString::fromUtf8(refusal.what()));
        return;
    }
    if (d->history.change(text, std::move(next), gesture))
        d->changed();
}

void Session::endGesture() {
    if (d->history.endGesture())
        emit sceneChanged();
}

void Session::look(const std::function<void(Scene&)>& change) {
    Scene next = scene();
    change(next);
    next = fittedIfKnown(std::move(next));
    if (d->history.look(std::move(next)))
        d->changed();
}

void Session::replace(const QString& text, const Scene& scene) {
    edit(text, [&](Scene& now) { now = scene; });
    endGesture();
}

void Session::reset(const Scene& scene, const QString& file) {
    const Scene fresh = fittedIfKnown(scene);
    try {
        validate(fresh);
    } catch (const Error& refusal) {
        emit failed(QString::fromUtf8(refusal.what()));
        return;
    }
    d->history.reset(fresh);
    d->file = file;
    d->saved = fresh;
    d->changed();
}

bool Session::canUndo() const {
    return d->history.canUndo();
}

bool Session::canRedo() const {
    return d->history.canRedo();
}

QString Session::undoText() const {
    return d->history.undoText();
}

QString Session::redoText() const {
    return d->history.redoText();
}

void Session::undo() {
    if (d->history.undo())
        d->changed();
}

void Session::redo() {
    if (d->history.redo())
        d->changed();
}

QString Session::file() const {
    return d->file;
}

bool Session::isModified() const {
    return !sameDocument(scene(), d->saved);
}

void Session::save(const QString& file) {
    ++d->filesUnderWay;
    d->files.submit([mail = d->mail, file, scene = scene()] {
        try {
            writeScene(pathOf(file), scene);
            mail->post([file, scene](Private& receiver) { receiver.takeSaved(file, scene); });
        } catch (...) {
            mail->post([text = sentenceOfException()](Private& receiver) { receiver.takeFileFailure(text); });
        }
    });
}

void Session::open(const QString& file) {
    ++d->filesUnderWay;
    d->files.submit([mail = d->mail, file, scene = scene()] {
        try {
            const OpenedFile result = openFile(pathOf(file), scene);
            mail->post([file, result](Private& receiver) { receiver.takeOpened(file, result); });
        } catch (...) {
            mail->post([text = sentenceOfException()](Private& receiver) { receiver.takeFileFailure(text); });
        }
    });
}

void Session::setCellBudget(CellBudget budget) {
    if (d->budget == budget)
        return;
    d->budget = budget;
    if (!d->shown || d->done != d->requested || !fitsBudget(*d->shown, budget))
        d->requestMaps();
}

void Session::setRangeLocked(int place, bool locked) {
    const std::size_t at = std::size_t(place);
    if (locked == isRangeLocked(place))
        return;
    const MapPlace& now = scene().view.places.at(at);
    if (!locked)
        d->locks.at(at).reset();
    else if (d->shown && d->shown->scene.view.places.at(at).map == now.map)
        d->locks.at(at) = {lockOf(*d->shown, place), now.display.range};
    d->requestMaps();
    emit locksChanged();
}

bool Session::isRangeLocked(int place) const {
    return d->locks.at(std::size_t(place)).has_value();
}

void Session::cancel() {
    d->maps.cancel();
    d->answered(d->requested);
    emit failed(tr("Stopped. The maps show the state before; any change computes again."));
}

bool Session::idle() const {
    return d->done == d->requested && d->curveDone == d->curveRequested && d->filesUnderWay == 0 &&
           !d->curveDelay.isActive();
}

} // namespace softscope
