// The window: constructs, places, connects; nothing else.
#pragma once

#include <QMainWindow>
#include <QTimer>

#include <memory>

namespace softscope {

class AppearanceSwitch;
class MessageBar;
class Session;
class TopBar;
class WindowState;

class MainWindow : public QMainWindow {
    Q_OBJECT

public:
    MainWindow(Session* session, WindowState* state, AppearanceSwitch* appearance, QWidget* parent = nullptr);

    /// For the message bar.
    void tell(const QString& sentence);
    void warn(const QString& sentence);

    void showExportDialog();
    void resetLayout();

protected:
    void closeEvent(QCloseEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dropEvent(QDropEvent* event) override;

private:
    void makeTopBar();
    void makeCentre();
    void makePanels();
    void makeCharts();
    void makeMenus();
    void connectSession();
    void restoreLayout();
    void sizeDocks();
    void keepScene();
    void takeShown();
    void refreshTitle();

    Session* m_session;
    WindowState* m_state;
    AppearanceSwitch* m_appearance;
    TopBar* m_topBar = nullptr;
    MessageBar* m_messages = nullptr;
    QDockWidget* m_panels = nullptr;
    QDockWidget* m_charts = nullptr;
    double m_chartShare = 0;  // of the window's height
    int m_chartHeight = 0;    // as it was set by that share
    QTimer m_keep;            // until the scene is written down, should the program not be closed by a person
    QByteArray m_firstLayout; // as it is without anything remembered
    std::shared_ptr<const void> m_warnedOf; // the head whose warnings were shown
};

} // namespace softscope
