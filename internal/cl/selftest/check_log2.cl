// check_log2: the logarithm of a float.
// Reference  portable.Log2
// NDRange    one work-item for each number
#include "log2.cl"

__kernel void check_log2(__global const uint *in, __global uint *out, const uint n) {
    uint i = (uint)get_global_id(0);
    if (i >= n) return;
    out[i] = as_uint(log2_exact(as_float(in[i])));
}
