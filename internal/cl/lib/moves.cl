// moves: the elements that the number of a move stands for.
// Paper      [LSM13 §4.4, Proposition 2]
// Reference  moves.Change and moves.Other; moves.Pair and moves.Triple, for up to
//            1,000,000 elements
//
// A root in single precision, of whatever quality, is only a guess; whole numbers
// correct it by a step or two.

// triangle is 1 + 2 + 3 …, a summands.
static inline ulong triangle(ulong a) { return a * (a + 1) / 2; }

// tetrahedron is 1 + 3 + 6 …, a summands.
static inline ulong tetrahedron(ulong a) { return triangle(a) * (a + 2) / 3; }

// pair_of is the pair i < j of a number among those of n elements.
static inline int2 pair_of(int n, ulong index) {
    ulong r = triangle((ulong)n - 1) - 1 - index; // from the last pair, rows have 1, 2, 3 … pairs
    ulong a = (ulong)sqrt(2.0f * (float)r);
    while (a > 0 && triangle(a) > r) a--;
    while (triangle(a + 1) <= r) a++;
    return (int2)(n - 2 - (int)a, n - 1 - (int)(r - triangle(a)));
}

// triple_of is the triple i < j < k of a number among those of n elements.
static inline int3 triple_of(int n, ulong index) {
    ulong r = tetrahedron((ulong)n - 2) - 1 - index;
    ulong a = (ulong)cbrt(6.0f * (float)r);
    while (a > 0 && tetrahedron(a) > r) a--;
    while (tetrahedron(a + 1) <= r) a++;
    int i = n - 3 - (int)a, rest = n - 1 - i;
    int2 after = pair_of(rest, triangle((ulong)rest - 1) - 1 - (r - tetrahedron(a)));
    return (int3)(i, after.x + i + 1, after.y + i + 1);
}

// change_of is the element that a number changes, of those that have so many values,
// and k, for the k-th value other than the present one.
static inline int2 change_of(int values, ulong index) {
    ulong others = (ulong)values - 1, element = index / others;
    return (int2)((int)element, (int)(index - element * others));
}

// other_value returns the k-th value other than the present one.
static inline int other_value(int present, int other) { return other >= present ? other + 1 : other; }
