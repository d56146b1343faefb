// Package portable provides functions whose exact results otherwise depend on the machine:
// logarithms, powers and reciprocals. Their results have the same bits on every processor and every
// OpenCL device. The functions consist only of operations that IEEE 754 rounds correctly, each
// rounded separately. Their OpenCL C counterparts are in log2.cl and power.cl.
package portable
