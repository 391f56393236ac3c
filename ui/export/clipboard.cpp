#include "ui/export/clipboard.h"

#include "core/base/error.h"
#include "core/scene/scene_json.h"
#include "ui/exception_sentence.h"
#include "ui/export/figure.h"
#include "ui/export/figure_drawing.h"
#include "ui/export/numbers.h"
#include "ui/export/write_figure.h"
#include "ui/latest_job.h"
#include "ui/mailbox.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QMimeData>

namespace softscope {

namespace {

constexpr Index mostCopied = 4'000'000; // numbers; a spreadsheet takes fewer

struct CopyRequest {
    Scene scene;
    bool data = false;
};

struct Copied {
    QImage image;
    QByteArray png, tabs, csv;
};

Copied copied(const CopyRequest& request, HeadBuilder& builder, const std::stop_token& stop) {
    Compute compute;
    compute.stop = stop;
    Copied result;
    if (request.data) {
        const NumberTable table = numberTable(request.scene, builder, mostCopied, compute);
        result.tabs = QByteArray::fromStdString(tableText(table, Separator::tab));
        result.csv = QByteArray::fromStdString(tableText(table, Separator::comma));
    } else {
        const FigureContent content = figureContent(request.scene, builder, compute);
        result.image = figureImage(content);
        result.png = pngBytes(drawFigure(content), content.scene.figure.dpi, toJson(content.scene), stop);
    }
    return result;
}

/// Lives with the session and finishes with it; the newest request wins.
class Copier : public QObject {
public:
    explicit Copier(Session& session)
        : QObject(&session), m_session(session), m_mail(std::make_shared<Mailbox<Copier>>(*this)),
          m_job([mail = m_mail, builder = std::make_shared<HeadBuilder>()](const CopyRequest& request,
                                                                           const std::stop_token& stop) {
              try {
                  mail->post([result = copied(request, *builder, stop)](Copier& copier) { copier.take(result); });
              } catch (const Cancelled&) { // a newer request, or the session goes
              } catch (...) {
                  mail->post(
                      [sentence = sentenceOfException()](Copier& copier) { emit copier.m_session.failed(sentence); });
              }
          }) {}
    ~Copier() override { m_mail->close(); }
    Copier(const Copier&) = delete;
    Copier& operator=(const Copier&) = delete;
    Copier(Copier&&) = delete;
    Copier& operator=(Copier&&) = delete;

    void submit(CopyRequest request) { m_job.submit(std::move(request)); }

private:
    void take(const Copied& result) {
        auto data = std::make_unique<QMimeData>();
        if (!result.image.isNull()) {
            data->setImageData(result.image);
            data->setData(QStringLiteral("image/png"), result.png);
        } else {
            data->setText(QString::fromUtf8(result.tabs));
            data->setData(QStringLiteral("text/csv"), result.csv);
        }
        QGuiApplication::clipboard()->setMimeData(data.release());
        emit m_session.copied(result.image.isNull() ? Session::tr("Copied the numbers of the map, as a table.")
                                                    : Session::tr("Copied the map as a picture."));
    }

    Session& m_session;
    std::shared_ptr<Mailbox<Copier>> m_mail;
    LatestJob<CopyRequest> m_job; // joined before what is above goes
};

void copy(Session& session, CopiedPlace place, bool data) {
    Copier* copier = nullptr;
    for (QObject* child : session.children())
        copier = copier != nullptr ? copier : dynamic_cast<Copier*>(child);
    if (copier == nullptr)
        copier = new Copier(session);
    Scene scene = session.scene();
    if (place) {
        scene.figure.place = scene.view.places.at(static_cast<std::size_t>(*place % 3));
        const bool hasScale = scene.softmax.scale.kind != ScaleKind::none;
        if (scene.view.compare && hasScale == (*place >= 3)) // the other row of compare
            scene.softmax = withOtherScale(scene.softmax);
    }
    copier->submit({scene, data});
}

} // namespace

void copyImage(Session& session, CopiedPlace place) {
    copy(session, place, false);
}

void copyData(Session& session, CopiedPlace place) {
    copy(session, place, true);
}

} // namespace softscope
