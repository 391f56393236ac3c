#include "ui/menus/about_dialog.h"

#include "ui/theme.h"

#include <QDialogButtonBox>
#include <QLabel>
#include <QVBoxLayout>

namespace softscope {

AboutDialog::AboutDialog(QWidget* window) : QDialog(window) {
    setAttribute(Qt::WA_DeleteOnClose);
    setWindowTitle(tr("About Softscope"));
    auto* text = new QLabel(this);
    text->setTextFormat(Qt::RichText);
    text->setWordWrap(true);
    text->setMinimumWidth(50 * theme::grid);
    text->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    text->setText(tr("<h3>Softscope %1</h3>"
                     "<p>An instrument for softmax(Q Kᵀ / √d<sub>k</sub>) V: what each symbol does, live.</p>"
                     "<p>Free software under the GNU General Public License, version 3 or later. It comes without any "
                     "warranty.</p>"
                     "<p>The example head is of the model all-MiniLM-L6-v2, under the Apache License 2.0.</p>")
                      .arg(QStringLiteral(SOFTSCOPE_VERSION)));
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close, this);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(2 * theme::grid, 2 * theme::grid, 2 * theme::grid, 2 * theme::grid);
    column->addWidget(text);
    column->addWidget(buttons);
}

} // namespace softscope
