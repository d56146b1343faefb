// place: the distance between two cities, by any of the ways that a device supports.
// Reference  (*tsp.Instance).Dist, bit for bit
//
// PLACE selects the way: 0 whole coordinates, 1 the same rounded up, 2 real
// coordinates (SCALE units each), 3 the same rounded up, 4 a matrix, 5 unit vectors
// on a globe of SCALE / 2 units.
#ifndef PLACE
#define PLACE 0
#endif
#ifndef SCALE
#define SCALE 1.0
#endif
#include "distance.cl"
#if PLACE == 5
#include "arc.cl"
#endif

#if PLACE == 2 || PLACE == 3 || PLACE == 5
typedef double place_t;
#else
typedef int place_t;
#endif

// dist is the distance from a to b. Only a matrix may have another one back.
static inline int dist(__global const place_t *place, int n, int a, int b) {
#if PLACE == 0
    return distance_whole((int2)(place[2 * a], place[2 * a + 1]), (int2)(place[2 * b], place[2 * b + 1]));
#elif PLACE == 1
    return distance_whole_ceil((int2)(place[2 * a], place[2 * a + 1]), (int2)(place[2 * b], place[2 * b + 1]));
#elif PLACE == 2
    return distance_real((double2)(place[2 * a], place[2 * a + 1]), (double2)(place[2 * b], place[2 * b + 1]), SCALE);
#elif PLACE == 3
    return distance_real_ceil((double2)(place[2 * a], place[2 * a + 1]), (double2)(place[2 * b], place[2 * b + 1]), SCALE);
#elif PLACE == 5
    return distance_arc(place + 3 * a, place + 3 * b, SCALE);
#else
    return place[(size_t)a * n + b];
#endif
}
