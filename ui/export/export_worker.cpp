#include "ui/export/export_worker.h"

#include "core/base/error.h"
#include "ui/export/figure.h"
#include "ui/export/numbers.h"
#include "ui/mailbox.h"

#include <algorithm>
#include <cmath>

namespace softscope {

namespace {

constexpr Index previewPixels = 1600;
constexpr std::chrono::hours neverStopped(1); // a file is not stopped by the next one

struct WriteRequest {
    Scene scene;
    QString file;
};

void write(const WriteRequest& request, HeadBuilder& builder, const std::stop_token& stop) {
    Compute compute;
    compute.stop = stop;
    const std::filesystem::path file = request.file.toStdString();
    if (isFigureEnding(file))
        writeFigure(file, figureContent(request.scene, builder, compute), stop);
    else
        writeNumbers(file, request.scene, builder, compute);
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
                  scene.figure = previewFigure(scene.figure);
                  const QImage image = figureImage(figureContent(scene, *builder, compute));
                  post->post([image](Receiver& to) { to.preview(image, QString()); });
              } catch (const Cancelled&) { // a newer one is on its way
              } catch (const std::exception& error) {
                  post->post([what = QString::fromUtf8(error.what())](Receiver& to) { to.preview({}, what); });
              }
          }),
          writes(
              [post = mail, builder = std::make_shared<HeadBuilder>()](const WriteRequest& request,
                                                                       const std::stop_token& stop) {
                  try {
                      softscope::write(request, *builder, stop);
                      post->post([file = request.file](Receiver& to) { to.written(file); });
                  } catch (const Cancelled&) {
                      post->post([](Receiver& to) { to.failed({}); });
                  } catch (const std::exception& error) {
                      post->post([what = QString::fromUtf8(error.what())](Receiver& to) { to.failed(what); });
                  }
              },
              neverStopped) {}
    ~Private() { mail->close(); }
    Private(const Private&) = delete;
    Private& operator=(const Private&) = delete;
    Private(Private&&) = delete;
    Private& operator=(Private&&) = delete;

    Receiver receiver;
    Mail mail;
    // Joined before what is above goes.
    LatestJob<Scene> previews;
    LatestJob<WriteRequest> writes;
};

ExportWorker::ExportWorker(Receiver receiver) : d(std::make_unique<Private>(std::move(receiver))) {}
ExportWorker::~ExportWorker() = default;

void ExportWorker::preview(const Scene& scene) {
    d->previews.submit(scene);
}

void ExportWorker::write(const Scene& scene, const QString& file) {
    d->writes.submit({scene, file});
}

void ExportWorker::stopWriting() {
    d->writes.cancel();
}

bool ExportWorker::idle() const {
    return !d->previews.busy() && !d->writes.busy() && d->mail->empty();
}

} // namespace softscope
