#include "core/io/npy.h"

#include "core/base/error.h"
#include "tests/catch.h"
#include "tests/support/npy_bytes.h"
#include "tests/support/refusal.h"
#include "tests/support/temporary_folder.h"

#include <cmath>
#include <numeric>

using namespace softscope;
using Catch::Matchers::Contains;

namespace {

Tensor opened(const std::string& bytes) {
    const TemporaryFolder folder;
    const auto file = folder.file("a.npy", bytes);
    return readNpy(file);
}

std::string refusal(const std::string& bytes) {
    const TemporaryFolder folder;
    const auto file = folder.file("a.npy", bytes);
    return refusalOf(file.string(), [&] { readNpy(file); });
}

std::string dict(const std::string& shape, const std::string& descr = "<f4", const std::string& order = "False") {
    return "{'descr': '" + descr + "', 'fortran_order': " + order + ", 'shape': " + shape + ", }";
}

const std::string fifteen = bytesOf([] {
    std::vector<float> values(15);
    std::iota(values.begin(), values.end(), 1.F);
    return values;
}());

MatrixF whole(const Tensor& tensor) {
    return matrixOf(tensor, {});
}

} // namespace

TEST_CASE("an .npy in every legal form of its header opens") {
    const std::string header =
        GENERATE(dict("(3, 5)"), dict("(3L, 5L)"), dict("(3,5,)"), dict("(3, 5)") + std::string(300, ' '),
                 std::string("{'shape': (3, 5), 'fortran_order': False, 'descr': '<f4'}"),
                 std::string(" { \"shape\" :\t( 3 , 5 ) , \"descr\":\"<f4\",\n'fortran_order':False } \n"),
                 dict("(3, 5)", "=f4"), std::string("{u'descr': u'<f4', u'fortran_order': False, u'shape': (3L, 5L)}"));
    CAPTURE(header);
    for (const int version : {1, 2}) {
        const Tensor tensor = opened(npyFrom(header, fifteen, version));
        CHECK(tensor.shape == std::vector<std::uint64_t>{3, 5});
        CHECK(whole(tensor)(0, 4) == 5);
        CHECK(whole(tensor)(2, 4) == 15);
    }
}

TEST_CASE("version 3 opens and does not know Python 2's integers") {
    CHECK(whole(opened(npyFrom(dict("(3, 5)"), fifteen, 3)))(1, 0) == 6);
    CHECK_THAT(refusal(npyFrom(dict("(3L, 5L)"), fifteen, 3)), Contains("dict"));
}

TEST_CASE("Fortran order is read as the matrix that it is") {
    const MatrixF matrix = whole(opened(npyFrom(dict("(3, 5)", "<f4", "True"), fifteen)));
    CHECK(matrix(0, 0) == 1);
    CHECK(matrix(1, 0) == 2);
    CHECK(matrix(0, 1) == 4);
    CHECK(matrix(2, 4) == 15);
}

TEST_CASE("matrices of a stack and single elements agree in both orders") {
    std::vector<float> values(120);
    std::iota(values.begin(), values.end(), 0.F);
    for (const bool fortran : {false, true}) {
        const Tensor tensor = opened(npyFrom(dict("(2, 3, 4, 5)", "<f4", fortran ? "True" : "False"), bytesOf(values)));
        for (std::uint64_t a = 0; a < 2; ++a) {
            for (std::uint64_t b = 0; b < 3; ++b) {
                const std::uint64_t lead[] = {a, b};
                const MatrixF matrix = matrixOf(tensor, lead);
                REQUIRE(matrix.rows() == 4);
                REQUIRE(matrix.cols() == 5);
                for (Index i = 0; i < 4; ++i) {
                    for (Index j = 0; j < 5; ++j) {
                        const auto row = static_cast<std::uint64_t>(i), column = static_cast<std::uint64_t>(j);
                        const std::uint64_t c = ((a * 3 + b) * 4 + row) * 5 + column;
                        const std::uint64_t f = a + 2 * (b + 3 * (row + 4 * column));
                        CHECK(matrix(i, j) == static_cast<float>(fortran ? f : c));
                        CHECK(elementAt(tensor, c) == static_cast<double>(matrix(i, j)));
                    }
                }
            }
        }
    }
}

TEST_CASE("every type widens, big-endian ones too") {
    const auto check = [](const std::string& kind, auto example) {
        using Number = decltype(example);
        const std::vector<Number> values{Number(1), Number(100), Number(7), Number(0)};
        for (const char* order : {"<", ">"}) {
            CAPTURE(kind, order);
            const std::string bytes = *order == '<' ? bytesOf(values) : swappedBytesOf(values);
            const Tensor tensor = opened(npyFrom(dict("(2, 2)", order + kind), bytes));
            const MatrixF matrix = whole(tensor);
            CHECK(matrix(0, 0) == 1);
            CHECK(matrix(0, 1) == 100);
            CHECK(matrix(1, 0) == 7);
            CHECK(matrix(1, 1) == 0);
            CHECK(elementAt(tensor, 1) == 100);
        }
    };
    check("f4", float());
    check("f8", double());
    check("i1", std::int8_t());
    check("i2", std::int16_t());
    check("i4", std::int32_t());
    check("i8", std::int64_t());
    check("u1", std::uint8_t());
    check("u2", std::uint16_t());
    check("u4", std::uint32_t());
    check("u8", std::uint64_t());
    const MatrixF truth = whole(opened(npyFrom(dict("(1, 3)", "|b1"), bytesOf(std::vector<std::uint8_t>{0, 1, 2}))));
    CHECK(truth(0, 0) == 0);
    CHECK(truth(0, 1) == 1);
    CHECK(truth(0, 2) == 1);
    const MatrixF half =
        whole(opened(npyFrom(dict("(1, 2)", ">f2"), swappedBytesOf(std::vector<std::uint16_t>{0x3C00, 0xC500}))));
    CHECK(half(0, 0) == 1);
    CHECK(half(0, 1) == -5);
}

TEST_CASE("a scalar shape is one element") {
    const Tensor tensor = opened(npyFrom(dict("()", "<f8"), bytesOf(std::vector<double>{2.5})));
    CHECK(tensor.count() == 1);
    CHECK(elementAt(tensor, 0) == 2.5);
    CHECK_THROWS_AS(matrixOf(tensor, {}), Error);
}

TEST_CASE("zero dimensions are legal, whatever the others say") {
    for (const char* shape : {"(2147483648, 0)", "(0,)", "(4294967296, 4294967296, 0)"}) {
        const Tensor tensor = opened(npyFrom(dict(shape), ""));
        CHECK(tensor.count() == 0);
        CHECK(tensor.bytes.empty());
        CHECK_THROWS_AS(matrixOf(tensor, {}), Error);
        CHECK_THROWS_AS(elementAt(tensor, 0), Error);
    }
}

TEST_CASE("arrays that follow in the same file are left alone") {
    CHECK(whole(opened(npyFrom(dict("(3, 5)"), fifteen + "more")))(2, 4) == 15);
}

TEST_CASE("headers that lie are refused without believing them") {
    using namespace std::string_literals;
    CHECK_THAT(refusal("\x93NUMPY\x02\x00\xF0\xFF\xFF\xFF"s), Contains("4294967280"));
    CHECK_THAT(refusal(npyFrom(dict("(4294967296, 4294967296)"), "")), Contains("more numbers than any file"));
    CHECK_THAT(refusal(npyFrom(dict("(99999999999999999999,)"), "")), Contains("64 bits"));
    CHECK_THAT(refusal(npyFrom(dict("(184)"), std::string(736, '\0'))), Contains("(184,)"));
    CHECK_THAT(refusal(npyFrom(dict("(4, 4)"), std::string(8, '\0'))), Contains("64 bytes") && Contains("8 bytes"));
    CHECK_THAT(refusal(npyFrom(dict("(3, 5)"), fifteen).substr(0, 40)), Contains("ends before"));
    CHECK_THAT(refusal(""), Contains("empty"));
    CHECK_THAT(refusal("\x93NUMPY"), Contains("first 8 bytes"));
    CHECK_THAT(refusal("\x93NUMPY\x01\x00\x10"s), Contains("length of its header"));
    CHECK_THAT(refusal("\x93NUMPY\x04\x00\x10\x00"s), Contains("4.0"));
    CHECK_THAT(refusal(npyFrom(dict("(3, 5)") + std::string(11'000, ' '), fifteen)), Contains("10000"));
    CHECK_THAT(refusal("1,2\n3,4\n"), Contains("does not begin"));
}

TEST_CASE("headers that are no dict of the three fields are refused") {
    const std::string header =
        GENERATE(std::string(), std::string("{"), std::string("[]"), dict("(3, 5)") + "x", dict("[3, 5]"),
                 dict("(3 5)"), dict("(-3, 5)"), dict("(3, 5.0)"), dict("(03, 5)"), dict("(3,, 5)"), dict("(3, 5"),
                 dict("(0x3, 5)"), dict("(3, 5)", "<f4", "0"), dict("(3, 5)", "<f4", "None"), dict("(3, 5)", "<f4\\'"),
                 std::string("{'descr': '<f4', 'fortran_order': False}"), std::string("{'descr' '<f4'}"),
                 std::string("{'descr': '<f4', 'descr': '<f4', 'fortran_order': False, 'shape': (3, 5)}"),
                 std::string("{'descr': '<f4', 'fortran_order': False, 'shape': (3, 5), 'extra': 1}"),
                 std::string("{'descr': '<f4', 'fortran_order': False, 'shape': (3, 5)} # comment"),
                 std::string("{'descr': '<f4, 'fortran_order': False, 'shape': (3, 5)}"), std::string(9'000, '('),
                 std::string("{'shape': ") + std::string(9'000, '('), std::string("{,}"));
    CAPTURE(header);
    CHECK_THAT(refusal(npyFrom(header, fifteen)), Contains("header"));
}

TEST_CASE("types that are no plain numbers are refused by name") {
    const std::string sixteen(160, '\0');
    CHECK_THAT(refusal(npyFrom(dict("(5, 4)", "|O"), sixteen)), Contains("pickle"));
    CHECK_THAT(refusal(npyFrom(dict("(5, 4)", "<c8"), sixteen)), Contains("complex") && Contains("<c8"));
    CHECK_THAT(refusal(npyFrom(dict("(5, 4)", "<c16"), sixteen)), Contains("complex"));
    CHECK_THAT(refusal(npyFrom(dict("(1, 2)", "<V2"), "\x80\x3F\x00\x40")), Contains("bfloat16"));
    CHECK_THAT(refusal(npyFrom(dict("(1, 2)", "<f1"), sixteen)), Contains("8-bit"));
    CHECK_THAT(refusal(npyFrom(dict("(5, 4)", "<U2"), sixteen)), Contains("text"));
    CHECK_THAT(refusal(npyFrom(dict("(5, 4)", "<f16"), sixteen)), Contains("<f16"));
    CHECK_THAT(refusal(npyFrom(dict("(5, 4)", "<f3"), sixteen)), Contains("<f3"));
    CHECK_THAT(refusal(npyFrom(dict("(5, 4)", "f4"), sixteen)), Contains("f4"));
    CHECK_THAT(refusal(npyFrom("{'descr': [('a', '<f4')], 'fortran_order': False, 'shape': (3,)}", sixteen)),
               Contains("records"));
}

TEST_CASE("pickles and zips under the name of an .npy are recognised") {
    using namespace std::string_literals;
    CHECK_THAT(refusal("\x80\x04\x95\x10\0\0\0\0\0\0\0}\x94."s), Contains("pickle") && Contains("safetensors"));
    CHECK_THAT(refusal("(dp0\nS'q'\np1\nI1\ns."), Contains("pickle"));
    CHECK_THAT(refusal("PK\x03\x04 something"), Contains("zip"));
}

TEST_CASE("a file that cannot be opened is named with the system's reason") {
    const TemporaryFolder folder;
    CHECK_THROWS_WITH(readNpy(folder.path() / "none.npy"), Contains("none.npy") && Contains("no such file"));
    CHECK_THROWS_WITH(readNpy(folder.path()), Contains("folder"));
    CHECK_THROWS_WITH(readNpy("/dev/zero"), Contains("it is a device, not a file"));
}

TEST_CASE("what is written comes back to the bit") {
    MatrixF matrix(3, 5);
    for (Index i = 0; i < matrix.size(); ++i)
        matrix.data()[i] = std::ldexp(1.F + static_cast<float>(i) / 3, static_cast<int>(i) * 20 - 140);
    const std::string bytes = npyBytes(matrix);
    CHECK((bytes.size() - 60) % 64 == 0);
    CHECK(whole(opened(bytes)) == matrix);
    const std::uint64_t one[] = {7};
    CHECK_THAT(npyHeader(one), Contains("(7,)"));
    CHECK(npyHeader({}).find("()") != std::string::npos);
}

TEST_CASE("numbers that float32 cannot hold are counted") {
    std::uint64_t lost = 0;
    const std::vector<double> doubles{0.5,     0.1, 1e300, std::nan(""), -std::numeric_limits<double>::infinity(),
                                      16777217};
    const MatrixF matrix = matrixOf(opened(npyFrom(dict("(2, 3)", "<f8"), bytesOf(doubles))), {}, &lost);
    CHECK(lost == 3);
    CHECK(std::isinf(matrix(0, 2)));
    CHECK(std::isnan(matrix(1, 0)));
    const std::vector<std::int64_t> integers{16777216, 16777217, std::numeric_limits<std::int64_t>::max(),
                                             std::numeric_limits<std::int64_t>::min()};
    lost = 0;
    CHECK(matrixOf(opened(npyFrom(dict("(2, 2)", "<i8"), bytesOf(integers))), {}, &lost)(1, 1) ==
          -9223372036854775808.F);
    CHECK(lost == 2);
}
