// total: the sum over the work-items of one group, of any size.
// NDRange    every work-item of the group calls it
// Local      one long for each work-item

// total_group returns the sum to every work-item, modulo 2^64, so that the order of
// adding does not matter. The local memory may be used again at once.
static inline long total_group(long value, __local long *sums) {
    uint lane = (uint)get_local_id(0);
    sums[lane] = value;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint width = (uint)get_local_size(0); width > 1;) {
        uint half_width = (width + 1) / 2;
        if (lane < width - half_width)
            sums[lane] += sums[lane + half_width];
        barrier(CLK_LOCAL_MEM_FENCE);
        width = half_width;
    }
    long sum = sums[0];
    barrier(CLK_LOCAL_MEM_FENCE);
    return sum;
}
