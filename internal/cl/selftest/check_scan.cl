// check_scan: prefix sums over each group, and the sum of the group.
// Reference  cl.Scan
// NDRange    groups of any size, one work-item for each number
// Local      one uint for each work-item
#include "scan.cl"

__kernel void check_scan(__global const uint *in, __global uint *out, __local uint *sums) {
    uint i = (uint)get_global_id(0);
    uint total;
    out[2 * i] = scan_exclusive(in[i], sums, &total);
    out[2 * i + 1] = total;
}
