// log2: the binary logarithm of a positive normal float, the same on every device.
// Reference  portable.Log2, bit for bit
//
// The built-in log2 may be 3 ulp off, each device in its own way. This one is
// coarser, relative error 8e-6, but made of operations that are exactly rounded.

// log2_exact cuts x into 2^e * (1 + f) with 1 + f between sqrt(1/2) and sqrt(2),
// so that nothing cancels near x = 1, and adds e to a polynomial in f.
static inline float log2_exact(float x) {
    int bits = as_int(x);
    int e = (bits - 0x3F3504F3) >> 23;
    float f = as_float(bits - (e << 23)) - 1.0f;
    float p = -0.206191055f;
    p = p * f + 0.31819991f;
    p = p * f + -0.366491705f;
    p = p * f + 0.479811855f;
    p = p * f + -0.72120639f;
    p = p * f + 1.44270162f;
    return p * f + (float)e;
}
