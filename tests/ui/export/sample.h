// Small scenes and files for the tests of figures.
#pragma once

#include "ui/export/figure.h"

#include <QByteArray>
#include <QTemporaryDir>

#include <string>
#include <vector>

namespace softscope::sample {

/// A Gaussian head of n tokens, its figure showing `map`.
Scene gaussian(Index tokens, MapName map = MapName::weights);
FigureContent content(const Scene& scene);

/// Content with cells made by hand; labels stand on both axes.
FigureContent content(MapName map, const MatrixF& cells, const std::vector<std::string>& labels = {});

QByteArray bytesOf(const std::filesystem::path& file);
void put(const std::filesystem::path& file, const QByteArray& bytes);

/// A folder that goes with the test.
struct Folder {
    QTemporaryDir folder;
    std::filesystem::path operator/(const std::string& name) const {
        return std::filesystem::path(folder.path().toStdString()) / name;
    }
    std::size_t files() const;
};

} // namespace softscope::sample
