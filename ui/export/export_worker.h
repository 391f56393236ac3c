// The Export dialog's two workers: previews, and the file.
#pragma once

#include "core/head/build.h"
#include "ui/latest_job.h"

#include <QImage>
#include <QString>

#include <functional>
#include <memory>

namespace softscope {

/// Calls back on the GUI thread; never after it was destroyed, which stops and joins both.
class ExportWorker {
public:
    struct Receiver {
        std::function<void(const QImage& image, const QString& note)> preview;
        std::function<void(const QString& file)> written;
        std::function<void(const QString& sentence)> failed; ///< empty: it was cancelled
    };

    explicit ExportWorker(Receiver receiver);
    ~ExportWorker();
    ExportWorker(const ExportWorker&) = delete;
    ExportWorker& operator=(const ExportWorker&) = delete;
    ExportWorker(ExportWorker&&) = delete;
    ExportWorker& operator=(ExportWorker&&) = delete;

    void preview(const Scene& scene);
    /// Figure or numbers, by the file's ending.
    void write(const Scene& scene, const QString& file);
    void stopWriting();
    bool idle() const;

private:
    struct Private;
    std::unique_ptr<Private> d;
};

/// The figure made smaller where it has more pixels than a preview needs.
Figure previewFigure(Figure figure);

} // namespace softscope
