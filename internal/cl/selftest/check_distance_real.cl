// check_distance_real: rounded distances of points with real coordinates, 5 doubles to 2 words.
// Reference  cl.DistanceReal, cl.DistanceRealCeil
// NDRange    one work-item for each pair of points
#include "distance.cl"

#ifdef HAVE_DOUBLE
static inline double double_at(__global const uint *in, uint i) {
    return as_double((ulong)in[2 * i + 1] << 32 | (ulong)in[2 * i]);
}

__kernel void check_distance_real(__global const uint *in, __global uint *out, const uint n) {
    uint i = (uint)get_global_id(0);
    if (i >= n) return;
    in += 10 * i;
    double2 a = (double2)(double_at(in, 0), double_at(in, 1));
    double2 b = (double2)(double_at(in, 2), double_at(in, 3));
    out[2 * i] = (uint)distance_real(a, b, double_at(in, 4));
    out[2 * i + 1] = (uint)distance_real_ceil(a, b, double_at(in, 4));
}
#endif
