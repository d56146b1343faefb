// place_tours: where on the tours of a wave of ants each city is.
// Reference  none: aco.(*Reference).wearAll looks at all places instead
// NDRange    one item per place of each tour
__kernel void place_tours(__global const int *tours, int n, int first_ant, int ants, __global int *places)
{
	size_t i = get_global_id(0);
	if (i >= (size_t)ants * n)
		return;
	size_t before = i / n * n; // of the tours before
	places[before + tours[(size_t)first_ant * n + i]] = (int)(i - before);
}
