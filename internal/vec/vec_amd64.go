//go:build amd64 && !noasm

package vec

import "golang.org/x/sys/cpu"

// available returns the implementations that run on this machine, fastest first. Package cpu
// reports an instruction set only if the operating system saves its registers.
func available() []routines {
	var list []routines
	basic := cpu.X86.HasAVX2 && cpu.X86.HasBMI1 && cpu.X86.HasPOPCNT
	if basic && cpu.X86.HasAVX512F && cpu.X86.HasAVX512VL {
		list = append(list, routines{"avx512", drawsAVX512, pickWordAVX512, walk512, scoreSwapsAVX512, scanSwapsAVX512})
	}
	if basic {
		list = append(list, routines{"avx2", drawsAVX2, pickWordAVX2, walk2, scoreSwapsAVX2, scanSwapsAVX2})
	}
	return append(list, plain)
}

// walk512 uses AVX-512 if it is the fastest: for lists of the supported width, and if the visited
// cities fit into a few registers.
func walk512(m *progress) (stuck uint) {
	switch {
	case m.width != usual || m.n > 8*table:
		return walk2(m)
	case m.n > table:
		return walkTablesAVX512(m)
	default:
		return walkHeldAVX512(m)
	}
}

// walk2 uses AVX2 if the lists have the supported width.
func walk2(m *progress) (stuck uint) {
	if m.width != usual {
		return walk(m)
	}
	return walkAVX2(m)
}
