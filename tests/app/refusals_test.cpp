// Every refusal of the command line: one sentence on standard error, nothing on standard output, nothing left behind.
#include "tests/app/run_program.h"
#include "tests/catch.h"

#include <sys/stat.h>

using namespace softscope::support;

namespace {

void checkRefused(Workplace& place, const std::vector<std::string>& words, int code, const std::string& part) {
    const auto before = place.files();
    const Answer answer = place.run(words);
    std::string line;
    for (const std::string& word : words)
        line += word.substr(0, 100) + " ";
    CAPTURE(line, answer.messages);
    CHECK(answer.code == code);
    CHECK(answer.output.empty());
    CHECK(answer.messages.starts_with("softscope: "));
    CHECK(answer.messages.find('\n') == answer.messages.size() - 1);
    CHECK(answer.messages.size() < 600);
    CHECK(answer.messages.find(part) != std::string::npos);
    CHECK(place.files() == before);
}

} // namespace

TEST_CASE("wrong words exit with 2 and one sentence that names them") {
    Workplace place;
    const std::pair<const char*, const char*> cases[] = {
        // words that are not known
        {"stats --tokns 5", "“--tokns”; did you mean --tokens?"},
        {"stats --row-s", "did you mean --rows?"},
        {"stats --tok 5", "“--tok”; did you mean --tokens?"},
        {"render --colourmap viridis -o a.png", "did you mean --colormap?"},
        {"stats --tempreature 2", "did you mean --temperature?"},
        {"rendr -o a.png", "did you mean render?"},
        {"stats --zzzzzzzzzz 1", "softscope stats --help lists them"},
        {"stats -x", "no option “-x”"},
        {"stats -o5", "no option “-o5”"},
        {"statz", "did you mean stats?"},
        {"frobnicate", "neither a command nor a file"},
        {"frobnicate --now", "“frobnicate” is neither a command nor a file"},
        {"stats -o a.json",
         "-o is an option of render, tensors, scene, sweep, phase, train, depth, cures, flow and not of stats"},
        {"render -o=", "-o takes the name of a file"},
        {"stats --map weights", "--map is an option of render and not of stats"},
        {"render --rows -o x.png", "--rows is an option of stats and not of render"},
        {"presets --tokens 4", "and not of presets"},
        {"--tokens 4", "and not of the window"},
        {"./a b", "“b” is one more"},
        {"stats a b", "stats takes one file"},
        {"presets a", "presets takes no file"},
        {"sweep", "sweep needs --d-k LIST"},
        {"sweep --d-k 4,x", "--d-k takes a whole number from 1 to 16384, not “x”"},
        {"sweep --d-k 64..4", "--d-k takes a range from a smaller number to a larger one"},
        {"sweep --d-k 4 --trials 0", "--trials takes a whole number from 1 to 10000, not “0”"},
        {"sweep --d-k 4 -o a.png", "-o takes a file that ends in .csv"},
        {"sweep --d-k 4 --backend opencl", "sweep is computed on the CPU"},
        {"sweep --d-k 4 --preset worked-example", "sweep draws fresh heads of many sizes"},
        {"phase --tokens 4", "phase needs --d-k LIST"},
        {"phase --d-k 4", "phase needs --tokens LIST"},
        {"phase --tokens 4 --d-k 4 -o a.svg", "-o takes a file that ends in .csv or .png"},
        {"stats --trials 5", "--trials is an option of sweep, phase, depth and not of stats"},
        {"stats --sink hot", "--sink takes a number from -1e+06 to 1e+06, not “hot”"},
        {"stats --log-length=1", "--log-length takes no value"},
        {"render --task fixed -o a.csv", "--task is an option of train and not of render"},
        {"train --task old", "--task takes fixed or fresh, not “old”"},
        {"train --optimizer newton", "--optimizer takes sgd or adam, not “newton”"},
        {"train --steps -1", "--steps takes a whole number from 0 to 100000, not “-1”"},
        {"train --learning-rate 0", "--learning-rate takes a number from 1e-09 to 1e+06, not “0”"},
        {"train --preset worked-example", "training changes W_Q and W_K, and this head has none"},
        {"train --tokens 3000", "takes up to 2048 tokens, not 3000"},
        {"train -o a.png", "-o takes a file that ends in .csv"},
        {"depth --layers 0", "--layers takes a whole number from 1 to 256, not “0”"},
        {"depth --d-v 3", "needs d_v = d_model, not 3 and 256"},
        {"depth --preset worked-example", "a stack of layers is made of projections"},
        {"cures -o a.png", "-o takes a file that ends in .csv"},
        {"flow --steps 3", "--steps is an option of train and not of flow"},
        {"depth --backend opencl", "depth is computed on the CPU"},
        {"phase --tokens 4 --d-k 4 --log-length", "knows no log-length"},
        // options of later versions are unknown until they exist
        {"stats --share qk", "no option “--share”; softscope stats --help lists them"},
        {"stats --antisymmetry 0", "no option “--antisymmetry”; softscope stats --help lists them"},
        {"stats --roles vkv", "no option “--roles”; softscope stats --help lists them"},
        {"stats --positions rotary", "no option “--positions”; softscope stats --help lists them"},
        {"stats --permute 5", "no option “--permute”; softscope stats --help lists them"},
        {"stats --heads 8", "no option “--heads”"},
        {"stats --weights w", "no option “--weights”; softscope stats --help lists them"},
        {"stats --dtype f2", "no option “--dtype”; softscope stats --help lists them"},
        {"stats --bias b.npy", "no option “--bias”; softscope stats --help lists them"},
        {"stats --precision float16", "no option “--precision”; softscope stats --help lists them"},
        {"render --noise 1 -o a.csv", "no option “--noise”; softscope render --help lists them"},
        {"stats --scores s", "no option “--scores”; softscope stats --help lists them"},
        // values that are missing or too many
        {"stats --seed", "--seed needs a value: S"},
        {"stats --tokens --d-k 4", "--tokens needs a value: N"},
        {"stats --qk-norm=1", "--qk-norm takes no value"},
        {"stats --rows=", "--rows takes no value"},
        {"render --norm log --range=-1,1 -o a.png", "log norm"},
        {"render --norm log --range=0,1 -o a.png", "log norm"},
        {"render", "render needs -o OUT"},
        {"tensors", "tensors needs -o OUT"},
        {"render -o", "-o needs a value: OUT"},
        // numbers
        {"stats --tokens 0", "--tokens takes a whole number from 1 to 1048576, not “0”"},
        {"stats --tokens=-5", "not “-5”"},
        {"stats --tokens -5", "not “-5”"},
        {"stats --tokens 1e99", "not “1e99”"},
        {"stats --tokens 12abc", "not “12abc”"},
        {"stats --tokens 5000000", "not “5000000”"},
        {"stats --tokens 4.0", "not “4.0”"},
        {"stats --tokens +4", "not “+4”"},
        {"stats --tokens=", "--tokens takes a whole number from 1 to 1048576, not “”"},
        {"stats --d-k 0", "--d-k takes a whole number from 1 to 16384"},
        {"stats --d-k 16385", "not “16385”"},
        {"stats --d-v 0", "--d-v takes"},
        {"stats --d-model 0", "--d-model takes"},
        {"stats --seed -1", "--seed takes a whole number from 0 to 18446744073709551615"},
        {"stats --seed 18446744073709551616", "--seed takes"},
        {"stats --sigma-q nan", "--sigma-q takes a number from"},
        {"stats --sigma-q 0", "--sigma-q takes"},
        {"stats --sigma-k inf", "--sigma-k takes"},
        {"stats --sigma-k -1", "--sigma-k takes"},
        {"stats --sigma-k 1,5", "--sigma-k takes"},
        {"stats --temperature 0", "--temperature takes"},
        {"stats --temperature 1e9", "--temperature takes"},
        {"stats --softcap -1", "--softcap takes"},
        {"stats --softcap 0", "--softcap takes"},
        {"stats --row 64", "--row takes a whole number from 0 to 63"},
        {"stats --row -1", "--row takes"},
        {"stats --row 12 --tokens 12", "--row takes a whole number from 0 to 11"},
        {"stats --preset saturation --row 2", "--row takes a whole number from 0 to 1"},
        {"stats --preset minilm-broad --row 27", "--row takes a whole number from 0 to 26"},
        {"stats --threads 0", "--threads takes a whole number from 1 to 1024"},
        {"stats --threads all", "--threads takes"},
        // words where only some will do
        {"stats --scale inf", "--scale: “inf” is no scale"},
        {"stats --scale fast", "--scale: “fast” is no scale: take sqrt, none, dk or a number"},
        {"stats --scale 1e7", "no scale"},
        {"stats --mask full", "--mask: “full” is no mask"},
        {"stats --mask window:-1", "no mask"},
        {"stats --mask window:1,2,3", "no mask"},
        {"stats --mask window:", "no mask"},
        {"stats --backend quantum", "--backend takes auto, cpu or opencl, not “quantum”"},
        {"stats --preset nope", "“nope” is no preset; there are sentence"},
        {"render --map nope -o x.png", "--map takes scores, scaled, weights"},
        {"render --norm cubic -o x.png", "--norm takes linear, log or symlog"},
        {"render --colormap jet -o x.png", "--colormap takes"},
        {"render --reduce min -o x.png", "--reduce takes max or mean"},
        {"render --range 1 -o x.png", "--range takes LOW,HIGH"},
        {"render --range 2,1 -o x.png", "--range takes LOW,HIGH"},
        {"render --range 1,1 -o x.png", "--range takes LOW,HIGH"},
        {"render --range 0,inf -o x.png", "--range takes LOW,HIGH"},
        {"render --range 0,1,2 -o x.png", "--range takes LOW,HIGH"},
        {"render --size 0 -o x.png", "--size takes WIDTH or WIDTHxHEIGHT"},
        {"render --size 9999999 -o x.png", "--size takes"},
        {"render --size 100x -o x.png", "--size takes"},
        {"render --size 100x0 -o x.png", "--size takes"},
        {"render --size x100 -o x.png", "--size takes"},
        {"render --size 100x100x100 -o x.png", "--size takes"},
        {"render --dpi 0 -o x.png", "--dpi takes"},
        {"render --dpi 1e9 -o x.png", "--dpi takes"},
        {"render -o x.xyz", "ends in .png, .svg, .pdf, .npy or .csv"},
        {"render -o x", "ends in"},
        {"tensors -o x.npy", "ends in .npz or .safetensors"},
        // options that do not fit the source
        {"stats --preset worked-example --d-k 8",
         "--d-k sets what a random head is made of and does not fit the worked"},
        {"stats --preset saturation --tokens 8", "does not fit the saturation example"},
        {"stats --preset minilm-broad --seed 3", "does not fit a head from a tensor file"},
        {"stats --preset minilm-broad --d-model 3", "does not fit a head from a tensor file"},
        {"stats --input x.safetensors --d-k 8", "does not fit a head from a tensor file"},
        {"stats --head 2", "--head picks from a tensor file and needs --input; this is a Gaussian head"},
        {"stats --layer 2", "--layer picks"},
        {"stats --batch 2", "--batch picks"},
        {"stats --q x", "--q picks"},
        {"stats --d-model 8 --k x", "--k picks from a tensor file"},
        {"stats --preset projection --v x", "this is a head of projected embeddings"},
        {"stats --input x.safetensors --layer -1", "--layer takes"},
        {"stats --preset gaussian file.json", "both --preset gaussian and the file “file.json”"},
    };
    for (const auto& [line, part] : cases)
        checkRefused(place, wordsOf(line), 2, part);
    checkRefused(place, {"stats", "--input", ""}, 2, "--input takes the name of a file");
    checkRefused(place, {"render", "-o", ""}, 2, "-o takes the name of a file");
    checkRefused(place, {"stats", "--tokens", std::string(100'000, '9')}, 2, "--tokens takes");
    checkRefused(place, {"stats", "--" + std::string(100'000, 'x')}, 2, "no option");
    checkRefused(place, {"render", "--title", std::string(5000, 'x'), "-o", "x.png"}, 2, "figure.title has 5000 bytes");
    checkRefused(place, {"render", "--title", "\xFF", "-o", "x.png"}, 2, "figure.title is not UTF-8");
    std::vector<std::string> masks{"stats"};
    for (int i = 0; i < 9; ++i)
        masks.insert(masks.end(), {"--mask", "causal"});
    checkRefused(place, masks, 2, "--mask may be given 8 times");
}

TEST_CASE("work that fails exits with 1 and one sentence that names the file") {
    Workplace place;
    place.write("broken.json", "{");
    place.write("list.json", "[]");
    place.write("empty.json", "");
    place.write("numbers.csv", "1,2\n3,4\n");
    place.write("future.json", R"({"format": "softscope-scene", "version": 2})");
    place.write("range.json", R"({"format": "softscope-scene", "version": 1, "source": {"tokens": 0}})");
    place.write("deep.json", std::string(100'000, '['));
    place.write("noise.bin", std::string("\x01\x02\x00\x7F\xFF", 5) + std::string(200, '\x03'));
    place.write("short.safetensors", std::string("\x08\0\0\0\0\0\0\0{}", 10));
    place.write("foreign.svg", "<svg xmlns='http://www.w3.org/2000/svg'/>");
    place.write("foreign.pdf", "%PDF-1.4\n");
    place.write("pickle.pkl", "(dp0\nS'q'\np1\nI1\ns.");
    REQUIRE(mkfifo((place.folder / "pipe").c_str(), 0600) == 0);
    place.write("one.npy", std::string("\x93NUMPY\x01\x00", 8));
    const std::pair<const char*, const char*> cases[] = {
        {"stats /nonexistent.json", "/nonexistent.json"},
        {"stats nothing", "nothing"},
        {"stats .", "folder"},
        {"stats broken.json", "broken.json: the text is not JSON"},
        {"stats list.json", "not a scene"},
        {"stats empty.json", "not JSON"},
        {"stats numbers.csv", "numbers are not read from .csv"},
        {"stats future.json", "version is 2"},
        {"stats range.json", "source.tokens is 0"},
        {"stats deep.json", "nested deeper than 32"},
        {"stats noise.bin", "noise.bin"},
        {"stats short.safetensors", "short.safetensors"},
        {"stats foreign.svg", "foreign.svg"},
        {"stats foreign.pdf", "foreign.pdf"},
        {"stats one.npy", "one array"},
        {"stats pickle.pkl", "pickle.pkl: it is a pickle"},
        {"stats pipe", "pipe: it is a pipe, not a file"},
        {"pipe", "pipe: it is a pipe, not a file"},
        {"stats --input pipe", "pipe: it is a pipe, not a file"},
        {"stats --upstream pipe", "pipe: it is a pipe, not a file"},
        {"stats /dev/zero", "it is a device, not a file"},
        {"stats --input nothing.safetensors --layer 0", "nothing.safetensors"},
        {"stats --input one.npy", "one.npy"},
        {"stats --upstream nothing.npy", "nothing.npy"},
        {"stats --upstream broken.json", "broken.json"},
        {"render -o /nonexistent/dir/x.png", "/nonexistent/dir"},
        {"render -o /nonexistent/dir/x.npy", "/nonexistent/dir"},
        {"render -o /nonexistent/dir/x.csv", "/nonexistent/dir"},
        {"tensors -o /nonexistent/dir/x.npz", "/nonexistent/dir"},
        {"tensors -o /proc/x.npz", "/proc/x.npz"},
        {"tensors -o /proc/x.safetensors", "/proc/x.safetensors"},
        {"scene -o /nonexistent/dir/x.json", "/nonexistent/dir"},
        {"stats --tokens 1048576 --d-k 16384", "206 GB"},
        {"nothing.json", "nothing.json"},
    };
    for (const auto& [line, part] : cases)
        checkRefused(place, wordsOf(line), 1, part);
}

TEST_CASE("a full disk is one sentence") {
    Workplace place;
    for (const char* line : {"scene -o /dev/full", "render --tokens 300 -o /dev/full"}) {
        auto words = wordsOf(line);
        if (words.front() == "render") { // a name with an ending that leads there
            std::filesystem::create_symlink("/dev/full", place.folder / "full.npy");
            words.back() = "full.npy";
        }
        const Answer answer = place.run(words);
        CAPTURE(line, answer.messages);
        CHECK(answer.code == 1);
        CHECK(answer.messages.find("the disk is full") != std::string::npos);
    }
}
