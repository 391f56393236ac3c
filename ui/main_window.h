// The window: constructs, places, connects; nothing else.
#pragma once

#include "core/scene/scene.h"

#include <QMainWindow>
#include <QTimer>

#include <memory>

class QTabWidget;

namespace softscope {

class AppearanceSwitch;
class Centre;
class MessageBar;
class Session;
class TopBar;
class WindowState;

class MainWindow : public QMainWindow {
    Q_OBJECT

public:
    MainWindow(Session* session, WindowState* state, AppearanceSwitch* appearance, QWidget* parent = nullptr);
    ~MainWindow() override;

    /// For the message bar. What is told goes when another source is opened.
    void tell(const QString& sentence);
    void warn(const QString& sentence);

    void showExportDialog();
    void resetLayout();

protected:
    void closeEvent(QCloseEvent* event) override;
    void showEvent(QShowEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dropEvent(QDropEvent* event) override;
    bool event(QEvent* event) override;

private:
    void makeTopBar();
    void makeCentre();
    void makePanels();
    void makeCharts();
    void makeMenus();
    void connectSession();
    void restoreLayout();
    void sizeDocks();
    void sizeCharts();
    void followChartEdge();
    void keepScene();
    void takeShown();
    void refreshTitle();

    Session* m_session;
    WindowState* m_state;
    AppearanceSwitch* m_appearance;
    TopBar* m_topBar = nullptr;
    Centre* m_centre = nullptr;
    MessageBar* m_messages = nullptr;
    QTabWidget* m_tabs = nullptr;
    QDockWidget* m_panels = nullptr;
    QDockWidget* m_charts = nullptr;
    double m_chartShare = 0; // of the window's height, as a person set it; 0: nobody did
    bool m_compares = false;
    int m_heldHeight = 0;     // of the charts when a button went down on an edge between maps and docks
    QTimer m_keep;            // until the scene is written down, should the program not be closed by a person
    QByteArray m_firstLayout; // as it is without anything remembered
    std::shared_ptr<const void> m_warnedOf; // the head whose warnings were shown
    Source m_hintOf;                        // what the hint in the message bar speaks of
};

} // namespace softscope
