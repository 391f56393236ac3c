// Small tensor files, good ones and bad ones, for the mutations to start from.
#pragma once

#include <string>
#include <vector>

struct CorpusFile {
    std::string name;
    std::string bytes;
    bool opens; ///< as it is, before any mutation
};

std::vector<CorpusFile> npyCorpus();
std::vector<CorpusFile> safetensorsCorpus();
