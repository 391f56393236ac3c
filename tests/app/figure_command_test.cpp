#include "tests/app/run_program.h"
#include "tests/catch.h"

#include <nlohmann/json.hpp>

using namespace softscope::support;

TEST_CASE("a figure rendered from a figure is the same, byte for byte") {
    Workplace work;
    for (const std::string options :
         {"--preset worked-example", "--tokens 40 --d-k 7 --mask causal --map scaled",
          "--tokens 300 --map jacobian --norm log --size 500x400 --dpi 300 --transparent"}) {
        INFO(options);
        std::vector<std::string> words = wordsOf("render " + options + " -o figure.png");
        REQUIRE(work.run(words).code == 0);
        const Answer again = work.run({"render", "figure.png", "-o", "again.png"});
        CHECK(again.code == 0);
        CHECK(again.output.empty());
        CHECK(again.messages.empty());
        CHECK(work.read("figure.png").size() > 1000);
        CHECK(work.read("figure.png") == work.read("again.png"));
    }
}

TEST_CASE("every figure opens as the scene it was made from") {
    Workplace work;
    const Answer scene = work.run(wordsOf("scene --tokens 10 --d-k 7 --seed 3 --scale none"));
    for (const std::string file : {"f.png", "f.svg", "f.pdf"}) {
        REQUIRE(work.run(wordsOf("render --tokens 10 --d-k 7 --seed 3 --scale none -o " + file)).code == 0);
        CHECK(work.run({"scene", file}).output == scene.output);
    }
}

TEST_CASE("a figure too small for its text says so and is written") {
    Workplace work;
    const Answer small = work.run(wordsOf("render --tokens 9 --size 300x100 -o f.png"));
    CHECK(small.code == 0);
    CHECK(small.messages.find("168 × 168 pixels") != std::string::npos);
    CHECK(small.messages.rfind("softscope: ", 0) == 0);
    CHECK(work.read("f.png").size() > 1000);
    CHECK(work.run(wordsOf("render --tokens 9 --size 300x200 -o f.png")).messages.empty());
}

TEST_CASE("figures need no display, no environment and no locale") {
    Workplace work;
    REQUIRE(work.run(wordsOf("render --tokens 9 -o plain.png")).code == 0);
    const Answer other = work.run(wordsOf("render --tokens 9 -o other.png"),
                                  {{"LC_ALL", "de_DE.UTF-8"}, {"QT_QPA_PLATFORM", "xcb"}, {"HOME", "/nonexistent"}});
    CHECK(other.code == 0);
    CHECK(other.messages.empty());
    CHECK(work.read("plain.png") == work.read("other.png"));
}

TEST_CASE("a figure that cannot be written is one sentence and no file") {
    Workplace work;
    for (const auto& [words, code] : {std::pair<std::string, int>{"render -o x.xyz", 2},
                                      {"render --size 20000x100 -o x.pdf", 1},
                                      {"render -o nowhere/x.png", 1},
                                      {"render -o /dev/full/x.svg", 1}}) {
        INFO(words);
        const Answer answer = work.run(wordsOf(words));
        CHECK(answer.code == code);
        CHECK(answer.output.empty());
        CHECK_THAT(answer.messages, Catch::StartsWith("softscope: "));
        CHECK(answer.messages.find('\n') == answer.messages.size() - 1);
        CHECK(work.files().empty());
    }
}

TEST_CASE("bench answers with the keys of the contract") {
    Workplace work;
    const Answer answer = work.run(wordsOf("bench --n 8 --d-k 5 --json"));
    REQUIRE(answer.code == 0);
    const nlohmann::json bench = nlohmann::json::parse(answer.output);
    for (const char* key : {"peak_gflops", "copy_gb_per_s", "threads"})
        CHECK(bench["machine"][key].get<double>() > 0);
    CHECK(bench["machine"]["isa"].get<std::string>().starts_with("x86-64"));
    REQUIRE(bench["cases"].size() == 3);
    for (const auto& one : bench["cases"]) {
        CHECK(one["n"] == 8);
        CHECK(one["d_k"] == 5);
        CHECK(one["backend"] == "cpu");
        for (const char* key : {"ms", "gflops", "share_of_peak"})
            CHECK(one[key].get<double>() > 0);
    }
    CHECK(bench["cases"][1]["kind"] == "pooled");
    CHECK(bench["cases"][2]["gb_per_s"].get<double>() > 0);
    CHECK(bench["cases"][2]["times_limit"].get<double>() > 0);
    REQUIRE(bench["stages"].size() == 1);
    CHECK(bench["stages"][0]["n"] == 8);
    CHECK(bench["stages"][0]["pack_ms"].get<double>() > 0);
    REQUIRE(bench["interactive"].size() == 1);
    const auto& drag = bench["interactive"][0];
    CHECK(drag["n"] == 8);
    CHECK(drag["p50_ms"].get<double>() > 0);
    CHECK(drag["p50_ms"].get<double>() <= drag["p95_ms"].get<double>());
    CHECK(drag["p95_ms"].get<double>() <= drag["max_ms"].get<double>());
    CHECK(drag["drag_frames"].get<int>() > 0);
    CHECK(drag["drag_p95_ms"].get<double>() > 0);
    CHECK(drag["drag_p95_ms"].get<double>() <= drag["drag_max_ms"].get<double>());
    CHECK(drag["drag_still_ms"].get<double>() > 0);
    CHECK(bench["start_ms"].get<double>() > 0);
    CHECK(work.files().empty());
}

TEST_CASE("bench refuses lists that are none") {
    Workplace work;
    for (const std::string words : {"bench --n 0", "bench --n 1,,2", "bench --n 64..8", "bench --n", "bench --n 8..",
                                    "bench --d-k 0", "bench --tokens 8", "bench file", "stats --json"}) {
        INFO(words);
        const Answer answer = work.run(wordsOf(words));
        CHECK(answer.code == 2);
        CHECK_THAT(answer.messages, Catch::StartsWith("softscope: "));
    }
}
