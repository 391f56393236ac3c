// The process that holds a driver: what it does, and the words that it is spoken to in.
#pragma once

namespace softscope::opencl {

/// The hidden word that makes the program such a process: it then does nothing but runWorker().
inline constexpr const char* workerWord = "--opencl-worker";

/// Commands, one character each, answered in order.
namespace command {
inline constexpr char list = 'l';   ///< → what list() answers: a number, then each DeviceInfo
inline constexpr char open = 'o';   ///< a device's number in the list, a cache folder → done
inline constexpr char stream = 's'; ///< work → its frames
inline constexpr char cancel = 'c'; ///< while work goes on; late ones are ignored
} // namespace command

/// Answers begin with one of these.
namespace answer {
inline constexpr char alive = 'a';     ///< and a double: which share of the rows is under way
inline constexpr char done = 'd';      ///< and what was asked for
inline constexpr char failed = 'f';    ///< and a sentence
inline constexpr char cancelled = 'x'; ///< stopped as was asked
} // namespace answer

/// Serves standard input, a socket, until its other end closes. Returns the process's exit code.
int runWorker();

} // namespace softscope::opencl
