// Asks for a file, beside the window and not instead of it.
#pragma once

#include <functional>

class QWidget;
class QString;

namespace softscope {

class Session;

/// A session, an exported figure or a tensor file; Session::open() takes it.
void chooseFileToOpen(Session* session, QWidget* parent);
/// An .npy file for the upstream gradient.
void chooseNpyFile(QWidget* parent, const std::function<void(const QString&)>& chosen);

} // namespace softscope
