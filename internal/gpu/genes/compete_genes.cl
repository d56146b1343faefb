// compete_genes: rivals change places if the second is shorter.
// Paper      [GA16 §3.2]
// Reference  ga.(*Reference).Compete, bit for bit
// NDRange    one item per pair of rivals, in all groups
//
// Only entries of the table move. Reading it is coalesced, lengths are scattered.
__kernel void compete_genes(__global const int *rivals, int pairs, __global const long *lengths, __global int *row)
{
	int pair = get_global_id(0);
	if (pair >= pairs)
		return;
	int first = rivals[2 * pair], second = rivals[2 * pair + 1];
	int a = row[first], b = row[second];
	if (lengths[b] < lengths[a]) {
		row[first] = b;
		row[second] = a;
	}
}
