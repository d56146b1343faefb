// Package vec has the hot loops over flat slices, in assembly where the machine
// has it.
//
// Every routine is first a plain Go function, its twin, which says what is
// computed; the assembly equals it bit for bit, ties included. The assembly is
// written by the generator in the folder asm, a module of its own; the build tag
// noasm leaves it out.
package vec

//go:generate go -C asm run .

// routines is one implementation of everything in this package.
type routines struct {
	instructions string // "avx512", "avx2" or "go"
	draws        func(dst []uint32, seed uint64, stream, step uint32)
	pickWord     func(weight []uint32, open []uint64, draw uint32) (word int, rest uint32)
	walk         func(m *march) (stuck uint)
	scoreSwaps   func(a, b []int32, stride, n, r int, dst []int32)
	scanSwaps    func(delta, low, high, u, w []int32, stride, n int, aspire, long, step int32, least *swapLanes)
}

// plain is the twins: it runs everywhere.
var plain = routines{"go", draws, pickWord, walk, scoreSwaps[int32], scanSwaps}

// inUse is the fastest of what runs on this machine. It is chosen once and never
// changes; as all give the same results, it is no state that anyone could see.
var inUse = available()[0]
