#include "app/number_list.h"

#include "app/commands.h"
#include "app/values.h"

#include <algorithm>

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

std::size_t ListOption::placeOf(Index number) const {
    return std::size_t(std::lower_bound(sorted.begin(), sorted.end(), number) - sorted.begin());
}

ListOption listOption(const Arguments& arguments, std::string_view name, Index high) {
    const auto text = arguments.value(name);
    if (!text)
        throw UsageError(std::string(arguments.command->name) + " needs " + std::string(name) +
                         " LIST, such as 64, or 4,16,64, or 16..1024 (doubling)");
    ListOption list;
    try {
        list.asGiven = numberList(*text, 1, high);
    } catch (const UsageError& refusal) {
        throw UsageError(std::string(name) + " " + refusal.what());
    }
    list.sorted = list.asGiven;
    std::sort(list.sorted.begin(), list.sorted.end());
    list.sorted.erase(std::unique(list.sorted.begin(), list.sorted.end()), list.sorted.end());
    return list;
}

} // namespace softscope
