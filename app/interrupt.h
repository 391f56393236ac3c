// Ctrl-C ends long work cleanly.
#pragma once

#include <stop_token>

namespace softscope {

/// From now on SIGINT, SIGTERM and SIGHUP (unless it is ignored, as under nohup) set the token that this returns, so
/// that work stops and takes back what it began to write; a second one ends the process. Call once, before any other
/// thread is made.
std::stop_token stopOnInterrupt();

} // namespace softscope
