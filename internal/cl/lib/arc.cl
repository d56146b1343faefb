// arc.cl: great-circle distances from unit vectors, tsp/arc.go to the last bit.

// arc_tangent_near is the rational function, for up to 0.66.
static inline double arc_tangent_near(double x) {
    double z = x * x;
    double p = -8.750608600031904122785e-01;
    p = p * z + -1.615753718733365076637e+01;
    p = p * z + -7.500855792314704667340e+01;
    p = p * z + -1.228866684490136173410e+02;
    p = p * z + -6.485021904942025371773e+01;
    double q = z + 2.485846490142306297962e+01;
    q = q * z + 1.650270098316988542046e+02;
    q = q * z + 4.328810604912902668951e+02;
    q = q * z + 4.853903996359136964868e+02;
    q = q * z + 1.945506571482613964425e+02;
    return x * (z * p / q) + x;
}

static inline double arc_tangent(double x) {
    const double more = 6.123233995736765886130e-17; // pi/2 = M_PI_2 + more
    if (x <= 0.66)
        return arc_tangent_near(x);
    if (x > 2.41421356237309504880)
        return M_PI_2 - arc_tangent_near(1 / x) + more;
    return M_PI_4 + arc_tangent_near((x - 1) / (x + 1)) + 0.5 * more;
}

static inline double arc_sine(double x) {
    double rest = sqrt(1 - x * x);
    if (x > 0.7)
        return M_PI_2 - arc_tangent(rest / x);
    return arc_tangent(x / rest);
}

// distance_arc is the arc between two unit vectors on a globe of a diameter.
static inline int distance_arc(__global const double *a, __global const double *b, double diameter) {
    double dx = a[0] - b[0], dy = a[1] - b[1], dz = a[2] - b[2];
    double chord = sqrt(dx * dx + dy * dy + dz * dz);
    return (int)(diameter * arc_sine(fmin(1.0, chord / 2)) + 0.5);
}
