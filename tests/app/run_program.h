// Runs the real program and says what it answered.
#pragma once

#include <filesystem>
#include <fstream>
#include <map>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include <csignal>

#include <fcntl.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

namespace softscope::support {

struct Answer {
    int code = -1; ///< 128 + the signal where one ended it
    std::string output, messages;
};

inline std::string contentOf(const std::filesystem::path& file) {
    std::ifstream stream(file, std::ios::binary);
    std::ostringstream text;
    text << stream.rdbuf();
    return text.str();
}

/// A folder of its own, gone at the end of the test, in which the program runs.
class Workplace {
public:
    Workplace() {
        std::string name = (std::filesystem::temp_directory_path() / "softscope-app-XXXXXX").string();
        folder = mkdtemp(name.data());
        m_answers = folder.string() + ".answers";
        std::filesystem::create_directory(m_answers);
    }
    ~Workplace() {
        std::filesystem::remove_all(folder);
        std::filesystem::remove_all(m_answers);
    }
    Workplace(const Workplace&) = delete;
    Workplace& operator=(const Workplace&) = delete;
    Workplace(Workplace&&) = delete;
    Workplace& operator=(Workplace&&) = delete;

    /// Starts the program without a display.
    pid_t start(const std::vector<std::string>& words, const std::map<std::string, std::string>& environment = {}) {
        const char* binary = getenv("SOFTSCOPE_BINARY");
        std::vector<std::string> all{binary ? binary : ""};
        all.insert(all.end(), words.begin(), words.end());
        std::vector<char*> pointers;
        for (std::string& word : all)
            pointers.push_back(word.data());
        pointers.push_back(nullptr);
        const pid_t child = fork();
        if (child == 0) {
            const int nothing = open("/dev/null", O_RDONLY);
            const int output = open((m_answers / "output").c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
            const int messages = open((m_answers / "messages").c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
            dup2(nothing, STDIN_FILENO);
            dup2(output, STDOUT_FILENO);
            dup2(messages, STDERR_FILENO);
            for (const char* name : {"DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"})
                unsetenv(name);
            for (const auto& [name, value] : environment)
                setenv(name.c_str(), value.c_str(), 1);
            if (chdir(folder.c_str()) == 0)
                execv(pointers.front(), pointers.data());
            _exit(127);
        }
        return child;
    }

    Answer finish(pid_t child) {
        int status = 0;
        waitpid(child, &status, 0);
        return {WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status), contentOf(m_answers / "output"),
                contentOf(m_answers / "messages")};
    }

    Answer run(const std::vector<std::string>& words, const std::map<std::string, std::string>& environment = {}) {
        return finish(start(words, environment));
    }

    /// Waits until the program has a file of this folder open to write it, named or not; false: it never had.
    bool waitUntilWriting(pid_t child) const {
        const std::filesystem::path open = "/proc/" + std::to_string(child) + "/fd";
        for (int i = 0; i < 4000; ++i) {
            std::error_code failure;
            for (const auto& entry : std::filesystem::directory_iterator(open, failure)) {
                const auto file = std::filesystem::read_symlink(entry.path(), failure);
                if (!failure && file.parent_path() == folder)
                    return true;
            }
            usleep(5000);
        }
        return false;
    }

    /// The names of the files that are there.
    std::set<std::string> files() const {
        std::set<std::string> names;
        for (const auto& entry : std::filesystem::directory_iterator(folder))
            names.insert(entry.path().filename().string());
        return names;
    }

    void write(const std::string& name, const std::string& bytes) const {
        std::ofstream(folder / name, std::ios::binary) << bytes;
    }
    std::string read(const std::string& name) const { return contentOf(folder / name); }

    std::filesystem::path folder;

private:
    std::filesystem::path m_answers;
};

/// The words of a line, split at spaces.
inline std::vector<std::string> wordsOf(const std::string& line) {
    std::istringstream stream(line);
    std::vector<std::string> words;
    for (std::string word; stream >> word;)
        words.push_back(word);
    return words;
}

} // namespace softscope::support
