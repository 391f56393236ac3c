#include "ui/session.h"

#include "core/engine/backends.h"
#include "core/scene/scene_json.h"
#include "ui/exception_sentence.h"
#include "ui/path_of.h"
#include "ui/session_private.h"

namespace softscope {

namespace {

/// Equal in all but where one looks: moving the selection does not make a document modified.
bool sameDocument(const Scene& a, const Scene& b) {
    View view = a.view;
    view.region = b.view.region;
    return a.source == b.source && a.edits == b.edits && a.softmax == b.softmax && a.upstream == b.upstream &&
           a.sweep == b.sweep && a.training == b.training && a.depth == b.depth && view == b.view &&
           a.figure == b.figure;
}

} // namespace

Session::Session(QObject* parent, Backends* backends) : QObject(parent), d(std::make_unique<Private>(*this, backends)) {
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
    std::optional<Scene> good = d->accepted(std::move(next));
    if (good && d->history.change(text, std::move(*good), gesture))
        d->changed();
}

void Session::endGesture() {
    if (d->history.endGesture())
        emit sceneChanged();
}

void Session::look(const std::function<void(Scene&)>& change) {
    Scene next = scene();
    change(next);
    const std::optional<Scene> good = d->accepted(std::move(next));
    if (good && d->history.look(*good))
        d->changed();
}

void Session::replace(const QString& text, const Scene& scene) {
    edit(text, [&](Scene& now) { now = scene; });
    endGesture();
}

void Session::start(const QString& text, const Scene& scene, const QString& file) {
    const std::optional<Scene> good = d->accepted(scene);
    if (!good)
        return;
    const Document document{file, *good};
    const Document& now = *d->history.document();
    if (this->scene() != *good || now.file != document.file || now.saved != document.saved)
        d->history.open(text, *good, std::make_shared<Document>(document));
    d->curveScene.reset();
    d->changed();
}

void Session::reset(const Scene& scene, const QString& file) {
    const std::optional<Scene> good = d->accepted(scene);
    if (!good)
        return;
    d->history.reset(*good, std::make_shared<Document>(Document{file, *good}));
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
    return d->history.document()->file;
}

bool Session::isModified() const {
    return !sameDocument(scene(), d->history.document()->saved);
}

void Session::save(const QString& file) {
    ++d->filesUnderWay;
    d->files.submit([mail = d->mail, document = d->history.document(), file, scene = scene()] {
        try {
            writeScene(pathOf(file), scene);
            mail->post([document, file, scene](Private& receiver) { receiver.takeSaved(document, file, scene); });
        } catch (...) {
            mail->post([text = sentenceOfException()](Private& receiver) { receiver.takeFileFailure(text); });
        }
    });
}

void Session::open(const QString& file) {
    openOnto(file, scene());
}

void Session::openOnto(const QString& file, const Scene& base) {
    ++d->filesUnderWay;
    d->files.submit([mail = d->mail, file, base] {
        try {
            const OpenedFile result = openFile(pathOf(file), base);
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

int Session::currentMap() const {
    return scene().view.compare ? d->currentMap : d->currentMap % 3;
}

void Session::setCurrentMap(int map) {
    d->currentMap = map;
}

Backends* Session::backends() const {
    return d->backends;
}

void Session::setBackend(const BackendChoice& choice) {
    if (!d->backends)
        return;
    d->backends->choose(choice);
    d->requestMaps();
}

void Session::cancel() {
    d->maps.cancel();
    d->answered(d->requested);
    const Coverage coverage = d->shown ? d->shown->coverage : Coverage();
    if (d->shown && d->shown->number == d->requested && !coverage.complete())
        emit failed(tr("Stopped. The maps show %1 of %2 query rows; any change computes again.")
                        .arg(coverage.rows)
                        .arg(coverage.of),
                    true);
    else
        emit failed(tr("Stopped. The maps show the state before; any change computes again."), true);
}

bool Session::idle() const {
    return d->done == d->requested && d->curveDone == d->curveRequested && d->filesUnderWay == 0 &&
           !d->curveDelay.isActive();
}

} // namespace softscope
