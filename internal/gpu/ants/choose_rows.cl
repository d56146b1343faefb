// choose_rows: what ants choose by in the next cycle, or in the next wave of it.
// Paper      [MMAS20 §2.1, eq. 1, §4.2.2]
// Reference  aco.(*trails).chooseRow and aco.Selection.encode, bit for bit
// NDRange    a team per city; item i takes places i, i + lanes, …
// Local      two words per item
#include "ground.cl"

#if !FRESH // else there are no rows to keep
__kernel void choose_rows(GROUND_PARAMETERS, __local uint *words)
{
	int at = get_global_id(0) / get_local_size(0);
	ground g = GROUND;
	choose_row(&g, at, choice + (size_t)at * PLACES(n), words);
}
#endif
