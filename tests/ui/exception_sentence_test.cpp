#include "ui/exception_sentence.h"

#include "core/base/error.h"
#include "tests/catch.h"

#include <new>

using namespace softscope;

namespace {

template <typename Exception>
QString sentenceOf(const Exception& thrown) {
    try {
        throw thrown;
    } catch (...) {
        return sentenceOfException();
    }
}

} // namespace

TEST_CASE("an exception is said as its sentence, and the lack of memory as one of ours") {
    CHECK(sentenceOf(Error("The disk is full.")) == QStringLiteral("The disk is full."));
    const QString memory = sentenceOf(std::bad_alloc());
    CHECK_FALSE(memory.contains(QStringLiteral("bad_alloc")));
    CHECK(memory.contains(QStringLiteral("not enough memory")));
}
