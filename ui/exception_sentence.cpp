#include "ui/exception_sentence.h"

#include <QCoreApplication>

#include <exception>
#include <new>

namespace softscope {

QString sentenceOfException() {
    try {
        throw;
    } catch (const std::bad_alloc&) {
        return QCoreApplication::translate("softscope::Session",
                                           "There is not enough memory for this; take fewer tokens or dimensions.");
    } catch (const std::exception& failure) {
        return QString::fromUtf8(failure.what());
    }
}

} // namespace softscope
