#include "ui/export/export_worker.h"

#include "core/base/error.h"
#include "ui/exception_sentence.h"
#include "ui/export/figure.h"
#include "ui/export/numbers.h"
#include "ui/file_worker.h"
#include "ui/mailbox.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <utility>

namespace softscope {

namespace {

constexpr Index previewPixels = 1600;

void writeTo(const QString& name, const Scene& scene, const std::stop_token& stop) {
    Compute compute;
    compute.stop = stop;
    HeadBuilder builder;
    const std::filesystem::path file = name.toStdString();
    if (isFigureEnding(file))
        writeFigure(file, figureContent(scene, builder, compute), stop);
    else
        writeNumbers(file, scene, builder, compute);
}

} // namespace

Figure previewFigure(Figure figure) {
    const Index longest = std::max(figure.width, figure.height);
    if (longest <= previewPixels)
        return figure;
    const double factor = static_cast<double>(previewPixels) / static_cast<double>(longest);
    figure.dpi *= factor;
    for (Index* side : {&figure.width, &figure.height}) {
        if (*side != 0)
            *side = std::max<Index>(16, std::lround(static_cast<double>(*side) * factor));
    }
    return figure;
}

struct ExportWorker::Private {
    using Mail = std::shared_ptr<Mailbox<Receiver>>;

    explicit Private(Receiver r)
        : receiver(std::move(r)), mail(std::make_shared<Mailbox<Receiver>>(receiver)),
          previews([post = mail, builder = std::make_shared<HeadBuilder>()](Scene scene, const std::stop_token& stop) {
              Compute compute;
              compute.stop = stop;
              try {
                  const Figure wanted = std::exchange(scene.figure, previewFigure(scene.figure));
                  FigureContent content = figureContent(scene, *builder, compute);
                  const QImage image = figureImage(content);
                  content.scene.figure = wanted; // the note is of what will be written
                  post->post([image, note = leftOut(content)](Receiver& to) { to.preview(image, note); });
              } catch (const Cancelled&) { // a newer one is on its way
              } catch (...) {
                  post->post([what = sentenceOfException()](Receiver& to) { to.preview({}, what); });
              }
          }) {}
    ~Private() {
        mail->close();
        writing.request_stop();
    }
    Private(const Private&) = delete;
    Private& operator=(const Private&) = delete;
    Private(Private&&) = delete;
    Private& operator=(Private&&) = delete;

    Receiver receiver;
    Mail mail;
    std::stop_source writing; ///< of the newest file
    std::shared_ptr<std::atomic<int>> filesUnderWay = std::make_shared<std::atomic<int>>(0);
    // Joined before what is above goes.
    LatestJob<Scene> previews;
    FileWorker files;
};

ExportWorker::ExportWorker(Receiver receiver) : d(std::make_unique<Private>(std::move(receiver))) {}
ExportWorker::~ExportWorker() = default;

void ExportWorker::preview(const Scene& scene) {
    d->previews.submit(scene);
}

void ExportWorker::write(const Scene& scene, const QString& file) {
    d->writing = std::stop_source();
    const auto underWay = d->filesUnderWay;
    ++*underWay;
    d->files.submit([post = d->mail, underWay, scene, file, stop = d->writing.get_token()] {
        try {
            writeTo(file, scene, stop);
            post->post([file](Receiver& to) { to.written(file); });
        } catch (const Cancelled&) {
            post->post([](Receiver& to) { to.failed({}); });
        } catch (...) {
            post->post([what = sentenceOfException()](Receiver& to) { to.failed(what); });
        }
        --*underWay;
    });
}

void ExportWorker::stopWriting() {
    d->writing.request_stop();
}

bool ExportWorker::idle() const {
    return !d->previews.busy() && *d->filesUnderWay == 0 && d->mail->empty();
}

} // namespace softscope
