// Package portable provides arithmetic that the standard library leaves to the
// machine: logarithms, powers and reciprocals with the same bits on every
// processor and on every OpenCL device. They consist only of operations that
// IEEE 754 rounds correctly, each rounded separately. Their counterparts in
// OpenCL C have the same names.
package portable
