#include "tests/support/npz_reader.h"

#include "core/io/npy.h"

#include <zip.h>

#include <memory>
#include <stdexcept>

namespace softscope {

NpzReader::NpzReader(const std::filesystem::path& file) {
    int failure = 0;
    const std::unique_ptr<zip_t, int (*)(zip_t*)> archive(zip_open(file.c_str(), ZIP_RDONLY, &failure), zip_close);
    if (!archive)
        throw std::runtime_error("cannot open " + file.string());
    const auto count = static_cast<zip_uint64_t>(zip_get_num_entries(archive.get(), 0));
    for (zip_uint64_t i = 0; i < count; ++i) {
        zip_stat_t stat;
        if (zip_stat_index(archive.get(), i, 0, &stat) != 0)
            throw std::runtime_error("cannot list " + file.string());
        std::string name = stat.name, bytes(stat.size, '\0');
        const std::unique_ptr<zip_file_t, int (*)(zip_file_t*)> member(zip_fopen_index(archive.get(), i, 0),
                                                                       zip_fclose);
        if (!member || zip_fread(member.get(), bytes.data(), bytes.size()) != static_cast<zip_int64_t>(bytes.size()))
            throw std::runtime_error("cannot read " + name);
        m_members[name.substr(0, name.size() - 4)] = std::move(bytes);
    }
}

MatrixD NpzReader::matrix(const std::string& name) const {
    const std::string& bytes = m_members.at(name);
    const auto all = std::as_bytes(std::span(bytes.data(), bytes.size()));
    const NpyHeader header = parseNpyHeader(all, all.size());
    Tensor tensor;
    tensor.dtype = header.dtype;
    tensor.shape = header.shape;
    tensor.fortranOrder = header.fortranOrder;
    tensor.bigEndian = header.bigEndian;
    tensor.bytes = all.subspan(header.dataOffset);
    const auto rows = static_cast<Index>(header.shape.at(0));
    const auto cols = header.shape.size() > 1 ? static_cast<Index>(header.shape[1]) : 1;
    MatrixD result(rows, cols);
    for (Index i = 0; i < result.size(); ++i)
        result.data()[i] = elementAt(tensor, static_cast<std::uint64_t>(i));
    return result;
}

std::string NpzReader::text(const std::string& name) const {
    const std::string& bytes = m_members.at(name);
    const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(bytes.at(i)); };
    const std::size_t start = 10U + byte(8) + 256U * byte(9);
    std::string result;
    for (std::size_t i = start; i + 4 <= bytes.size(); i += 4)
        if (bytes[i] != '\0')
            result += bytes[i];
    return result;
}

} // namespace softscope
