// check_distance: rounded distances of points with whole coordinates, 4 words to 2.
// Reference  cl.DistanceWhole, cl.DistanceWholeCeil
// NDRange    one work-item for each pair of points
#include "distance.cl"

__kernel void check_distance(__global const uint *in, __global uint *out, const uint n) {
    uint i = (uint)get_global_id(0);
    if (i >= n) return;
    in += 4 * i;
    int2 a = (int2)((int)in[0], (int)in[1]);
    int2 b = (int2)((int)in[2], (int)in[3]);
    out[2 * i] = (uint)distance_whole(a, b);
    out[2 * i + 1] = (uint)distance_whole_ceil(a, b);
}
