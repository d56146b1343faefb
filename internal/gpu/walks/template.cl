// template.cl: all kernels of a local search, as one program.
#include "pick_moves.cl"
#include "best_of_slices.cl"
#include "score_moves.cl"
#include "keep_out.cl"
#if APPLIES
#include "make_turns.cl"
#endif
