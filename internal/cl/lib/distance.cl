// distance: distances in the plane, rounded as TSPLIB says, to the last unit.
// Reference  cl.DistanceWhole, DistanceWholeCeil, DistanceReal, DistanceRealCeil
//
// Whole coordinates need no fp64: a float guesses the square root, whole numbers
// correct it, so that the quality of the device's sqrt does not matter.

static inline ulong distance_square(int2 a, int2 b) {
    long dx = (long)a.x - (long)b.x;
    long dy = (long)a.y - (long)b.y;
    return (ulong)(dx * dx) + (ulong)(dy * dy);
}

// distance_whole rounds half up. Distances are below 2^24.
//
// r is the largest whole number with r - 1/2 <= sqrt(d2), which for whole d2 is
// r * (r - 1) < d2.
static inline int distance_whole(int2 a, int2 b) {
    ulong d2 = distance_square(a, b);
    ulong r = (ulong)sqrt((float)d2);
    while (r > 0 && r * (r - 1) >= d2) r--;
    while ((r + 1) * r < d2) r++;
    return (int)r;
}

// distance_whole_ceil rounds up: r is the smallest with r * r >= d2.
static inline int distance_whole_ceil(int2 a, int2 b) {
    ulong d2 = distance_square(a, b);
    ulong r = (ulong)sqrt((float)d2);
    while (r > 0 && (r - 1) * (r - 1) >= d2) r--;
    while (r * r < d2) r++;
    return (int)r;
}

#ifdef HAVE_DOUBLE
static inline double distance_length(double2 a, double2 b) {
    double dx = a.x - b.x;
    double dy = a.y - b.y;
    return sqrt(dx * dx + dy * dy);
}

// distance_real rounds the scaled distance half up.
static inline int distance_real(double2 a, double2 b, double scale) {
    return (int)(distance_length(a, b) * scale + 0.5);
}

// distance_real_ceil rounds the scaled distance up.
static inline int distance_real_ceil(double2 a, double2 b, double scale) {
    return (int)ceil(distance_length(a, b) * scale);
}
#endif
