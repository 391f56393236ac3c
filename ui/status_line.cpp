#include "ui/status_line.h"

#include "core/render/number_text.h"
#include "ui/elided_label.h"
#include "ui/session.h"
#include "ui/theme.h"

#include <QProgressBar>
#include <QToolButton>

#include <algorithm>

namespace softscope {

namespace {

QString number(double value, int digits = 3) {
    return QString::fromStdString(numberText(value, digits));
}

/// As numberText(), without the zeros that say nothing: "2", not "2.00".
QString exactNumber(double value) {
    QString text = number(value);
    const bool plain =
        std::all_of(text.begin(), text.end(), [](QChar c) { return c.isDigit() || c == QLatin1Char('.'); });
    if (!plain || !text.contains(QLatin1Char('.')))
        return text;
    while (text.endsWith(QLatin1Char('0')))
        text.chop(1);
    return text.endsWith(QLatin1Char('.')) ? text.chopped(1) : text;
}

QString sizesText(const Head& head) {
    const QString sizes = head.nQ() == head.nK() ? StatusLine::tr("n %1").arg(head.nK())
                                                 : StatusLine::tr("n %1 × %2").arg(head.nQ()).arg(head.nK());
    return StatusLine::tr("%1 · dₖ %2").arg(sizes).arg(head.dK());
}

} // namespace

QString scaleText(const Softmax& softmax, Index dK) {
    const QString factor = exactNumber(factorOf(softmax.scale, dK) / softmax.temperature);
    const bool warm = softmax.temperature != 1;
    const QString temperature = exactNumber(softmax.temperature);
    switch (softmax.scale.kind) {
    case ScaleKind::sqrt:
        return warm ? StatusLine::tr("%1 = 1/(%2 · √%3)").arg(factor, temperature).arg(dK)
                    : StatusLine::tr("%1 = 1/√%2").arg(factor).arg(dK);
    case ScaleKind::dk:
        return warm ? StatusLine::tr("%1 = 1/(%2 · %3)").arg(factor, temperature).arg(dK)
                    : StatusLine::tr("%1 = 1/%2").arg(factor).arg(dK);
    case ScaleKind::none:
        return warm ? StatusLine::tr("%1 = 1/%2").arg(factor, temperature) : factor;
    case ScaleKind::factor:
        break;
    }
    return warm ? StatusLine::tr("%1 = %2/%3").arg(factor, exactNumber(softmax.scale.factor), temperature) : factor;
}

QString progressText(const Coverage& coverage) {
    const auto seconds = [](double milliseconds) { return QString::number(milliseconds / 1000, 'f', 1); };
    if (coverage.complete() || coverage.expected <= 0)
        return {};
    return StatusLine::tr("%1 s of about %2 s").arg(seconds(coverage.elapsed), seconds(coverage.expected));
}

QString statusText(const Shown& shown) {
    if (!shown.coverage.complete())
        return StatusLine::tr("%1 · scale %2 · %3 of %4 query rows so far")
            .arg(sizesText(*shown.head), scaleText(shown.scene.softmax, shown.head->dK()))
            .arg(shown.coverage.rows)
            .arg(shown.coverage.of);
    const Summary& summary = shown.summary;
    const VerdictCounts& rows = summary.verdicts;
    QString text = StatusLine::tr("%1 · scale %2 · entropy %3 nats, %4 effective tokens · rows: %5 saturated, %6 "
                                  "selective, %7 diffuse")
                       .arg(sizesText(*shown.head), scaleText(shown.scene.softmax, shown.head->dK()),
                            number(summary.entropy.mean), number(summary.effectiveTokens.mean))
                       .arg(rows.saturated)
                       .arg(rows.selective)
                       .arg(rows.diffuse);
    if (rows.empty > 0)
        text += StatusLine::tr(", %1 empty").arg(rows.empty);
    if (rows.unknown > 0)
        text += StatusLine::tr(", %1 undefined").arg(rows.unknown);
    return text;
}

QString backendText(const Frame& frame) {
    const QString word = QString::fromStdString(frame.backend);
    if (word == QLatin1String("cpu"))
        return StatusLine::tr("CPU");
    const QString number = word.section(QLatin1Char(':'), 1);
    return number == QLatin1String("0") ? StatusLine::tr("OpenCL") : StatusLine::tr("OpenCL:%1").arg(number);
}

StatusLine::StatusLine(Session* session, QWidget* parent)
    : QStatusBar(parent), m_session(session), m_text(new ElidedLabel(this)), m_time(new ElidedLabel(this)),
      m_expected(new ElidedLabel(this)), m_progress(new QProgressBar(this)), m_cancel(new QToolButton(this)) {
    m_text->setContentsMargins(theme::grid + theme::grid / 2, 0, 0, 0); // in line with the sentence over the maps
    m_text->setAccessibleName(tr("What is on screen"));
    m_time->setAccessibleName(tr("Where it was computed and how long it took"));
    m_time->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    m_time->setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Preferred);
    m_time->setFixedWidth(fontMetrics().horizontalAdvance(QStringLiteral("OpenCL · 10000 ms")));
    m_expected->setAccessibleName(tr("Time gone and time in all"));
    m_expected->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    m_expected->setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Preferred);
    m_expected->setFixedWidth(fontMetrics().horizontalAdvance(QStringLiteral("1000.0 s of about 1000.0 s")));
    m_progress->setMaximumWidth(12 * theme::grid);
    m_progress->setTextVisible(false);
    m_progress->setAccessibleName(tr("Computing"));
    m_cancel->setText(tr("Cancel"));
    m_cancel->setToolTip(tr("Stop computing and keep the picture (Esc)"));
    m_cancel->setShortcut(Qt::Key_Escape);
    connect(m_cancel, &QToolButton::clicked, session, &Session::cancel);
    addWidget(m_text, 1);
    addPermanentWidget(m_expected);
    addPermanentWidget(m_progress);
    addPermanentWidget(m_cancel);
    addPermanentWidget(m_time);
    setBusy(false);
    connect(session, &Session::shownChanged, this, &StatusLine::refresh);
    connect(session, &Session::busyChanged, this, &StatusLine::setBusy);
    refresh();
}

void StatusLine::refresh() {
    const ShownPointer shown = m_session->shown();
    if (!shown)
        return;
    m_text->setText(statusText(*shown));
    m_text->setToolTip(statusText(*shown));
    const Coverage& coverage = shown->coverage;
    // Before the first picture it is not known how far it is, only that it goes on.
    m_progress->setRange(0, coverage.complete() ? 0 : 1000);
    if (!coverage.complete())
        m_progress->setValue(int(1000 * double(coverage.rows) / double(coverage.of)));
    m_expected->setText(progressText(coverage));
    const double milliseconds = shown->milliseconds;
    m_time->setText(tr("%1 · %2 ms")
                        .arg(backendText(shown->frame),
                             milliseconds < 0.05 ? QStringLiteral("< 0.1") : QString::number(milliseconds, 'f', 1)));
    m_time->setToolTip(shown->frame.device.empty()
                           ? tr("Computed on the processor")
                           : tr("Computed on %1").arg(QString::fromStdString(shown->frame.device)));
}

void StatusLine::setBusy(bool busy) {
    m_progress->setVisible(busy);
    m_expected->setVisible(busy);
    m_cancel->setVisible(busy);
}

} // namespace softscope
