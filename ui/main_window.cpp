#include "ui/main_window.h"

#include "ui/appearance.h"
#include "ui/centre.h"
#include "ui/charts/chart_strip.h"
#include "ui/export/export_dialog.h"
#include "ui/focus_keeper.h"
#include "ui/menus/edit_menu.h"
#include "ui/menus/file_menu.h"
#include "ui/menus/help_menu.h"
#include "ui/menus/view_menu.h"
#include "ui/message_bar.h"
#include "ui/panels/head_panel.h"
#include "ui/panels/softmax_panel.h"
#include "ui/panels/source_title.h"
#include "ui/panels/token_panel.h"
#include "ui/panels/top_bar.h"
#include "ui/session.h"
#include "ui/status_line.h"
#include "ui/theme.h"
#include "ui/window_state.h"

#include <QCloseEvent>
#include <QDockWidget>
#include <QFileInfo>
#include <QLayout>
#include <QMenuBar>
#include <QMimeData>
#include <QStatusBar>
#include <QTabWidget>
#include <QToolBar>

#include <algorithm>

namespace softscope {

namespace {

constexpr int keepAfter = 3000; // milliseconds without a change
constexpr int quietFor = 5000;  // milliseconds that a confirmation stands in the status bar
constexpr int leastWidth = 900;
constexpr QSize firstSize(1440, 900);
constexpr int panelWidth = 36 * theme::grid;
constexpr int roomyHeight = 800;                               // of a window that keeps a line free for messages
constexpr double leastChartShare = 0.22, mostChartShare = 0.4; // of the window's height

} // namespace

MainWindow::MainWindow(Session* session, WindowState* state, AppearanceSwitch* appearance, QWidget* parent)
    : QMainWindow(parent), m_session(session), m_state(state), m_appearance(appearance) {
    setObjectName(QStringLiteral("window"));
    setMinimumWidth(leastWidth);
    setAcceptDrops(true);
    setDockOptions(AllowTabbedDocks);
    // The panels take the right side from top to bottom, the charts what is left of it.
    setCorner(Qt::BottomRightCorner, Qt::RightDockWidgetArea);
    makeTopBar();
    makeCentre();
    makePanels();
    makeCharts();
    makeMenus();
    setStatusBar(new StatusLine(session, this));
    new FocusKeeper(this);
    connectSession();
    restoreLayout();
    refreshTitle();
}

void MainWindow::makeTopBar() {
    auto* bar = new QToolBar(tr("Bar at the top"), this);
    bar->setObjectName(QStringLiteral("top"));
    bar->setMovable(false);
    bar->setContextMenuPolicy(Qt::PreventContextMenu); // it cannot be hidden: it holds what the program is about
    m_topBar = new TopBar(m_session, bar);
    bar->addWidget(m_topBar);
    addToolBar(Qt::TopToolBarArea, bar);
}

void MainWindow::makeCentre() {
    m_centre = new Centre(m_session, this);
    m_messages = m_centre->messages();
    setCentralWidget(m_centre);
}

void MainWindow::makePanels() {
    m_panels = new QDockWidget(tr("Controls"), this);
    m_panels->setObjectName(QStringLiteral("panels"));
    auto* tabs = m_tabs = new QTabWidget(m_panels);
    tabs->setDocumentMode(true);
    tabs->addTab(new HeadPanel(m_session, tabs), tr("Hea&d"));
    tabs->addTab(new SoftmaxPanel(m_session, tabs), tr("&Softmax"));
    tabs->addTab(new TokenPanel(m_session, tabs), tr("&Token vectors"));
    m_panels->setWidget(tabs);
    addDockWidget(Qt::RightDockWidgetArea, m_panels);
}

void MainWindow::makeCharts() {
    m_charts = new QDockWidget(tr("Charts"), this);
    m_charts->setObjectName(QStringLiteral("charts"));
    m_charts->setWidget(new ChartStrip(m_session, m_charts));
    addDockWidget(Qt::BottomDockWidgetArea, m_charts);
}

void MainWindow::makeMenus() {
    auto* file = new FileMenu(m_session, m_state, this);
    auto* view = new ViewMenu(m_session, m_state, m_appearance,
                              {m_panels->toggleViewAction(), m_charts->toggleViewAction()}, this);
    menuBar()->addMenu(file);
    menuBar()->addMenu(new EditMenu(m_session, this));
    menuBar()->addMenu(view);
    menuBar()->addMenu(new HelpMenu(this));
    connect(file, &FileMenu::exportRequested, this, &MainWindow::showExportDialog);
    connect(file, &FileMenu::hint, this, &MainWindow::tell);
    connect(view, &ViewMenu::layoutResetRequested, this, &MainWindow::resetLayout);
    connect(m_topBar, &TopBar::hint, this, &MainWindow::tell);
    connect(m_topBar, &TopBar::exportRequested, this, &MainWindow::showExportDialog);
}

void MainWindow::connectSession() {
    connect(m_session, &Session::failed, m_messages, &MessageBar::warn);
    connect(m_session, &Session::shownChanged, this, &MainWindow::takeShown);
    connect(m_session, &Session::sceneChanged, this, &MainWindow::refreshTitle);
    connect(m_session, &Session::sceneChanged, this, [this] {
        if (!sameOrigin(m_hintOf, m_session->scene().source))
            m_messages->forgetHint();
    });
    connect(m_session, &Session::sceneChanged, this, [this] {
        const bool compares = m_session->scene().view.compare;
        if (compares != m_compares && m_chartShare <= 0)
            sizeCharts();
        m_compares = compares;
    });
    m_keep.setSingleShot(true);
    m_keep.setInterval(keepAfter);
    connect(m_session, &Session::sceneChanged, &m_keep, qOverload<>(&QTimer::start));
    connect(&m_keep, &QTimer::timeout, this, &MainWindow::keepScene);
    const auto remember = [this](const QString& name) { m_state->recentFiles().add(name); };
    connect(m_session, &Session::opened, this, remember);
    connect(m_session, &Session::opened, m_messages, &MessageBar::forgetHint);
    connect(m_session, &Session::saved, this, remember);
    connect(m_session, &Session::copied, this,
            [this](const QString& what) { statusBar()->showMessage(what, quietFor); });
    connect(m_session, &Session::saved, this, [this](const QString& name) { tell(tr("Saved %1.").arg(name)); });
}

void MainWindow::takeShown() {
    m_messages->settle();
    const ShownPointer shown = m_session->shown();
    if (m_warnedOf == shown->head)
        return;
    m_warnedOf = shown->head;
    QStringList sentences;
    for (const std::string& warning : shown->head->warnings)
        sentences << QString::fromStdString(warning);
    if (!sentences.isEmpty())
        warn(sentences.join(QLatin1Char(' ')));
}

/// A field that has the focus gives it back while there still is a window: what was typed in it is an edit.
MainWindow::~MainWindow() {
    hide();
}

void MainWindow::tell(const QString& sentence) {
    m_hintOf = m_session->scene().source;
    m_messages->tell(QString(sentence).replace(QLatin1String("d_k"), QStringLiteral("dₖ")));
}

void MainWindow::warn(const QString& sentence) {
    m_messages->warn(sentence);
}

void MainWindow::refreshTitle() {
    const QString name = m_session->file().isEmpty() ? tr("Unsaved session") : QFileInfo(m_session->file()).fileName();
    setWindowTitle(tr("%1[*] – Softscope").arg(name));
    setWindowModified(m_session->isModified());
}

void MainWindow::showExportDialog() {
    auto* dialog = new ExportDialog(m_session, this);
    connect(dialog, &ExportDialog::written, this, [this](const QString& name) { tell(tr("Exported %1.").arg(name)); });
    dialog->show();
}

void MainWindow::restoreLayout() {
    sizeDocks();
    m_firstLayout = saveState();
    restoreGeometry(m_state->geometry());
    if (!restoreState(m_state->layout()))
        return;
    m_tabs->setCurrentIndex(m_state->tab());
    m_chartShare = m_state->chartShare();
}

void MainWindow::resetLayout() {
    m_state->forgetLayout();
    restoreState(m_firstLayout);
    m_tabs->setCurrentIndex(0);
    sizeDocks();
}

void MainWindow::sizeDocks() {
    resize(firstSize);
    resizeDocks({m_panels}, {panelWidth}, Qt::Horizontal);
    m_chartShare = 0;
    sizeCharts();
}

/// The height that a person gave the charts, as a share of the window's. Else the maps get what they can use and the
/// charts the rest, within limits.
void MainWindow::sizeCharts() {
    if (m_charts->isHidden() || m_charts->isFloating() || dockWidgetArea(m_charts) != Qt::BottomDockWidgetArea)
        return;
    int charts = qRound(m_chartShare * height());
    if (m_chartShare <= 0) {
        const int both = m_centre->height() + m_charts->height();
        charts = std::clamp(both - m_centre->usefulHeight(m_session->scene().view.compare),
                            qRound(leastChartShare * height()), qRound(mostChartShare * height()));
    }
    resizeDocks({m_charts}, {charts}, Qt::Vertical);
}

void MainWindow::showEvent(QShowEvent* event) {
    QMainWindow::showEvent(event);
    layout()->activate(); // the docks have their sizes only now
    sizeCharts();
}

void MainWindow::resizeEvent(QResizeEvent* event) {
    QMainWindow::resizeEvent(event);
    m_centre->setRoomy(height() >= roomyHeight);
    sizeCharts();
}

bool MainWindow::event(QEvent* event) {
    const bool handled = QMainWindow::event(event);
    // Its own area are the edges between maps and docks; other changes of the charts' height are the layout's.
    if (event->type() == QEvent::MouseButtonPress)
        m_heldHeight = m_charts->height();
    if (event->type() == QEvent::MouseButtonRelease) {
        if (m_charts->height() != m_heldHeight)
            followChartEdge();
        else if (m_chartShare <= 0)
            sizeCharts(); // the maps may have another width now
    }
    return handled;
}

void MainWindow::followChartEdge() {
    if (!m_charts->isFloating() && dockWidgetArea(m_charts) == Qt::BottomDockWidgetArea)
        m_chartShare = double(m_charts->height()) / height();
}

void MainWindow::keepScene() {
    m_state->keepScene(m_session->scene(), m_session->file());
}

void MainWindow::closeEvent(QCloseEvent* event) {
    m_state->keepLayout(saveGeometry(), saveState(), {m_chartShare, m_tabs->currentIndex()});
    keepScene();
    QMainWindow::closeEvent(event);
}

void MainWindow::changeEvent(QEvent* event) {
    if (event->type() == QEvent::ThemeChange)
        m_appearance->follow();
    QMainWindow::changeEvent(event);
}

void MainWindow::dragEnterEvent(QDragEnterEvent* event) {
    const QList<QUrl> urls = event->mimeData()->urls();
    if (urls.size() == 1 && urls.front().isLocalFile())
        event->acceptProposedAction();
}

void MainWindow::dropEvent(QDropEvent* event) {
    const QList<QUrl> urls = event->mimeData()->urls();
    if (urls.isEmpty())
        return;
    event->acceptProposedAction();
    m_session->open(urls.front().toLocalFile());
}

} // namespace softscope
