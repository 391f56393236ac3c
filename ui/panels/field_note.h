// A short sentence under a field that goes by itself: what the field takes.
#pragma once

#include <QLabel>

namespace softscope {

/// Shows it inside the field's window; a second one takes the place of the first.
void showFieldNote(QWidget* field, const QString& sentence);

} // namespace softscope
