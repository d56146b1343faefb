// check_sqrt: the square root, correctly rounded.
// Reference  float32(math.Sqrt(float64(a)))
// NDRange    one work-item for each number

__kernel void check_sqrt(__global const uint *in, __global uint *out, const uint n) {
    uint i = (uint)get_global_id(0);
    if (i >= n) return;
    out[i] = as_uint(sqrt(as_float(in[i])));
}
