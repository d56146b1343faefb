// check_divide: a / b, correctly rounded.
// Reference  a / b
// NDRange    one work-item for each pair

__kernel void check_divide(__global const uint *in, __global uint *out, const uint n) {
    uint i = (uint)get_global_id(0);
    if (i >= n) return;
    in += 2 * i;
    out[i] = as_uint(as_float(in[0]) / as_float(in[1]));
}
