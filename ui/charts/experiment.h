// Work over many heads, on a thread of its own: only the newest request counts, and what it finds on the way is told.
#pragma once

#include "core/base/error.h"
#include "ui/exception_sentence.h"
#include "ui/latest_job.h"
#include "ui/mailbox.h"

#include <QString>

#include <cstdint>
#include <functional>
#include <memory>
#include <utility>

namespace softscope {

/// All of it on the GUI thread but the work.
template <typename Result>
class Experiment {
public:
    using Tell = std::function<void(Result)>;
    /// Calls `tell` with what it has found so far, as often as it likes; throws Cancelled once `stop` is set. Holds
    /// copies of all it needs.
    using Work = std::function<void(const Tell& tell, const std::stop_token& stop)>;

    Experiment(std::function<void(Result)> take, std::function<void(const QString&)> refuse)
        : m_take(std::move(take)), m_refuse(std::move(refuse)), m_mail(std::make_shared<Mail>(*this)),
          m_job([mail = m_mail](Request request, const JobStop& stop) { run(*mail, request, stop); }) {}
    ~Experiment() { m_mail->close(); }
    Experiment(const Experiment&) = delete;
    Experiment& operator=(const Experiment&) = delete;
    Experiment(Experiment&&) = delete;
    Experiment& operator=(Experiment&&) = delete;

    /// Stops what runs; nothing of it arrives any more.
    void start(Work work) {
        stop();
        m_job.submit({m_number, std::move(work)});
    }
    void stop() {
        ++m_number;
        m_job.cancel();
    }
    /// Something runs, or waits to be taken.
    bool busy() const { return m_job.busy() || !m_mail->empty(); }

private:
    using Mail = Mailbox<Experiment>;
    struct Request {
        std::uint64_t number = 0;
        Work work;
    };

    static void run(Mail& mail, const Request& request, const std::stop_token& stop) {
        const auto post = [&mail, number = request.number](auto letter) {
            mail.post([number, letter = std::move(letter)](Experiment& self) {
                if (number == self.m_number)
                    letter(self);
            });
        };
        try {
            request.work(
                [&](Result found) { post([found = std::move(found)](Experiment& self) { self.m_take(found); }); },
                stop);
        } catch (const Cancelled&) { // a newer one runs, or nobody looks any more
        } catch (...) {
            post([sentence = sentenceOfException()](Experiment& self) { self.m_refuse(sentence); });
        }
    }

    std::function<void(Result)> m_take;
    std::function<void(const QString&)> m_refuse;
    std::uint64_t m_number = 0;
    std::shared_ptr<Mail> m_mail;
    LatestJob<Request> m_job; ///< last: joined before what is above goes
};

} // namespace softscope
