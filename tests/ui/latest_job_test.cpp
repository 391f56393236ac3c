#include "ui/latest_job.h"

#include "tests/catch.h"

#include <atomic>
#include <future>
#include <vector>

using namespace softscope;
using namespace std::chrono_literals;

namespace {

// Ends the wait of a test that would otherwise hang; far longer than anything here takes.
constexpr auto patience = 60s;

/// A job whose work blocks until it is let go or stopped, and which writes down what happened.
struct Recorder {
    std::mutex mutex;
    std::condition_variable changed;
    std::vector<int> started, finished, stopped;
    bool open = false;

    void work(int request, const std::stop_token& stop) {
        std::unique_lock lock(mutex);
        started.push_back(request);
        changed.notify_all();
        const std::stop_callback wake(stop, [this] { changed.notify_all(); });
        while (!open && !stop.stop_requested())
            changed.wait_for(lock, 1ms); // the callback may come between the check and the wait
        (stop.stop_requested() ? stopped : finished).push_back(request);
        changed.notify_all();
    }
    template <typename Condition>
    bool waitFor(Condition condition) {
        std::unique_lock lock(mutex);
        return changed.wait_for(lock, patience, condition);
    }
    void letGo() {
        const std::lock_guard lock(mutex);
        open = true;
        changed.notify_all();
    }
    LatestJob<int>::Work callable() {
        return [this](int request, const std::stop_token& stop) { work(request, stop); };
    }
};

} // namespace

TEST_CASE("A running job is let finish and only the newest of those that wait follows it", "[latest_job]") {
    Recorder recorder;
    LatestJob<int> job(recorder.callable(), 1h);
    job.submit(1);
    REQUIRE(recorder.waitFor([&] { return recorder.started.size() == 1; }));
    for (int request = 2; request <= 9; ++request)
        job.submit(request);
    CHECK(job.busy());
    recorder.letGo();
    REQUIRE(recorder.waitFor([&] { return recorder.finished.size() == 2; }));
    CHECK(recorder.finished == std::vector<int>{1, 9});
    CHECK(recorder.stopped.empty());
}

TEST_CASE("A job that runs past the patience is stopped once a newer one waits, without another submit",
          "[latest_job]") {
    Recorder recorder;
    LatestJob<int> job(recorder.callable(), 5ms);
    job.submit(1);
    REQUIRE(recorder.waitFor([&] { return recorder.started.size() == 1; }));
    job.submit(2);
    REQUIRE(recorder.waitFor([&] { return recorder.started.size() == 2; }));
    recorder.letGo();
    REQUIRE(recorder.waitFor([&] { return recorder.finished.size() == 1; }));
    CHECK(recorder.stopped == std::vector<int>{1});
    CHECK(recorder.finished == std::vector<int>{2});
}

TEST_CASE("However long it runs, a job that nothing waits for is not stopped", "[latest_job]") {
    Recorder recorder;
    LatestJob<int> job(recorder.callable(), 1ms);
    job.submit(1);
    REQUIRE(recorder.waitFor([&] { return recorder.started.size() == 1; }));
    std::this_thread::sleep_for(30ms);
    recorder.letGo();
    REQUIRE(recorder.waitFor([&] { return !recorder.finished.empty(); }));
    CHECK(recorder.stopped.empty());
}

TEST_CASE("Work that always takes longer than the patience comes through while requests keep coming", "[latest_job]") {
    std::promise<void> through;
    std::atomic<bool> done = false;
    LatestJob<int> job(
        [&](int, const std::stop_token& stop) {
            for (const auto end = std::chrono::steady_clock::now() + 20ms; std::chrono::steady_clock::now() < end;) {
                if (stop.stop_requested())
                    return;
                std::this_thread::sleep_for(1ms);
            }
            if (!done.exchange(true))
                through.set_value();
        },
        2ms);
    std::atomic<bool> enough = false;
    std::thread drag([&] {
        for (int request = 0; !enough; ++request) {
            job.submit(request);
            std::this_thread::sleep_for(1ms);
        }
    });
    CHECK(through.get_future().wait_for(patience) == std::future_status::ready);
    enough = true;
    drag.join();
}

TEST_CASE("cancel drops what waits, stops what runs, and leaves the job usable", "[latest_job]") {
    Recorder recorder;
    LatestJob<int> job(recorder.callable(), 1h);
    job.submit(1);
    REQUIRE(recorder.waitFor([&] { return recorder.started.size() == 1; }));
    job.submit(2);
    job.cancel();
    REQUIRE(recorder.waitFor([&] { return recorder.stopped.size() == 1; }));
    recorder.letGo();
    job.submit(3);
    REQUIRE(recorder.waitFor([&] { return recorder.finished.size() == 1; }));
    CHECK(recorder.started == std::vector<int>{1, 3});
}

TEST_CASE("Destruction stops what runs and joins", "[latest_job]") {
    Recorder recorder;
    {
        LatestJob<int> job(recorder.callable(), 1h);
        job.submit(1);
        REQUIRE(recorder.waitFor([&] { return recorder.started.size() == 1; }));
        job.submit(2);
    }
    CHECK(recorder.stopped == std::vector<int>{1});
    CHECK(recorder.started == std::vector<int>{1});
}

TEST_CASE("A job that never got a request is destroyed at once", "[latest_job]") {
    const LatestJob<int> job([](int, const std::stop_token&) {});
    CHECK_FALSE(job.busy());
}

TEST_CASE("Once it has shown something, a job is stopped at once by a newer request", "[latest_job]") {
    std::mutex mutex;
    std::condition_variable changed;
    std::vector<int> stopped, finished;
    LatestJob<int> job(
        [&](int request, const JobStop& stop) {
            if (request == 1)
                stop.showed();
            while (request == 1 && !stop.stop_requested())
                std::this_thread::sleep_for(1ms);
            const std::lock_guard lock(mutex);
            (stop.stop_requested() ? stopped : finished).push_back(request);
            changed.notify_all();
        },
        1h); // patience alone would never stop it
    job.submit(1);
    std::this_thread::sleep_for(5ms); // most often it has shown by then; the order makes no difference
    job.submit(2);
    std::unique_lock lock(mutex);
    REQUIRE(changed.wait_for(lock, patience, [&] { return finished.size() == 1; }));
    CHECK(stopped == std::vector<int>{1});
    CHECK(finished == std::vector<int>{2});
}
