#include "core/scene/scene_json.h"
#include "tests/app/run_program.h"
#include "tests/catch.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <map>

#include <sys/resource.h>

using namespace softscope;
using namespace softscope::support;

namespace {

using nlohmann::json;

std::string good(Workplace& place, const std::string& line,
                 const std::map<std::string, std::string>& environment = {}) {
    const Answer answer = place.run(wordsOf(line), environment);
    CAPTURE(line, answer.messages);
    REQUIRE(answer.code == 0);
    REQUIRE(answer.messages.empty());
    return answer.output;
}

json statsOf(Workplace& place, const std::string& line, const std::map<std::string, std::string>& environment = {}) {
    json answer = json::parse(good(place, "stats " + line, environment));
    answer.erase("elapsed_ms");
    return answer;
}

Scene sceneOf(Workplace& place, const std::string& line) {
    return sceneFromJson(good(place, "scene " + line));
}

/// The numbers of a CSV without its header row and label column.
std::vector<std::vector<double>> numbersOf(const std::string& csv) {
    std::vector<std::vector<double>> rows;
    std::istringstream lines(csv);
    std::string line;
    std::getline(lines, line);
    while (std::getline(lines, line)) {
        std::istringstream fields(line);
        std::string field;
        std::getline(fields, field, ',');
        rows.emplace_back();
        while (std::getline(fields, field, ','))
            rows.back().push_back(std::stod(field));
    }
    return rows;
}

} // namespace

TEST_CASE("help and version go to standard output") {
    Workplace place;
    const std::string help = good(place, "--help");
    for (const char* command : {"render", "stats", "tensors", "scene", "presets"})
        CHECK(help.find(std::string("softscope ") + command) != std::string::npos);
    CHECK(good(place, "-h") == help);
    CHECK(good(place, "--version") == "softscope " SOFTSCOPE_VERSION "\n");
    const std::string render = good(place, "render --help");
    for (const char* option : {"--map", "--tokens", "--backend", "--preset", "-o", "--range"})
        CHECK(render.find(option) != std::string::npos);
    CHECK(good(place, "--help render") == render);
    CHECK(good(place, "stats --help").find("--map") == std::string::npos);
}

TEST_CASE("presets are listed and each of them works") {
    Workplace place;
    std::istringstream lines(good(place, "presets"));
    std::vector<std::string> names;
    for (std::string line; std::getline(lines, line);) {
        const std::size_t tab = line.find('\t');
        REQUIRE(tab != std::string::npos);
        CHECK(line.find('\t', tab + 1) == std::string::npos);
        names.push_back(line.substr(0, tab));
    }
    REQUIRE(names.size() >= 9);
    for (const std::string& name : names)
        CHECK(statsOf(place, "--preset " + name)["n_queries"] > 0);
}

TEST_CASE("sweep prints a line for each d_k and scale, in the order of the list") {
    Workplace place;
    const std::string csv = good(place, "sweep --tokens 12 --d-k 9,2 --trials 3");
    std::istringstream lines(csv);
    std::string line;
    std::getline(lines, line);
    CHECK(line == "d_k,scale,score_variance,score_variance_theory,entropy_mean,entropy_median,entropy_p95,"
                  "effective_tokens_mean,effective_tokens_median,effective_tokens_p95,max_weight_mean,"
                  "max_weight_median,max_weight_p95,jacobian_frobenius_mean,jacobian_frobenius_median,"
                  "jacobian_frobenius_p95,jacobian_spectral_mean,jacobian_spectral_median,jacobian_spectral_p95,"
                  "grad_q_mean,grad_q_median,grad_q_p95,grad_k_mean,grad_k_median,grad_k_p95");
    for (const char* begin : {"9,none,", "9,sqrt,", "2,none,", "2,sqrt,"}) {
        REQUIRE(std::getline(lines, line));
        CHECK(line.starts_with(begin));
        CHECK(line.find("nan") == std::string::npos);
    }
    CHECK_FALSE(std::getline(lines, line));
    CHECK(good(place, "sweep --tokens 12 --d-k 9,2 --trials 3 --threads 1") == csv);
    CHECK(good(place, "sweep --tokens 12 --d-k 9,2 --trials 3 -o a.csv").empty());
    CHECK(place.read("a.csv") == csv);
    CHECK(good(place, "sweep --tokens 12 --d-k 9,2 --trials 3 --seed 2") != csv);
}

TEST_CASE("phase prints a line for each cell and scale, and draws the same as a picture that is a scene") {
    Workplace place;
    const std::string csv = good(place, "phase --tokens 2,40 --d-k 1..4 --trials 3");
    std::istringstream lines(csv);
    std::string line;
    std::getline(lines, line);
    CHECK(line == "tokens,d_k,scale,participation,participation_theory,effective_tokens_mean");
    for (const char* begin : {"2,1,none,", "2,1,sqrt,", "2,2,none,", "2,2,sqrt,", "2,4,none,", "2,4,sqrt,",
                              "40,1,none,", "40,1,sqrt,", "40,2,none,", "40,2,sqrt,", "40,4,none,", "40,4,sqrt,"}) {
        REQUIRE(std::getline(lines, line));
        CHECK(line.starts_with(begin));
        CHECK(line.find("nan") == std::string::npos);
    }
    CHECK(good(place, "phase --tokens 2,40 --d-k 1..4 --trials 3 -o a.png").empty());
    CHECK(sceneOf(place, "a.png").sweep.trials == 3);
}

TEST_CASE("train prints both copies at every step, from the same start, and the same again") {
    Workplace place;
    const std::string csv = good(place, "train --steps 3 --seed 5");
    std::istringstream lines(csv);
    std::string line;
    std::getline(lines, line);
    CHECK(line == "step,scale,loss,accuracy,entropy_mean,jacobian_frobenius_mean,grad_w_q,grad_w_k");
    for (const char* begin : {"0,none,", "0,sqrt,", "1,none,", "1,sqrt,", "2,none,", "2,sqrt,", "3,none,", "3,sqrt,"}) {
        REQUIRE(std::getline(lines, line));
        CHECK(line.starts_with(begin));
        CHECK(line.find("nan") == std::string::npos);
    }
    CHECK_FALSE(std::getline(lines, line));
    CHECK(good(place, "train --seed 5 --steps 3 --threads 1") == csv);
    CHECK(good(place, "train --steps 3 --seed 5 -o a.csv").empty());
    CHECK(place.read("a.csv") == csv);
    CHECK(good(place, "train --steps 3 --seed 5 --task fresh") != csv);
    // Adam begins with a rate of its own, and one that is given stands.
    const std::string adam = good(place, "train --steps 3 --seed 5 --optimizer adam");
    CHECK(adam == good(place, "train --steps 3 --seed 5 --learning-rate 0.001 --optimizer adam"));
    CHECK(adam != good(place, "train --steps 3 --seed 5 --learning-rate 0.01 --optimizer adam"));
    // A scene file trains as itself.
    good(place, "scene --d-model 8 --tokens 5 --d-k 4 --seed 5 -o s.json");
    CHECK(good(place, "train s.json --steps 2") ==
          good(place, "train --d-model 8 --tokens 5 --d-k 4 --d-v 4 --seed 5 --steps 2"));
}

TEST_CASE("depth prints both stacks layer by layer and names rank collapse") {
    Workplace place;
    const std::string line = "depth --tokens 6 --d-model 12 --d-k 12 --layers 2 --trials 2";
    const std::string csv = good(place, line);
    CHECK(csv.starts_with("layer,scale,score_gradient_norm,score_gradient_row_median\n1,none,"));
    CHECK(std::count(csv.begin(), csv.end(), '\n') == 5);
    CHECK(good(place, line + " --threads 1") == csv);
    CHECK(good(place, line + " --no-residual") != csv);
    CHECK(good(place, line + " --no-layer-norm") != csv);
    const Answer dead = place.run(wordsOf("depth --trials 1 --no-residual --no-layer-norm"));
    CHECK(dead.code == 0);
    CHECK(dead.messages.find("Rank collapse with the scale: the tokens that come to layer ") != std::string::npos);
}

TEST_CASE("cures are compared: a plain scale, softcap and log-length leave the chosen key, the median gradient lives") {
    Workplace place;
    const std::string csv = good(place, "cures --tokens 32 --d-k 256 --upstream gaussian");
    CHECK(
        csv.starts_with("cure,effective_scale,effective_tokens_mean,saturated,grad_q_median,argmax_changed\nnone,1,"));
    std::istringstream lines(csv);
    std::string line;
    std::map<std::string, std::vector<double>> rows;
    std::getline(lines, line);
    while (std::getline(lines, line)) {
        const std::size_t comma = line.find(',');
        rows[line.substr(0, comma)] = numbersOf("\nx" + line.substr(comma)).front();
    }
    REQUIRE(rows.size() == 8);
    for (const char* cure : {"none", "sqrt", "dk", "temperature", "softcap", "log-length"})
        CHECK(rows[cure][4] == 0);
    CHECK(rows["sqrt"][0] == Approx(1.0 / 16).epsilon(1e-5));
    CHECK(rows["temperature"][0] == Approx(1.0 / 8).epsilon(1e-5));
    CHECK(rows["sqrt"][1] > 4 * rows["none"][1]);
    CHECK(rows["none"][2] > 16);
    CHECK(rows["sqrt"][2] == 0);
    CHECK(rows["sqrt"][3] > rows["none"][3]);
    CHECK(good(place, "cures --tokens 32 --d-k 256 --upstream gaussian --threads 1") == csv);
}

TEST_CASE("the gradient's flow prints each stage twice, projections last") {
    Workplace place;
    const std::string csv = good(place, "flow --tokens 12 --d-model 8 --d-k 64 --upstream gaussian");
    std::string stages;
    std::istringstream lines(csv);
    for (std::string line; std::getline(lines, line);)
        stages += line.substr(0, line.find(',', line.find(',') + 1)) + "\n";
    CHECK(stages == "stage,scale\noutput,none\noutput,sqrt\nweights,none\nweights,sqrt\nscores,none\nscores,sqrt\n"
                    "q,none\nq,sqrt\nk,none\nk,sqrt\nv,none\nv,sqrt\nw_q,none\nw_q,sqrt\nw_k,none\nw_k,sqrt\n"
                    "w_v,none\nw_v,sqrt\n");
    CHECK(csv.find("nan") == std::string::npos);
}

TEST_CASE("options may stand anywhere, and both ways of giving a value work") {
    Workplace place;
    const json expected = statsOf(place, "--tokens 9 --d-k 5");
    CHECK(expected["n_queries"] == 9);
    CHECK(statsOf(place, "--d-k=5 --tokens=9") == expected);
    CHECK(json::parse(good(place, "--tokens 9 stats --d-k 5"))["d_k"] == 5);
    CHECK(statsOf(place, "--tokens 7 --d-k 5 --tokens 9") == expected);
}

TEST_CASE("a scene that is printed opens as the same scene") {
    Workplace place;
    const std::string options = "--tokens 13 --d-k 9 --seed 5 --scale none --mask causal --softcap 3 --row 4";
    const std::string text = good(place, "scene " + options);
    place.write("s.json", text);
    CHECK(good(place, "scene s.json") == text);
    CHECK(good(place, "scene " + options + " -o t.json").empty());
    CHECK(place.read("t.json") == text);
    CHECK(statsOf(place, "s.json") == statsOf(place, options));
    CHECK(statsOf(place, "s.json --d-k 10")["d_k"] == 10);
}

TEST_CASE("options override what they name and nothing else") {
    Workplace place;
    Scene expected;
    CHECK((sceneOf(place, "") == expected));
    expected.source.dModel = 12;
    expected.source.kind = SourceKind::projection;
    expected.source.dV = 3;
    expected.softmax.temperature = 2.5;
    expected.softmax.scale = {ScaleKind::factor, -0.5};
    expected.softmax.qkNorm = true;
    expected.softmax.masks = {{MaskKind::causal}, {MaskKind::window, 4, 0}};
    expected.upstream = (std::filesystem::canonical(place.folder) / "g.npy").string();
    place.write("g.npy", "");
    CHECK((sceneOf(place, "--d-model 12 --d-v 3 --temperature 2.5 --scale -0.5 --qk-norm --mask causal --mask "
                          "window:4,0 --upstream g.npy") == expected));
    CHECK(sceneOf(place, "--mask causal --mask none").softmax.masks.empty());
    CHECK((sceneOf(place, "--mask causal --mask none --mask causal-end").softmax.masks ==
           std::vector<Mask>{{MaskKind::causalEnd}}));
    CHECK((sceneOf(place, "--preset causal --mask window:2").softmax.masks ==
           std::vector<Mask>{{MaskKind::window, 2, 2}}));
    CHECK(sceneOf(place, "--preset causal").softmax.masks.size() == 1);
    CHECK_FALSE(sceneOf(place, "--preset softcap --softcap none").softmax.softcap);
    CHECK(sceneOf(place, "--preset sentence --tokens 5").selection.row == 4);
}

TEST_CASE("files are named in full, those of the program portably") {
    Workplace place;
    const Scene scene = sceneOf(place, "--input a.safetensors --layer 3");
    CHECK(scene.source.tensors.path == std::filesystem::canonical(place.folder) / "a.safetensors");
    CHECK(scene.source.tensors.layer == 3);
    CHECK(sceneOf(place, "--preset minilm-broad").source.tensors.path == "softscope:heads/minilm.safetensors");
}

TEST_CASE("stats answers with the keys of the contract") {
    Workplace place;
    const json stats = statsOf(place, "--tokens 20 --d-k 8 --d-v 6 --d-model 10 --rows");
    for (const char* key : {"n_queries",
                            "n_keys",
                            "d_k",
                            "d_v",
                            "scale",
                            "backend",
                            "scores",
                            "scaled_scores",
                            "entropy",
                            "effective_tokens",
                            "max_weight",
                            "jacobian_frobenius",
                            "jacobian_spectral",
                            "rows",
                            "gradients",
                            "symmetry",
                            "self_weight",
                            "parameters",
                            "flops",
                            "warnings",
                            "per_row"}) {
        CAPTURE(key);
        CHECK(stats.contains(key));
    }
    CHECK(stats["scale"] == 1 / std::sqrt(8.0));
    CHECK(stats["parameters"]["total"] == 10 * (8 + 8 + 6));
    CHECK(stats["flops"]["projections"] == 2 * 20 * 10 * (8 + 8 + 6));
    CHECK(stats["flops"]["total"] == 2 * 20 * 10 * 22 + 2 * 20 * 20 * 14);
    CHECK(stats["gradients"].size() == 6);
    CHECK(stats["gradients"]["w_q"]["rms"] > 0);
    REQUIRE(stats["per_row"].size() == 20);
    double mean = 0;
    for (const json& row : stats["per_row"]) {
        mean += row["entropy"].get<double>() / 20;
        CHECK(row["effective_tokens"].get<double>() == Approx(std::exp(row["entropy"].get<double>())));
    }
    CHECK(stats["entropy"]["mean"].get<double>() == Approx(mean));
    const json plain = statsOf(place, "--tokens 20 --d-k 8");
    CHECK(plain["parameters"].is_null());
    CHECK(plain["gradients"].size() == 3);
    CHECK_FALSE(plain.contains("per_row"));
}

TEST_CASE("what has no value is null, and a row without a key is said") {
    Workplace place;
    const json stats =
        statsOf(place, "--input " SOFTSCOPE_TEST_DATA "/empty_rows.safetensors --mask causal-end --rows");
    CHECK(stats["n_queries"] == 5);
    CHECK(stats["n_keys"] == 2);
    CHECK(stats["rows"]["empty"] == 3);
    CHECK(stats["per_row"][0]["entropy"].is_null());
    CHECK(stats["per_row"][0]["argmax"].is_null());
    CHECK(stats["per_row"][0]["verdict"] == "empty");
    CHECK(stats["symmetry"]["asymmetry"].is_null());
    CHECK(stats["self_weight"].is_null());
    REQUIRE(stats["warnings"].size() == 1);
    CHECK(stats["warnings"][0].get<std::string>().starts_with("3 rows have no key"));
}

TEST_CASE("the norms of a gradient are all null where one row is none, and all numbers elsewhere") {
    Workplace place;
    // Three tokens of which the last one's value is infinite: only the last query sees it, its gradient is none, and so
    // are those of all keys, which it sees too. ∂L/∂V does not depend on V.
    const json stats = statsOf(place, "--input " SOFTSCOPE_TEST_DATA "/infinite_value.safetensors --mask causal");
    for (const char* quantity : {"rms", "median", "max"}) {
        CAPTURE(quantity);
        CHECK(stats["gradients"]["q"][quantity].is_null());
        CHECK(stats["gradients"]["k"][quantity].is_null());
        CHECK(stats["gradients"]["v"][quantity].is_number());
    }
}

TEST_CASE("render writes numbers to a file and to standard output") {
    Workplace place;
    const std::string csv = good(place, "render --preset worked-example --map scores -o -");
    const auto rows = numbersOf(csv);
    REQUIRE(rows.size() == 3);
    CHECK(rows[0] == std::vector<double>{2, 0, 1});
    CHECK(csv.substr(0, csv.find('\n')).find("A,B,C") != std::string::npos);
    good(place, "render --preset worked-example --map scores -o x.csv");
    CHECK(place.read("x.csv") == csv);
    good(place, "render --preset worked-example --map scores -o x.npy");
    CHECK(place.read("x.npy").starts_with("\x93NUMPY"));
    CHECK(place.files() == std::set<std::string>{"x.csv", "x.npy"});
}

TEST_CASE("the selected row decides the row Jacobian") {
    Workplace place;
    const std::string scene = "--tokens 6 --d-k 4 --map row-jacobian -o -";
    const std::string first = good(place, "render " + scene), last = good(place, "render --row 5 " + scene);
    CHECK(first != last);
    for (const auto& row : numbersOf(last)) {
        double sum = 0;
        for (const double number : row)
            sum += number;
        CHECK(std::abs(sum) < 1e-6);
    }
}

TEST_CASE("tensors come back to the bit") {
    Workplace place;
    const std::string scene = "--tokens 11 --d-k 6 --d-v 4 --d-model 7";
    good(place, "tensors " + scene + " -o t.safetensors");
    CHECK(good(place, "render --input t.safetensors --map weights -o -") ==
          good(place, "render " + scene + " --map weights -o -"));
    good(place, "tensors " + scene + " -o t.npz");
    CHECK(place.read("t.npz").starts_with("PK"));
    good(place, "tensors --preset sentence -o s.safetensors");
    CHECK(good(place, "render --input s.safetensors --map q -o -").find("animal") != std::string::npos);
}

TEST_CASE("a tensor file opens as the scene too") {
    Workplace place;
    good(place, "tensors --tokens 5 --d-k 3 -o t.safetensors");
    CHECK(statsOf(place, "t.safetensors") == statsOf(place, "--input t.safetensors"));
    CHECK(statsOf(place, "t.safetensors")["d_k"] == 3);
}

TEST_CASE("an upstream gradient comes from a file and must fit") {
    Workplace place;
    good(place, "render --tokens 6 --d-k 4 --seed 9 --map v -o g.npy");
    const json ones = statsOf(place, "--tokens 6 --d-k 4"),
               other = statsOf(place, "--tokens 6 --d-k 4 --upstream g.npy");
    CHECK(ones["gradients"] != other["gradients"]);
    CHECK(ones["entropy"] == other["entropy"]);
    const Answer answer = place.run(wordsOf("stats --tokens 7 --d-k 4 --upstream g.npy"));
    CHECK(answer.code == 1);
    CHECK(answer.messages.find("6") != std::string::npos);
    CHECK(answer.messages.find("7") != std::string::npos);
}

TEST_CASE("the number of threads changes no number") {
    Workplace place;
    CHECK(statsOf(place, "--tokens 300 --threads 1") == statsOf(place, "--tokens 300"));
}

TEST_CASE("the environment's locale changes nothing") {
    Workplace place;
    const std::map<std::string, std::string> german{{"LC_ALL", "de_DE.UTF-8"}, {"LANG", "de_DE.UTF-8"}};
    CHECK(statsOf(place, "--tokens 8 --sigma-q 1.5", german) == statsOf(place, "--tokens 8 --sigma-q 1.5"));
    CHECK(good(place, "render --tokens 8 --map weights -o -", german) ==
          good(place, "render --tokens 8 --map weights -o -"));
}

TEST_CASE("a file that is there stays as it was when the work fails") {
    Workplace place;
    for (const char* name : {"old.npy", "old.csv", "old.png", "old.json", "old.npz"}) {
        place.write(name, "old");
        const std::string command = std::string(name) == "old.json"  ? "scene"
                                    : std::string(name) == "old.npz" ? "tensors"
                                                                     : "render";
        CHECK(place.run({command, "/nonexistent.json", "-o", name}).code == 1);
        CHECK(place.read(name) == "old");
    }
    CHECK(place.files().size() == 5);
}

TEST_CASE("a file over the limit of the system is refused in one sentence") {
    Workplace place;
    rlimit before{};
    REQUIRE(getrlimit(RLIMIT_FSIZE, &before) == 0);
    const rlimit small{1'000'000, before.rlim_max};
    REQUIRE(setrlimit(RLIMIT_FSIZE, &small) == 0);
    const pid_t child = place.start(wordsOf("render --tokens 1000 --map weights -o big.npy"));
    setrlimit(RLIMIT_FSIZE, &before);
    const Answer answer = place.finish(child);
    CHECK(answer.code == 1);
    CHECK(answer.messages == "softscope: Cannot write big.npy: it is larger than the system allows.\n");
    CHECK(place.files().empty());
}

TEST_CASE("zero is printed without a sign") {
    Workplace place;
    for (const char* scale : {"0", "-0"}) {
        const std::string text = good(place, std::string("stats --tokens 8 --scale=") + scale);
        CHECK(text.find("\"scale\": 0.0") != std::string::npos);
        CHECK(text.find("-0.0,") == std::string::npos);
    }
}

TEST_CASE("Option -o takes its value behind an equals sign too, and each command says what - is") {
    Workplace place;
    CHECK(place.run({"scene", "-o=a.json"}).code == 0);
    CHECK(place.files() == std::set<std::string>{"a.json"});
    CHECK(good(place, "render --help").find("- writes .csv to standard output") != std::string::npos);
    CHECK(good(place, "tensors --help").find("- writes .npz to standard output") != std::string::npos);
    CHECK(good(place, "scene --help").find("- is standard output (-)") != std::string::npos);
}

TEST_CASE("without a display three maps are written, under names that are free") {
    Workplace place;
    place.write("softscope-weights.png", "mine");
    const Answer answer = place.run({});
    CAPTURE(answer.messages);
    CHECK(answer.code == 0);
    CHECK(answer.messages.find("softscope-weights-2.png") != std::string::npos);
    CHECK(answer.messages.find('\n') == answer.messages.size() - 1);
    CHECK(place.read("softscope-weights.png") == "mine");
    CHECK(place.files().size() == 4);
}
