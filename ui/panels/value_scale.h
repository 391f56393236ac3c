// How the way of a slider is laid over the numbers that it stands for.
#pragma once

#include <QString>

#include <vector>

namespace softscope {

/// A value type: the two ends of the slider, the (wider) range that may be typed, steps and digits.
struct ValueScale {
    double low = 0, high = 1;   ///< the ends of the slider
    double least = 0, most = 1; ///< what may be typed
    double standard = 0;        ///< what a double-click goes back to
    double origin = 0;          ///< where the filled part of the groove begins
    bool logarithmic = false;   ///< low > 0
    bool whole = false;         ///< integers only
    double step = 0.1;          ///< of an arrow key; on a logarithmic scale of real numbers a key multiplies by 1.05
    int decimals = 2;           ///< places shown and reached by the slider; a logarithmic scale shows three digits

    static ValueScale integers(double low, double high, double most, double standard);
    static ValueScale logarithmicReals(double low, double high, double least, double most, double standard);
    static ValueScale reals(double low, double high, double least, double most, double standard, double step,
                            int decimals);

    /// 0 at `low`, 1 at `high`; clamped.
    double fractionOf(double value) const;
    /// A round number near that place: an integer, three digits, or `decimals` places. Marks draw from within
    /// `reach`, so that a mouse passing them pixel by pixel meets them.
    double valueAt(double fraction, double reach = 0) const;
    /// `count` arrow keys or wheel notches away; page keys go further (to the next power of two on a scale of
    /// integers).
    double stepped(double value, int count) const;
    double paged(double value, int count) const;
    /// Inside least … most, and an integer where it must be.
    double allowed(double value) const;
    /// Where ticks stand and values draw: powers of two on a scale of integers, the standard value on others.
    std::vector<double> marks() const;

    /// With a true minus sign and trailing zeros, so that numbers under each other align; as many digits as it takes
    /// (up to seven) to show what was typed.
    QString text(double value) const;
    /// Takes "-" and "−", "." and ",". NaN where it is no number.
    static double parse(const QString& text);

    bool operator==(const ValueScale&) const = default;
};

/// The least of 1, 2, 5 × 10^k that is not below `value`: a calm end for a slider.
double roundedUp(double value);

} // namespace softscope
