// The Export dialog: what, in which format and size, with a live preview.
#pragma once

#include "core/scene/scene.h"

#include <QDialog>

#include <memory>

class QComboBox;
class QCheckBox;
class QDoubleSpinBox;
class QLabel;
class QLineEdit;
class QProgressBar;
class QPushButton;
class QSpinBox;

namespace softscope {

class ExportWorker;
class FigurePreview;
class Session;

/// Not modal: the preview follows the scene while the window is used. Deletes itself when closed. What was chosen is
/// remembered in the scene's figure. Failures go to Session::failed() and are shown here too.
class ExportDialog : public QDialog {
    Q_OBJECT

public:
    ExportDialog(Session* session, QWidget* parent);
    ~ExportDialog() override;

    /// Writes to a file at once, on the worker; what the Export button does after a file was chosen.
    /// A name without a known ending gets that of the chosen format.
    void exportTo(const QString& named);
    /// Nothing is computed and nothing written. For tests.
    bool idle() const;

    /// While a file is being written: stops that, and the dialog stays to say so.
    void reject() override;

signals:
    void written(const QString& file);

private:
    void makeControls();
    void placeControls();
    void connectControls();
    void showFigure(const Figure& figure);
    /// The scene as the controls say.
    Scene chosen() const;
    void refresh();
    void refreshControls();
    void chooseFile();
    void setWriting(bool writing);
    void takePreview(const QImage& image, const QString& note);
    void takeFailure(const QString& sentence);

    Session* m_session;
    QComboBox* m_map = nullptr;
    QComboBox* m_part = nullptr;
    QComboBox* m_format = nullptr;
    QSpinBox* m_width = nullptr;
    QSpinBox* m_height = nullptr;
    QDoubleSpinBox* m_dpi = nullptr;
    QLineEdit* m_title = nullptr;
    QCheckBox* m_transparent = nullptr;
    FigurePreview* m_preview = nullptr;
    QLabel* m_note = nullptr;
    QProgressBar* m_progress = nullptr;
    QPushButton* m_export = nullptr;
    QPushButton* m_close = nullptr;
    bool m_showing = false; ///< the controls are being set, not used
    bool m_writing = false;
    bool m_saysExport = false; ///< the note is of the export, until something else is chosen
    std::unique_ptr<ExportWorker> m_worker;
};

} // namespace softscope
