// fittest_ant: the shortest tour, and whose it is; the first ant wins ties.
// Reference  aco.(*Reference).Fittest, bit for bit
// NDRange    one group; item i looks at ants i, i + lanes, …
// Local      a long and an int per item
__kernel void fittest_ant(__global const long *lengths, int ants, __global long *fittest,
                          __local long *shortest, __local int *whose)
{
	int lane = get_local_id(0), lanes = get_local_size(0), best = min(lane, ants - 1);
	for (int ant = lane; ant < ants; ant += lanes)
		if (lengths[ant] < lengths[best])
			best = ant;
	shortest[lane] = lengths[best];
	whose[lane] = best;
	barrier(CLK_LOCAL_MEM_FENCE);
	for (int width = lanes; width > 1;) {
		int half_width = (width + 1) / 2;
		if (lane < width - half_width) {
			int other = lane + half_width;
			if (shortest[other] < shortest[lane] || (shortest[other] == shortest[lane] && whose[other] < whose[lane])) {
				shortest[lane] = shortest[other];
				whose[lane] = whose[other];
			}
		}
		barrier(CLK_LOCAL_MEM_FENCE);
		width = half_width;
	}
	if (lane == 0) {
		fittest[0] = shortest[0];
		fittest[1] = whose[0];
	}
}
