#include "ui/export/export_dialog.h"

#include "core/scene/limits.h"
#include "core/scene/words.h"
#include "ui/export/export_worker.h"
#include "ui/export/figure_preview.h"
#include "ui/export/figure_text.h"
#include "ui/export/file_ending.h"
#include "ui/session.h"
#include "ui/theme.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDoubleSpinBox>
#include <QFileDialog>
#include <QFileInfo>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QProgressBar>
#include <QPushButton>
#include <QSpinBox>

namespace softscope {

namespace {

struct Format {
    const char* ending;
    const char* name;
};
constexpr Format formats[] = {{"png", QT_TRANSLATE_NOOP("softscope::ExportDialog", "PNG, pixels")},
                              {"svg", QT_TRANSLATE_NOOP("softscope::ExportDialog", "SVG, for the web and for editing")},
                              {"pdf", QT_TRANSLATE_NOOP("softscope::ExportDialog", "PDF, for print")},
                              {"csv", QT_TRANSLATE_NOOP("softscope::ExportDialog", "CSV, every number as text")},
                              {"npy", QT_TRANSLATE_NOOP("softscope::ExportDialog", "NPY, every number for NumPy")}};

constexpr auto formatProperty = "exportFormat"; // on the session: the format stays chosen while the program runs
constexpr QSize firstSize(112 * theme::grid, 72 * theme::grid);

bool isNumbers(const QString& ending) {
    return ending == QLatin1String("csv") || ending == QLatin1String("npy");
}

/// How the map is coloured in the window, where it is there; else as the figure had it.
Display displayOf(MapName map, const Scene& scene) {
    for (const MapPlace& place : scene.view.places) {
        if (place.map == map)
            return place.display;
    }
    return scene.figure.place.map == map ? scene.figure.place.display : Display();
}

/// The longest beginning of whole characters that a scene can hold.
QString withinLabelBytes(const QString& text) {
    QByteArray bytes = text.toUtf8();
    if (bytes.size() <= limits::labelBytes)
        return text;
    qsizetype end = limits::labelBytes;
    while (end > 0 && (static_cast<unsigned char>(bytes.at(end)) & 0xC0U) == 0x80U) // inside a character
        --end;
    bytes.truncate(end);
    return QString::fromUtf8(bytes);
}

QSpinBox* pixelBox(QWidget* parent, int low, const QString& name) {
    auto* box = new QSpinBox(parent);
    box->setRange(low, static_cast<int>(limits::figurePixels));
    box->setSingleStep(100);
    box->setSuffix(ExportDialog::tr(" px"));
    box->setKeyboardTracking(false);
    box->setAccessibleName(name);
    return box;
}

} // namespace

ExportDialog::ExportDialog(Session* session, QWidget* parent) : QDialog(parent), m_session(session) {
    setAttribute(Qt::WA_DeleteOnClose);
    setWindowTitle(tr("Export"));
    ExportWorker::Receiver receiver;
    receiver.preview = [this](const QImage& image, const QString& note) { takePreview(image, note); };
    receiver.failed = [this](const QString& sentence) { takeFailure(sentence); };
    receiver.written = [this](const QString& file) {
        setWriting(false);
        emit written(file);
        accept();
    };
    m_worker = std::make_unique<ExportWorker>(std::move(receiver));
    makeControls();
    placeControls();
    connectControls();
    showFigure(session->scene().figure);
    resize(firstSize);
    connect(session, &Session::sceneChanged, this, &ExportDialog::refresh);
    connect(session, &Session::shownChanged, this, &ExportDialog::refreshControls);
    refresh();
}

ExportDialog::~ExportDialog() = default;

void ExportDialog::makeControls() {
    m_preview = new FigurePreview(this);
    m_map = new QComboBox(this);
    for (const Word<MapName>& word : words<MapName>())
        m_map->addItem(mapChoice(word.value), static_cast<int>(word.value));
    m_part = new QComboBox(this);
    m_part->setObjectName(QStringLiteral("part"));
    m_part->addItems({tr("The whole map"), tr("The part on screen")});
    m_format = new QComboBox(this);
    for (const Format& format : formats)
        m_format->addItem(tr(format.name), QString::fromLatin1(format.ending));
    m_format->setObjectName(QStringLiteral("format"));
    m_format->setCurrentIndex(std::max(0, m_format->findData(m_session->property(formatProperty))));
    m_width = pixelBox(this, 16, tr("Width"));
    m_height = pixelBox(this, 0, tr("Height"));
    m_height->setSpecialValueText(tr("as the map needs"));
    m_dpi = new QDoubleSpinBox(this);
    m_dpi->setRange(limits::dpiLow, limits::dpiHigh);
    m_dpi->setDecimals(0);
    m_dpi->setKeyboardTracking(false);
    m_title = new QLineEdit(this);
    m_title->setObjectName(QStringLiteral("title"));
    m_title->setClearButtonEnabled(true);
    m_transparent = new QCheckBox(tr("Transparent background"), this);
    m_note = new QLabel(this);
    m_note->setObjectName(QStringLiteral("note"));
    m_note->setWordWrap(true);
    m_note->setTextFormat(Qt::PlainText);
    m_progress = new QProgressBar(this);
    m_progress->setRange(0, 0);
    m_progress->hide();
    m_export = new QPushButton(tr("Export…"), this);
    m_export->setDefault(true);
    m_close = new QPushButton(tr("Close"), this);
    m_close->setObjectName(QStringLiteral("close"));
}

void ExportDialog::placeControls() {
    auto* form = new QFormLayout;
    form->addRow(tr("&Map"), m_map);
    form->addRow(tr("&Part"), m_part);
    form->addRow(tr("&Format"), m_format);
    form->addRow(tr("&Width"), m_width);
    form->addRow(tr("&Height"), m_height);
    form->addRow(tr("&DPI"), m_dpi);
    form->addRow(tr("&Title"), m_title);
    form->addRow(QString(), m_transparent);
    auto* buttons = new QHBoxLayout;
    buttons->addStretch();
    buttons->addWidget(m_export);
    buttons->addWidget(m_close);
    auto* side = new QVBoxLayout;
    side->addLayout(form);
    side->addWidget(m_note);
    side->addStretch();
    side->addWidget(m_progress);
    side->addLayout(buttons);
    auto* all = new QHBoxLayout(this);
    all->setContentsMargins(2 * theme::grid, 2 * theme::grid, 2 * theme::grid, 2 * theme::grid);
    all->setSpacing(2 * theme::grid);
    all->addWidget(m_preview, 1);
    all->addLayout(side);
}

void ExportDialog::connectControls() {
    const auto changed = [this] {
        if (!m_showing)
            refresh();
    };
    for (QComboBox* box : {m_map, m_part, m_format})
        connect(box, &QComboBox::currentIndexChanged, this, changed);
    for (QSpinBox* box : {m_width, m_height})
        connect(box, &QSpinBox::valueChanged, this, changed);
    connect(m_format, &QComboBox::currentIndexChanged, this,
            [this] { m_session->setProperty(formatProperty, m_format->currentData()); });
    connect(m_dpi, &QDoubleSpinBox::valueChanged, this, changed);
    connect(m_title, &QLineEdit::textChanged, this, [this, changed](const QString& text) {
        const QString kept = withinLabelBytes(text);
        if (kept == text)
            return changed();
        m_title->setText(kept); // comes here again
    });
    connect(m_transparent, &QCheckBox::toggled, this, changed);
    connect(m_export, &QPushButton::clicked, this, &ExportDialog::chooseFile);
    connect(m_close, &QPushButton::clicked, this, &ExportDialog::reject);
}

void ExportDialog::showFigure(const Figure& figure) {
    m_showing = true;
    m_map->setCurrentIndex(m_map->findData(static_cast<int>(figure.place.map)));
    m_part->setCurrentIndex(m_session->scene().view.region ? 1 : 0);
    m_width->setValue(static_cast<int>(figure.width));
    m_height->setValue(static_cast<int>(figure.height));
    m_dpi->setValue(figure.dpi);
    m_title->setText(QString::fromStdString(figure.title));
    m_transparent->setChecked(figure.transparent);
    m_showing = false;
}

Scene ExportDialog::chosen() const {
    Scene scene = m_session->scene();
    const auto map = static_cast<MapName>(m_map->currentData().toInt());
    scene.figure.place = {map, displayOf(map, scene)};
    scene.figure.width = m_width->value();
    // 0 is "as the map needs"; between that and the least height there is nothing.
    scene.figure.height = m_height->value() == 0 ? 0 : std::max(m_height->value(), m_width->minimum());
    scene.figure.dpi = m_dpi->value();
    scene.figure.title = m_title->text().toStdString();
    scene.figure.transparent = m_transparent->isChecked();
    if (m_part->currentIndex() == 0)
        scene.view.region.reset();
    return scene;
}

void ExportDialog::refresh() {
    refreshControls();
    m_saysExport = m_writing;
    m_worker->preview(chosen());
}

void ExportDialog::refreshControls() {
    const bool figure = !isNumbers(m_format->currentData().toString());
    for (QWidget* control : std::initializer_list<QWidget*>{m_width, m_height, m_dpi, m_title, m_transparent})
        control->setEnabled(figure);
    const bool zoomed = m_session->scene().view.region.has_value();
    m_part->setEnabled(zoomed);
    if (const ShownPointer shown = m_session->shown())
        m_title->setPlaceholderText(figureTitle(
            [&] {
                Scene untitled = chosen();
                untitled.figure.title.clear();
                return untitled;
            }(),
            *shown->head));
}

void ExportDialog::chooseFile() {
    const QString ending = m_format->currentData().toString();
    const QString name = QString::fromUtf8(wordOf(static_cast<MapName>(m_map->currentData().toInt())).data()) +
                         QLatin1Char('.') + ending;
    auto* chooser = new QFileDialog(this, tr("Export"), name, tr("%1 files (*.%2)").arg(ending.toUpper(), ending));
    chooser->setAttribute(Qt::WA_DeleteOnClose);
    chooser->setAcceptMode(QFileDialog::AcceptSave);
    chooser->setDefaultSuffix(ending);
    chooser->selectFile(name);
    connect(chooser, &QFileDialog::fileSelected, this, &ExportDialog::exportTo);
    chooser->open();
}

void ExportDialog::exportTo(const QString& named) {
    const QString file = withKnownEnding(named, m_format->currentData().toString());
    if (file != named && QFileInfo::exists(file)) { // nobody was asked whether it may be replaced
        takeFailure(tr("%1 is there already; name it in full to replace it.").arg(file));
        return;
    }
    const Scene scene = chosen();
    m_session->look([&scene](Scene& remembered) { remembered.figure = scene.figure; });
    setWriting(true);
    m_note->clear();
    m_worker->write(scene, file);
}

void ExportDialog::setWriting(bool writing) {
    m_writing = writing;
    m_saysExport = true;
    m_progress->setVisible(writing);
    m_export->setEnabled(!writing);
    m_close->setText(writing ? tr("Cancel") : tr("Close"));
}

/// The Close button, Esc and the window's own button. What is being written is stopped first, and that is said.
void ExportDialog::reject() {
    if (!m_writing) {
        QDialog::reject();
        return;
    }
    m_note->setText(tr("Stopping the export…"));
    m_worker->stopWriting();
}

void ExportDialog::takePreview(const QImage& image, const QString& note) {
    m_preview->setImage(image);
    if (!m_saysExport)
        m_note->setText(note);
}

void ExportDialog::takeFailure(const QString& sentence) {
    setWriting(false);
    m_note->setText(sentence.isEmpty() ? tr("The export was cancelled; no file was written.") : sentence);
    if (!sentence.isEmpty())
        emit m_session->failed(sentence);
}

bool ExportDialog::idle() const {
    return m_worker->idle();
}

} // namespace softscope
