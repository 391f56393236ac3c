#include "ui/panels/file_choice.h"

#include "ui/session.h"

#include <QCoreApplication>
#include <QFileDialog>

namespace softscope {

namespace {

QString tr(const char* text) {
    return QCoreApplication::translate("softscope::FileChoice", text);
}

QFileDialog* dialogFor(QWidget* parent, const QString& title, const QStringList& filters) {
    auto* dialog = new QFileDialog(parent, title);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::ExistingFile);
    dialog->setNameFilters(filters);
    return dialog;
}

} // namespace

void chooseFileToOpen(Session* session, QWidget* parent) {
    QFileDialog* dialog = dialogFor(parent->window(), tr("Open"),
                                    {tr("All that Softscope opens (*.json *.safetensors *.png *.svg *.pdf)"),
                                     tr("Sessions (*.json)"), tr("Heads of a model (*.safetensors)"),
                                     tr("Exported figures (*.png *.svg *.pdf)"), tr("All files (*)")});
    QObject::connect(dialog, &QFileDialog::fileSelected, session, &Session::open);
    dialog->open();
}

void chooseNpyFile(QWidget* parent, const std::function<void(const QString&)>& chosen) {
    QFileDialog* dialog = dialogFor(parent->window(), tr("Upstream gradient G [n_q × d_v]"),
                                    {tr("NumPy arrays (*.npy)"), tr("All files (*)")});
    QObject::connect(dialog, &QFileDialog::fileSelected, parent, chosen);
    dialog->open();
}

} // namespace softscope
