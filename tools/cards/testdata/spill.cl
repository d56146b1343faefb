// A kernel that needs more registers than it may use, so that it spills.
__attribute__((amdgpu_num_vgpr(8))) __kernel void spills(__global int *data)
{
	int v[24];
	int lane = __builtin_amdgcn_workitem_id_x();
#pragma unroll
	for (int i = 0; i < 24; i++)
		v[i] = data[64 * i + lane];
#pragma unroll
	for (int i = 0; i < 24; i++)
		data[64 * i + lane] = v[i] * v[(i + 7) % 24] + v[(i + 11) % 24];
}
