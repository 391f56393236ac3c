// What a file's name says that it is.
#pragma once

#include <QString>

namespace softscope {

/// The file to write: as it is named where it ends in .png .svg .pdf .csv or .npy (in capitals too), which then decides
/// what it is; else with .`ending` behind it. Never is a file given bytes that its name denies.
QString withKnownEnding(const QString& file, const QString& ending);

} // namespace softscope
