// A map as a table of text: a header of column labels, then rows of a label and numbers.
#pragma once

#include "core/engine/frame.h"

#include <string>

namespace softscope {

/// How the fields of a line are told apart. Labels in a tab separated table lose their tabs and line ends, as
/// spreadsheets expect; in a CSV they are quoted.
enum class Separator : char { comma = ',', tab = '\t' };

/// An empty corner, then the labels of the map's columns [colBegin, colEnd), with the line end.
void appendTableHeader(std::string& text, const Head& head, MapName map, Index colBegin, Index colEnd,
                       Separator separator);
/// The label of row `row` of the map, then `count` numbers, with the line end.
void appendTableRow(std::string& text, const Head& head, MapName map, Index row, const float* values, Index count,
                    Separator separator);

} // namespace softscope
