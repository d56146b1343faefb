// evaporate_trails: what is left of each trail, but no less than the lower limit.
// Paper      [MMAS20 §2.1]
// Reference  aco.evaporate, bit for bit
// NDRange    one item per trail
__kernel void evaporate_trails(__global float *levels, ulong trails, float keep, float lo)
{
	size_t i = get_global_id(0);
	if (i < trails)
		levels[i] = fmax(keep * levels[i], lo);
}
