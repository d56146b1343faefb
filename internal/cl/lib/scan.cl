// scan: exclusive prefix sums over the work-items of one group, of any size.
// Reference  cl.Scan, bit for bit
// NDRange    every work-item of the group calls it
// Local      one uint for each work-item

// scan_exclusive returns the sum of value over the work-items before this one;
// total gets the sum over all. Sums are modulo 2^32. The local memory may be
// used again at once.
static inline uint scan_exclusive(uint value, __local uint *sums, __private uint *total) {
    uint lane = (uint)get_local_id(0);
    uint lanes = (uint)get_local_size(0);
    sums[lane] = value;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint reach = 1; reach < lanes; reach *= 2) {
        uint before = lane >= reach ? sums[lane - reach] : 0;
        barrier(CLK_LOCAL_MEM_FENCE);
        sums[lane] += before;
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    *total = sums[lanes - 1];
    uint inclusive = sums[lane];
    barrier(CLK_LOCAL_MEM_FENCE);
    return inclusive - value;
}
