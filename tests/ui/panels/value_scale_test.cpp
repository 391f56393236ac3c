#include "ui/panels/value_scale.h"

#include "tests/catch.h"

#include <cmath>

using namespace softscope;

TEST_CASE("every integer has a place of its own on the scale of d_k") {
    const ValueScale scale = ValueScale::integers(1, 1024, 16'384, 64);
    CHECK(scale.fractionOf(1) == 0);
    CHECK(scale.fractionOf(1024) == 1);
    CHECK(scale.fractionOf(32) == Approx(0.5));
    for (int n = 1; n <= 1024; ++n) {
        CHECK(scale.valueAt(scale.fractionOf(n)) == n);
        CHECK(scale.stepped(n, 1) == n + 1);
    }
    CHECK(scale.stepped(1, -1) == 1);
    CHECK(scale.stepped(16'384, 1) == 16'384);
    CHECK(scale.fractionOf(5000) == 1); // typed: beyond the end of the slider
}

TEST_CASE("page keys go along powers of two") {
    const ValueScale scale = ValueScale::integers(1, 1024, 16'384, 64);
    CHECK(scale.paged(64, 1) == 128);
    CHECK(scale.paged(65, 1) == 128);
    CHECK(scale.paged(65, -1) == 64);
    CHECK(scale.paged(64, -1) == 32);
    CHECK(scale.paged(1, -1) == 1);
    CHECK(scale.paged(16'384, 1) == 16'384);
}

TEST_CASE("powers of two are ticks and draw from half a pixel away") {
    const ValueScale scale = ValueScale::integers(1, 1024, 16'384, 64);
    CHECK(scale.marks().size() == 11);
    CHECK(scale.valueAt(0.602, 0.0025) == 64);
    CHECK(scale.valueAt(0.602) == 65);
}

TEST_CASE("a logarithmic scale of reals has its middle at 1 and gives three digits") {
    const ValueScale scale = ValueScale::logarithmicReals(0.1, 10, 1e-6, 1e6, 1);
    CHECK(scale.valueAt(0.5) == 1);
    CHECK(scale.valueAt(0.503, 0.004) == 1);
    CHECK(scale.valueAt(0.75) == 3.16);
    CHECK(scale.valueAt(-1) == 0.1);
    CHECK(scale.valueAt(2) == 10);
    CHECK(scale.stepped(1, 1) == 1.05);
    CHECK(scale.stepped(1.02, -1) == 1); // does not step over the standard value
    CHECK(scale.allowed(1e9) == 1e6);
}

TEST_CASE("a linear scale reaches both ends and rounds to its places") {
    const ValueScale scale = ValueScale::reals(-5, 5, -1e6, 1e6, 0, 0.1, 2);
    CHECK(scale.valueAt(0) == -5);
    CHECK(scale.valueAt(0.5) == 0);
    CHECK_FALSE(std::signbit(scale.valueAt(0.49999)));
    CHECK(scale.valueAt(0.61234) == Approx(1.12).epsilon(1e-12));
    CHECK(scale.stepped(0.2, 1) == 0.3);
}

TEST_CASE("numbers as text: true minus, trailing zeros, nothing typed is hidden") {
    const ValueScale log = ValueScale::logarithmicReals(0.1, 10, 1e-6, 1e6, 1);
    CHECK(log.text(1) == "1.00");
    CHECK(log.text(0.125) == "0.125");
    CHECK(log.text(10) == "10.0");
    CHECK(log.text(1.2345) == "1.2345");
    const ValueScale linear = ValueScale::reals(-5, 5, -1e6, 1e6, 0, 0.1, 2);
    CHECK(linear.text(-0.5) == QString::fromUtf8("−0.50"));
    CHECK(linear.text(-0.001) == QString::fromUtf8("−0.001"));
    CHECK(linear.text(0.1F) == "0.10");
    CHECK(ValueScale::integers(1, 10, 10, 1).text(1024) == "1024");
    CHECK(log.text(1e-6) == QString::fromUtf8("1e−6"));
    CHECK(log.text(2.5e-4) == "0.00025");
    CHECK(log.text(1e6) == "1e6");
    CHECK(linear.text(std::nan("")) == QString::fromUtf8("–"));
}

TEST_CASE("what a person types is understood or is no number") {
    CHECK(ValueScale::parse(QString::fromUtf8(" −2,5 ")) == -2.5);
    CHECK(ValueScale::parse("1e-3") == 1e-3);
    for (const char* wrong : {"", "-", "1.2.3", "inf", "nan", "0x10", "1 000"})
        CHECK(std::isnan(ValueScale::parse(wrong)));
}

TEST_CASE("the calm end of a slider is 1, 2 or 5 times a power of ten") {
    CHECK(roundedUp(3.1) == 5);
    CHECK(roundedUp(5) == 5);
    CHECK(roundedUp(5.1) == 10);
    CHECK(roundedUp(0.0123) == Approx(0.02));
    CHECK(roundedUp(0) == 1);
    CHECK(roundedUp(std::nan("")) == 1);
}
