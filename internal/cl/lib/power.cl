// power: powers and reciprocals, the same on every device.
// Reference  portable.Exp2, portable.Reciprocal, portable.Power, bit for bit
#include "log2.cl"

// exp2_exact is 2^x; x is clamped to -126 to 126.
static inline float exp2_exact(float x) {
    x = fmin(fmax(x, -126.0f), 126.0f);
    float whole = floor(x + 0.5f);
    float f = x - whole;
    float p = 0.00015403530f;
    p = p * f + 0.0013333558f;
    p = p * f + 0.0096181291f;
    p = p * f + 0.055504109f;
    p = p * f + 0.24022651f;
    p = p * f + 0.69314718f;
    p = p * f + 1.0f;
    return p * as_float((uint)((int)whole + 127) << 23);
}

// reciprocal is 1/x for x from 2^-100 to 2^100, without a division.
static inline float reciprocal(float x) {
    float y = as_float(0x7EF311C7u - as_uint(x));
    for (int i = 0; i < 3; i++)
        y *= 2.0f - x * y;
    return y;
}

// power is x^a for positive x; a whole exponent up to 16 is a product.
static inline float power(float x, float a) {
    if (a < 0.0f || a > 16.0f || a != (float)(int)a)
        return exp2_exact(a * log2_exact(x));
    float p = 1.0f;
    for (int i = 0; i < (int)a; i++)
        p *= x;
    return p;
}
