#include "study/work_total.h"

namespace planscope {

WorkTotal& WorkTotal::operator+=(const WorkloadFacts& facts)
{
    operations += facts.operations;
    read += facts.read;
    write += facts.write;
    message += facts.message;
    return *this;
}

WorkTotal& WorkTotal::operator+=(const WorkTotal& other)
{
    operations += other.operations;
    read += other.read;
    write += other.write;
    message += other.message;
    if (other.seconds)
        seconds = seconds.value_or(0) + *other.seconds;
    return *this;
}

std::optional<double> WorkTotal::intensity() const
{
    const double bytes = read.toDouble() + write.toDouble();
    return bytes > 0 ? std::optional{operations.toDouble() / bytes} : std::nullopt;
}

std::optional<double> arithmeticIntensity(const WorkloadFacts& facts)
{
    WorkTotal total;
    return (total += facts).intensity();
}

} // namespace planscope
