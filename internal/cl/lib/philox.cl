// philox: ten rounds of Philox4x32 over a counter with a key.
// Paper      [RNG11 §3.3]
// Reference  rng.Philox, bit for bit

static inline uint4 philox(uint4 counter, uint2 key) {
    for (int round = 0; round < 10; round++) {
        uint hi0 = mul_hi(0xD2511F53u, counter.x);
        uint lo0 = 0xD2511F53u * counter.x;
        uint hi1 = mul_hi(0xCD9E8D57u, counter.z);
        uint lo1 = 0xCD9E8D57u * counter.z;
        counter = (uint4)(hi1 ^ counter.y ^ key.x, lo1, hi0 ^ counter.w ^ key.y, lo0);
        key += (uint2)(0x9E3779B9u, 0xBB67AE85u);
    }
    return counter;
}
