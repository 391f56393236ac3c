#include "ui/panels/value_scale.h"

#include "core/render/number_text.h"

#include <QLocale>

#include <algorithm>
#include <cmath>
#include <limits>

namespace softscope {

namespace {

constexpr double keyFactor = 1.05; // of an arrow key on a logarithmic scale: some 90 keys from 0.1 to 10
constexpr int fewestDigits = 3, mostDigits = 7;

double toDigits(double value, int digits) {
    if (value == 0 || !std::isfinite(value))
        return value;
    return QString::number(value, 'e', digits - 1).toDouble();
}

double toDecimals(double value, int decimals) {
    return QString::number(value, 'f', decimals).toDouble() + 0.0; // + 0.0: no −0
}

QString withTrueMinus(QString text) {
    return text.replace(QLatin1Char('-'), QChar(0x2212));
}

/// As few digits as it takes: "1e−6", not "1.000000e−6".
QString shortestText(double value) {
    QString text;
    for (int digits = 1; digits <= mostDigits; ++digits) {
        text = QString::fromStdString(numberText(value, digits));
        if (ValueScale::parse(text) == value)
            break;
    }
    return text;
}

int decimalsFor(double value, int digits) {
    const int exponent = value == 0 ? 0 : static_cast<int>(std::floor(std::log10(std::abs(value))));
    return std::clamp(digits - 1 - exponent, 0, 12);
}

} // namespace

ValueScale ValueScale::integers(double low, double high, double most, double standard) {
    ValueScale scale;
    scale.low = scale.least = scale.origin = low;
    scale.high = high;
    scale.most = most;
    scale.standard = standard;
    scale.logarithmic = scale.whole = true;
    scale.step = 1;
    scale.decimals = 0;
    return scale;
}

ValueScale ValueScale::logarithmicReals(double low, double high, double least, double most, double standard) {
    const ValueScale plain;
    ValueScale scale = reals(low, high, least, most, standard, plain.step, plain.decimals);
    scale.logarithmic = true;
    return scale;
}

ValueScale ValueScale::reals(double low, double high, double least, double most, double standard, double step,
                             int decimals) {
    ValueScale scale;
    scale.low = low;
    scale.high = high;
    scale.least = least;
    scale.most = most;
    scale.standard = scale.origin = standard;
    scale.step = step;
    scale.decimals = decimals;
    return scale;
}

double ValueScale::fractionOf(double value) const {
    const double inside = std::clamp(std::isnan(value) ? low : value, low, high);
    if (high <= low)
        return 0;
    return logarithmic ? std::log(inside / low) / std::log(high / low) : (inside - low) / (high - low);
}

double ValueScale::valueAt(double fraction, double reach) const {
    const double f = std::clamp(fraction, 0.0, 1.0);
    for (const double mark : marks()) {
        if (std::abs(fractionOf(mark) - f) <= reach)
            return mark;
    }
    const double exact = logarithmic ? low * std::pow(high / low, f) : low + f * (high - low);
    if (whole)
        return std::round(exact);
    return std::clamp(logarithmic ? toDigits(exact, fewestDigits) : toDecimals(exact, decimals), low, high);
}

double ValueScale::stepped(double value, int count) const {
    if (whole)
        return allowed(value + count);
    if (!logarithmic)
        return allowed(toDecimals(value + count * step, std::max(decimals, 6)));
    const double next = toDigits(value * std::pow(keyFactor, count), fewestDigits);
    const bool passes = (value < standard && next > standard) || (value > standard && next < standard);
    return allowed(passes ? standard : next);
}

double ValueScale::paged(double value, int count) const {
    if (!logarithmic)
        return stepped(value, 10 * count);
    if (!whole)
        return stepped(value, 8 * count);
    const double octave = std::log2(std::max(value, 1.0));
    const double next = count > 0 ? std::floor(octave) + count : std::ceil(octave) + count;
    return allowed(std::exp2(std::max(next, 0.0)));
}

double ValueScale::allowed(double value) const {
    const double inside = std::clamp(value, least, most);
    return whole ? std::round(inside) : inside;
}

std::vector<double> ValueScale::marks() const {
    if (!(whole && logarithmic))
        return {standard};
    std::vector<double> powers;
    for (double power = std::exp2(std::ceil(std::log2(low))); power <= high; power *= 2)
        powers.push_back(power);
    return powers;
}

QString ValueScale::text(double value) const {
    if (std::isnan(value))
        return QStringLiteral("–");
    if (whole)
        return withTrueMinus(QString::number(value, 'f', 0));
    const double size = std::abs(value);
    if (std::isinf(value) || size >= 1e6 || (size != 0 && size < 1e-3))
        return shortestText(value);
    QString shown;
    for (int digits = fewestDigits; digits <= mostDigits; ++digits) {
        const int places = logarithmic ? decimalsFor(value, digits) : decimals + digits - fewestDigits;
        shown = QString::number(value, 'f', places);
        if (shown.toDouble() == value)
            break;
    }
    // What no few digits can show (a float's own value) is shown with the usual ones.
    if (std::abs(shown.toDouble() - value) > 0)
        shown = QString::number(value, 'f', logarithmic ? decimalsFor(value, fewestDigits) : decimals);
    if (shown.toDouble() == 0)
        shown.remove(QLatin1Char('-'));
    return withTrueMinus(shown);
}

double ValueScale::parse(const QString& text) {
    QString plain = text.trimmed();
    plain.replace(QChar(0x2212), QLatin1Char('-')).replace(QLatin1Char(','), QLatin1Char('.'));
    bool isNumber = false;
    const double value = QLocale::c().toDouble(plain, &isNumber);
    return isNumber && std::isfinite(value) ? value : std::numeric_limits<double>::quiet_NaN();
}

double roundedUp(double value) {
    if (!(value > 0) || !std::isfinite(value))
        return 1;
    const double power = std::pow(10.0, std::floor(std::log10(value)));
    for (const double mantissa : {1.0, 2.0, 5.0}) {
        if (value <= mantissa * power * (1 + 1e-12))
            return mantissa * power;
    }
    return 10 * power;
}

} // namespace softscope
