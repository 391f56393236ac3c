// What goes wrong, as one sentence for a person.
#pragma once

#include <stdexcept>
#include <string>

namespace softscope {

/// Work that failed or input that was refused. what() is one sentence: what was found, what was expected, what to do.
/// The window shows it in its message bar; the command line prints it and exits with 1.
class Error : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

/// A value or word that was wrong before any work began. The command line exits with 2.
class UsageError : public Error {
public:
    using Error::Error;
};

/// Thrown out of long work when its stop token was set. Never shown: whoever asked for the stop knows.
class Cancelled : public std::exception {
public:
    const char* what() const noexcept override { return "cancelled"; }
};

} // namespace softscope
