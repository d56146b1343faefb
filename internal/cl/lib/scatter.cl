// scatter: one draw turned into many.
// Reference  rng.Scatter, bit for bit

static inline uint scatter(uint2 draw, uint i) {
    uint x = draw.x + i * 0x9E3779B9u;
    x ^= x >> 16;
    x *= 0x7feb352du;
    x ^= draw.y ^ (x >> 15);
    x *= 0x846ca68bu;
    return x ^ (x >> 16);
}
