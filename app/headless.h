// Qt without a display, for figures and the bench.
#pragma once

#include <array>

namespace softscope {

/// What has to be so before a Qt application is made for the command line: Qt's own messages go nowhere (standard error
/// carries one sentence of ours), and one that ends the process becomes such a sentence.
void quietQt();
/// Qt takes the locale of the environment; numbers stay in the C locale.
void keepCLocale();

/// A QGuiApplication or QApplication on the offscreen platform, whatever QT_QPA_PLATFORM says.
template <typename Application>
class Headless {
public:
    Headless() : m_application((quietQt(), m_count), m_arguments.data()) { keepCLocale(); }

private:
    std::array<char, 10> m_program{"softscope"}, m_platform{"offscreen"}, m_option{"-platform"};
    std::array<char*, 4> m_arguments{m_program.data(), m_option.data(), m_platform.data(), nullptr};
    int m_count = 3;
    Application m_application;
};

} // namespace softscope
