// check_argmin: the smallest (key, index) of each group, told to every work-item.
// Reference  cl.ArgMin
// NDRange    groups of any size, one work-item for each pair
// Local      two uints for each work-item
#include "argmin.cl"

__kernel void check_argmin(__global const uint *in, __global uint *out, __local uint *pairs) {
    uint i = (uint)get_global_id(0);
    uint2 best = argmin_group(in[2 * i], in[2 * i + 1], pairs, pairs + get_local_size(0));
    out[2 * i] = best.x;
    out[2 * i + 1] = best.y;
}
