#include "tests/ui/export/sample.h"

#include <QDir>
#include <QFile>

namespace softscope::sample {

Scene gaussian(Index tokens, MapName map) {
    Scene scene;
    scene.source.tokens = tokens;
    scene.source.dK = 8;
    scene.figure.place.map = map;
    return scene;
}

FigureContent content(const Scene& scene) {
    HeadBuilder builder;
    return figureContent(scene, builder);
}

FigureContent content(MapName map, const MatrixF& cells, const std::vector<std::string>& labels) {
    FigureContent result;
    Head head;
    head.q = MatrixF::Zero(cells.rows(), 4);
    head.k = MatrixF::Zero(cells.cols(), 4);
    head.v = MatrixF::Zero(cells.cols(), 4);
    head.queryLabels = head.keyLabels = labels;
    result.head = std::make_shared<const Head>(head);
    result.scene.figure.place.map = map;
    result.map = Map{map, {0, cells.rows(), 0, cells.cols()}, 1, 1, Reducer::maximum, cells};
    return result;
}

QByteArray bytesOf(const std::filesystem::path& path) {
    QFile file(QString::fromStdString(path.string()));
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

void put(const std::filesystem::path& path, const QByteArray& bytes) {
    QFile file(QString::fromStdString(path.string()));
    if (file.open(QIODevice::WriteOnly))
        file.write(bytes);
}

std::size_t Folder::files() const {
    return static_cast<std::size_t>(QDir(folder.path()).entryList(QDir::Files | QDir::Hidden).size());
}

} // namespace softscope::sample
