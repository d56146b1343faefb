// check_philox: random numbers from (counter, key), 6 words to 4.
// Reference  rng.Philox
// NDRange    one work-item for each number
#include "philox.cl"

__kernel void check_philox(__global const uint *in, __global uint *out, const uint n) {
    uint i = (uint)get_global_id(0);
    if (i >= n) return;
    in += 6 * i;
    vstore4(philox((uint4)(in[0], in[1], in[2], in[3]), (uint2)(in[4], in[5])), i, out);
}
