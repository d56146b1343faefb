//go:build amd64 && !noasm

package vec

import "golang.org/x/sys/cpu"

// available lists what runs on this machine, the fastest first. cpu tells of an
// instruction set only where the operating system saves its registers too.
func available() []routines {
	var list []routines
	if cpu.X86.HasAVX512F && cpu.X86.HasAVX512VL {
		list = append(list, routines{"avx512", twoOptRowAVX512, twoOptRowFilteredAVX512})
	}
	if cpu.X86.HasAVX2 {
		list = append(list, routines{"avx2", twoOptRowAVX2, twoOptRowFilteredAVX2})
	}
	return append(list, plain)
}
