#include "study/intensity.h"

namespace planscope {

std::optional<double> arithmeticIntensity(const Total<OperationsUnit>& operations, const Total<BytesUnit>& read,
                                          const Total<BytesUnit>& write)
{
    const double bytes = read.toDouble() + write.toDouble();
    if (operations.toDouble() == 0 || bytes == 0)
        return std::nullopt;
    return operations.toDouble() / bytes;
}

std::optional<double> arithmeticIntensity(const WorkloadFacts& facts)
{
    Total<OperationsUnit> operations;
    Total<BytesUnit> read;
    Total<BytesUnit> write;
    return arithmeticIntensity(operations += facts.operations, read += facts.read, write += facts.write);
}

} // namespace planscope
