// check_multiply_add: a * b + c with two roundings, never fused.
// Reference  float32(a*b) + c
// NDRange    one work-item for each triple

__kernel void check_multiply_add(__global const uint *in, __global uint *out, const uint n) {
    uint i = (uint)get_global_id(0);
    if (i >= n) return;
    in += 3 * i;
    out[i] = as_uint(as_float(in[0]) * as_float(in[1]) + as_float(in[2]));
}
