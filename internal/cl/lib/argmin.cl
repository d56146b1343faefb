// argmin: the smallest key of a group and its index; the lowest index wins ties.
// Reference  cl.ArgMin, bit for bit
// NDRange    every work-item of the group calls it
// Local      two uints for each work-item
//
// Pairs are compared as whole numbers, key first, so that every order of
// comparing gives the same answer.

// key_of_int maps ints to keys in the same order.
static inline uint key_of_int(int v) { return as_uint(v) ^ 0x80000000u; }

// key_of_float maps floats to keys in the same order, -0 before +0; NaN is not
// supported.
static inline uint key_of_float(float v) {
    uint bits = as_uint(v);
    return bits ^ ((bits >> 31) ? 0xFFFFFFFFu : 0x80000000u);
}

// argmin_group returns (key, index) of the minimum to every work-item. The local
// memory may be used again at once.
static inline uint2 argmin_group(uint key, uint index, __local uint *keys, __local uint *indices) {
    uint lane = (uint)get_local_id(0);
    keys[lane] = key;
    indices[lane] = index;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint width = (uint)get_local_size(0); width > 1;) {
        uint half_width = (width + 1) / 2;
        if (lane < width - half_width) {
            uint other = keys[lane + half_width];
            uint other_index = indices[lane + half_width];
            if (other < keys[lane] || (other == keys[lane] && other_index < indices[lane])) {
                keys[lane] = other;
                indices[lane] = other_index;
            }
        }
        barrier(CLK_LOCAL_MEM_FENCE);
        width = half_width;
    }
    uint2 best = (uint2)(keys[0], indices[0]);
    barrier(CLK_LOCAL_MEM_FENCE);
    return best;
}
