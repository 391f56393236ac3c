#include "app/number_list.h"

#include "app/values.h"

namespace softscope {

std::vector<Index> numberList(std::string_view text, Index low, Index high) {
    std::vector<Index> numbers;
    if (const std::size_t dots = text.find(".."); dots != std::string_view::npos) {
        const Index first = wholeNumber(text.substr(0, dots), low, high);
        const Index last = wholeNumber(text.substr(dots + 2), low, high);
        if (first < 1 || last < first)
            throw UsageError("takes a range from a smaller number to a larger one, not " + shownText(text));
        for (Index number = first; number <= last; number *= 2)
            numbers.push_back(number);
        return numbers;
    }
    for (std::size_t begin = 0; begin <= text.size();) {
        const std::size_t end = std::min(text.find(',', begin), text.size());
        numbers.push_back(wholeNumber(text.substr(begin, end - begin), low, high));
        begin = end + 1;
    }
    return numbers;
}

} // namespace softscope
