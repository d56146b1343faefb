// compete_genes: rivals change places if the second is shorter, or the shorter one is
// announced as a transfer to the first place, which copy_genes makes.
// Paper      [GA16 §3.2]
// Reference  ga.(*Reference).Compete, bit for bit
// NDRange    one item per pair of rivals, in all groups
//
// Only entries of the table move. Reading it is coalesced, lengths are scattered.
__kernel void compete_genes(__global const int *rivals, int pairs, __global const long *lengths, __global int *row,
                            int copies, __global int *transfers)
{
	int pair = get_global_id(0);
	if (pair >= pairs)
		return;
	int first = rivals[2 * pair], second = rivals[2 * pair + 1];
	int a = row[first], b = row[second];
	bool wins = lengths[b] < lengths[a];
	if (copies) {
		transfers[2 * pair] = wins ? second : first;
		transfers[2 * pair + 1] = first;
	} else if (wins) {
		row[first] = b;
		row[second] = a;
	}
}
