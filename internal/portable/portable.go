// Package portable has the arithmetic that the standard library leaves to the
// machine: logarithms, powers and reciprocals whose bits are the same on every
// processor and on every OpenCL device. They are made of nothing but operations
// that IEEE 754 rounds correctly, each rounded for itself; the twins of the same
// name are OpenCL C.
package portable
