// What went wrong, as the window says it.
#pragma once

#include <QString>

namespace softscope {

/// One sentence for what is being handled in a catch block; only to be called there.
QString sentenceOfException();

} // namespace softscope
