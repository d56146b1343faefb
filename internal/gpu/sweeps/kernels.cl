// kernels.cl: all kernels of a sweep, so that they are compiled together.
#include "prepare_tour.cl"
#include "find_two_opt.cl"
#include "find_three_opt.cl"
#include "best_of_city.cl"
#include "claim_city.cl"
#include "choose_moves.cl"
#include "best_move.cl"
