// kernels.cl: all kernels of a colony, so that they are compiled together.
#include "construct_tours.cl"
#include "measure_tours.cl"
#include "fittest_ant.cl"
#include "evaporate_trails.cl"
#include "deposit_trails.cl"
#include "choose_rows.cl"
#include "wake_tours.cl"
#include "two_opt_tours.cl"
