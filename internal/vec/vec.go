// Package vec provides hot loops over flat slices, in assembly where available.
//
// Every routine has a twin, a plain Go function that specifies the result. The assembly gives the
// same result bit for bit, including ties. The program in the directory asm, which is a separate
// module, generates the assembly. The build tag noasm excludes the assembly.
package vec

//go:generate go -C asm run .

// routines is one implementation of all routines in this package.
type routines struct {
	instructions string // "avx512", "avx2" or "go"
	draws        func(dst []uint32, seed uint64, stream, step uint32)
	pickWord     func(weight []uint32, open []uint64, draw uint32) (word int, rest uint32)
	walk         func(m *progress) (stuck uint)
	scoreSwaps   func(a, b []int32, stride, n, r int, dst []int32)
	scanSwaps    func(delta, low, high, u, w []int32, stride, n int, aspire, long, step int32, least *swapLanes)
}

// plain contains the Go twins, which run everywhere.
var plain = routines{"go", draws, pickWord, walk, scoreSwaps[int32], scanSwaps}

// inUse is the fastest implementation that runs on this machine. It is chosen once and never
// changes. All implementations give the same results, so this state is not observable.
var inUse = available()[0]
