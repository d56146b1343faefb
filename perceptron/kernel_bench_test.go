package perceptron_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/tourmaline-opt/tourmaline/internal/cl"
	"github.com/tourmaline-opt/tourmaline/internal/cl/cltest"
	"github.com/tourmaline-opt/tourmaline/internal/gpu/gputest"
	"github.com/tourmaline-opt/tourmaline/internal/local"
	"github.com/tourmaline-opt/tourmaline/moves"
	"github.com/tourmaline-opt/tourmaline/perceptron"
	"github.com/tourmaline-opt/tourmaline/rng"
)

// sizes lists some of the sizes of [LSM13 §6.2].
var sizes = [][2]int{{73, 73}, {201, 217}, {601, 617}, {1301, 1317}}

// eachSize runs a benchmark on an instance of each size.
func eachSize(b *testing.B, run func(b *testing.B, in *perceptron.Instance)) {
	for _, size := range sizes {
		in := instance(b, size[0], size[1])
		b.Run(fmt.Sprintf("%d-%d", size[0], size[1]), func(b *testing.B) { run(b, in) })
	}
}

// prepare opens a device and creates the kernel for the given instance and distance.
func prepare(b *testing.B, in *perceptron.Instance, distance int) (*cl.Device, moves.Kernel[perceptron.Solution]) {
	b.Helper()
	d := cltest.Device(b)
	d.TuneThoroughly()
	k, err := perceptron.FlipsKernel(in, distance)
	return d, must(b, k, err)
}

// engine returns a device engine for one walk.
func engine(b *testing.B, in *perceptron.Instance, distance int) local.Engine[perceptron.Solution] {
	b.Helper()
	d, k := prepare(b, in, distance)
	return gputest.Engine(b, d, 1, k)
}

// A turn makes one step of a search with one walk.
type turn func()

func turns(b *testing.B, s *local.Search[perceptron.Solution]) turn {
	return func() {
		if err := s.Step(b.Context()); err != nil {
			b.Fatal(err)
		}
	}
}

// settle runs turns until thread control has most likely settled. A turn in a large neighbourhood
// has many launches, so fewer turns are enough.
func (t turn) settle(b *testing.B, in *perceptron.Instance, distance int) turn {
	k, err := perceptron.FlipsKernel(in, distance)
	for range min(max(100_000_000/(must(b, k, err).Moves*len(in.Products())), 3), 100) {
		t()
	}
	return t
}

func tabu(b *testing.B, in *perceptron.Instance, distance int, e local.Engine[perceptron.Solution]) turn {
	p := local.TabuDefaults(in.Cols(), 2*in.Cols())
	p.Walks, p.Turns = 1, 1
	s, err := local.New(space(in, distance), p, 1, e)
	return turns(b, must(b, s, err))
}

func climb(b *testing.B, s local.Landscape[perceptron.Solution], e local.Engine[perceptron.Solution]) turn {
	p := local.ClimbDefaults()
	p.Walks, p.Turns = 1, 1
	c, err := local.New(s, p, 1, e)
	return turns(b, must(b, c, err))
}

// A clock adds up the time of repeated work.
type clock struct{ sum time.Duration }

func (c *clock) time(work func()) {
	start := time.Now()
	work()
	c.sum += time.Since(start)
}

// report reports the mean time per iteration in milliseconds.
func (c *clock) report(b *testing.B, unit string) {
	b.ReportMetric(c.sum.Seconds()*1000/float64(b.N), unit)
}

// BenchmarkTable3and4 reproduces Tables 3 and 4 of [LSM13 §6.2]: a turn of tabu search, on the host
// and on the device.
func BenchmarkTable3and4(b *testing.B) {
	for distance := 1; distance <= 2; distance++ {
		b.Run(fmt.Sprintf("distance=%d", distance), func(b *testing.B) {
			eachSize(b, func(b *testing.B, in *perceptron.Instance) {
				for threads := 1; threads <= 2; threads++ {
					b.Run(fmt.Sprintf("threads=%d", threads), func(b *testing.B) {
						turn := tabu(b, in, distance, local.Threads[perceptron.Solution]{Count: threads})
						for b.Loop() {
							turn()
						}
					})
				}
				b.Run("device", func(b *testing.B) {
					turn := tabu(b, in, distance, engine(b, in, distance)).settle(b, in, distance)
					for b.Loop() {
						turn()
					}
				})
			})
		})
	}
}

// largestWave is the maximum number of bytes of neighbours that one transfer sends to the device.
const largestWave = 256 << 20

// BenchmarkTable8 reproduces [LSM13 Table 8]. It compares generating all neighbours on the host and
// sending them, which is only part of a turn, with a whole turn in which the device generates them.
func BenchmarkTable8(b *testing.B) {
	eachSize(b, func(b *testing.B, in *perceptron.Instance) {
		random := rng.At(1, 0, 0)
		v, n := perceptron.Random(in.Cols(), &random), in.Cols()
		wave := make([]int8, min(moves.Pairs(n), largestWave/n)*n)
		buffer, err := cl.NewBuffer[int8](cltest.Device(b), "neighbours", len(wave))
		must(b, buffer, err)
		turn := climb(b, space(in, 2), engine(b, in, 2)).settle(b, in, 2)
		var transfer, pick clock
		for b.Loop() {
			transfer.time(func() { sendPairs(b, v, wave, buffer) })
			pick.time(turn)
		}
		transfer.report(b, "transfer-ms")
		pick.report(b, "pick-ms")
		if err := buffer.Close(); err != nil {
			b.Error(err)
		}
	})
}

// sendPairs sends all vectors in which two entries of v are flipped, one wave after another.
func sendPairs(b *testing.B, v perceptron.Solution, wave []int8, buffer *cl.Buffer[int8]) {
	at := 0
	send := func() {
		if err := buffer.Write(wave[:at]); err != nil {
			b.Fatal(err)
		}
		at = 0
	}
	for i := range v {
		for j := i + 1; j < len(v); j++ {
			if at == len(wave) {
				send()
			}
			neighbour := wave[at:][:len(v)]
			copy(neighbour, v)
			neighbour[i], neighbour[j] = -v[i], -v[j]
			at += len(v)
		}
	}
	send()
}

// BenchmarkTable9 reproduces [LSM13 Table 9]. It compares a turn of hill climbing in which the
// device compares the neighbours with a turn in which the host reads all changes.
func BenchmarkTable9(b *testing.B) {
	for distance := 1; distance <= 2; distance++ {
		b.Run(fmt.Sprintf("distance=%d", distance), func(b *testing.B) {
			eachSize(b, func(b *testing.B, in *perceptron.Instance) {
				reduced := climb(b, space(in, distance), engine(b, in, distance)).settle(b, in, distance)
				back := space(in, distance)
				around := back.Around
				d, k := prepare(b, in, distance)
				back.Around = func(v perceptron.Solution, walk int) ([]moves.Neighbourhood[perceptron.Solution], error) {
					all, err := around(v, walk)
					if err == nil {
						all[0] = newScored(b, d, k, all[0])
					}
					return all, err
				}
				read := climb(b, back, local.Threads[perceptron.Solution]{Count: 1}).settle(b, in, distance)
				var reduction, readback clock
				for b.Loop() {
					reduction.time(reduced)
					readback.time(read)
				}
				reduction.report(b, "reduction-ms")
				readback.report(b, "readback-ms")
			})
		})
	}
}
