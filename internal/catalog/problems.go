package catalog

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"github.com/tourmaline-opt/tourmaline/continuous"
	crowns "github.com/tourmaline-opt/tourmaline/continuous/gpu"
	"github.com/tourmaline-opt/tourmaline/internal/params"
	"github.com/tourmaline-opt/tourmaline/local"
	"github.com/tourmaline-opt/tourmaline/maxcut"
	cuts "github.com/tourmaline-opt/tourmaline/maxcut/gpu"
	"github.com/tourmaline-opt/tourmaline/moves"
	"github.com/tourmaline-opt/tourmaline/perceptron"
	flips "github.com/tourmaline-opt/tourmaline/perceptron/gpu"
	"github.com/tourmaline-opt/tourmaline/qap"
	places "github.com/tourmaline-opt/tourmaline/qap/gpu"
	"github.com/tourmaline-opt/tourmaline/rng"
	"github.com/tourmaline-opt/tourmaline/tsp/format"
)

// A Kind is a row of the table of problems other than tours.
type Kind struct {
	Name    string
	Summary string   // one line for people who choose
	Endings []string // of the names of its files; none: it has no files
	Read    func(r io.Reader, name string) (Task, error)
}

// Problems is the table of problems that are read from files, other than tours.
func Problems() []Kind {
	return []Kind{
		{
			Name: "qap", Summary: "quadratic assignment: QAPLIB", Endings: []string{".dat"},
			Read: reading(qap.Read, func(in *qap.Instance, name string) Task { in.Name = name; return Assignment(in) }),
		},
		{
			Name: "perceptron", Summary: "permuted perceptron: what 'generate perceptron' writes", Endings: []string{".ppp"},
			Read: reading(perceptron.Read, func(in *perceptron.Instance, name string) Task { in.Name = name; return Perceptron(in) }),
		},
		{
			Name: "maxcut", Summary: "maximum cut: graphs in the rudy format", Endings: []string{".mc", ".rud"},
			Read: reading(maxcut.Read, func(in *maxcut.Instance, name string) Task { in.Name = name; return Cut(in) }),
		},
	}
}

// reading reads an instance, and names it after its file.
func reading[I any](read func(r io.Reader, name string) (I, error), task func(in I, name string) Task) func(io.Reader, string) (Task, error) {
	return func(r io.Reader, name string) (Task, error) {
		in, err := read(r, name)
		if err != nil {
			return nil, err
		}
		return task(in, stem(name)), nil
	}
}

// stem is the name of the instance in a file.
func stem(path string) string {
	base := filepath.Base(format.UnpackedName(path))
	return strings.TrimSuffix(base, filepath.Ext(base))
}

// KindOf is the problem of a file by its name; "" are tours.
func KindOf(path string) string {
	path = format.UnpackedName(path)
	for _, k := range Problems() {
		if slices.Contains(k.Endings, strings.ToLower(filepath.Ext(path))) {
			return k.Name
		}
	}
	return ""
}

// Assignment is a quadratic assignment problem: exchanges, and rotations for VND.
func Assignment(in *qap.Instance) Task {
	n := in.N()
	t := &terrain[qap.Assignment]{
		info:    Info{Name: in.Name, Problem: "qap", N: n, Hash: in.Hash()},
		problem: in, size: n, attributes: n * n, auto: "tabu",
		space: func(uint64) local.Landscape[qap.Assignment] {
			return local.Landscape[qap.Assignment]{
				Random: func(r *rng.Stream) qap.Assignment { return qap.Random(n, r) },
				Around: func(p qap.Assignment, _ int) ([]moves.Neighbourhood[qap.Assignment], error) {
					return around(
						func() (moves.Neighbourhood[qap.Assignment], error) { return qap.NewSwaps(in, p) },
						func() (moves.Neighbourhood[qap.Assignment], error) { return qap.NewRotations(in, p) },
					)
				},
			}
		},
		kernels: func(uint64) ([]local.Kernel[qap.Assignment], error) {
			first, err := places.Swaps(in)
			if err != nil {
				return nil, err
			}
			second, err := places.Rotations(in)
			return []local.Kernel[qap.Assignment]{first, second}, err
		},
		show: func(p qap.Assignment) any { return shifted(p, 1) },
		read: func(data []byte, name string) (qap.Assignment, error) {
			if isJSON(data) {
				places, err := solutionOf[[]int32](data, name)
				return shifted(places, -1), err
			}
			p, _, err := qap.ReadSolution(bytes.NewReader(data), name, in)
			if errors.Is(err, qap.ErrNoAssignment) {
				err = fmt.Errorf("%w: %w", ErrNoSolution, err)
			}
			return p, err
		},
	}
	if known, ok := qap.BestKnown(in); ok {
		t.known = &Known{Value: float64(known.Value), Proven: known.Proven}
	}
	return t
}

// shifted counts from elsewhere: files count from 1.
func shifted(numbers []int32, by int32) []int32 {
	out := make([]int32, len(numbers))
	for i, v := range numbers {
		out[i] = v + by
	}
	return out
}

// distance is how far a perceptron's moves go.
type distance struct {
	Distance int `json:"distance" range:"1..3" usage:"entries that a move flips: 1, 2 or 3; vnd begins here and goes up to 3"`
}

func (d *distance) Validate() error { return params.Validate(d) }

// Perceptron is a permuted perceptron problem: flips of one, two or three entries.
func Perceptron(in *perceptron.Instance) Task {
	n, far := in.Cols(), &distance{Distance: 1}
	return &terrain[perceptron.Solution]{
		info:    Info{Name: in.Name, Problem: "perceptron", N: n, Hash: in.Hash()},
		known:   &Known{Proven: true}, // a solution costs nothing
		problem: in, moves: far, size: n, attributes: 2 * n, auto: "tabu",
		space: func(uint64) local.Landscape[perceptron.Solution] {
			return local.Landscape[perceptron.Solution]{
				Random: func(r *rng.Stream) perceptron.Solution { return perceptron.Random(n, r) },
				Around: func(p perceptron.Solution, _ int) (all []moves.Neighbourhood[perceptron.Solution], err error) {
					for d := far.Distance; d <= min(3, n); d++ {
						h, err := perceptron.NewFlips(in, d, p)
						if err != nil {
							return nil, err
						}
						all = append(all, h)
					}
					return all, nil
				},
			}
		},
		kernels: func(uint64) (all []local.Kernel[perceptron.Solution], err error) {
			for d := far.Distance; d <= min(3, n); d++ {
				m, err := flips.Flips(in, d)
				if err != nil {
					return nil, err
				}
				all = append(all, m)
			}
			return all, nil
		},
		show: func(p perceptron.Solution) any { return []int8(p) },
		read: solutionOf[perceptron.Solution],
	}
}

// Cut is a maximum cut problem: flips of one vertex.
func Cut(in *maxcut.Instance) Task {
	n := in.N()
	return &terrain[maxcut.Sides]{
		info:    Info{Name: in.Name, Problem: "maxcut", N: n, Hash: in.Hash()},
		problem: in, size: n, attributes: 2 * n, auto: "tabu",
		space: func(uint64) local.Landscape[maxcut.Sides] {
			return local.Landscape[maxcut.Sides]{
				Random: func(r *rng.Stream) maxcut.Sides { return maxcut.Random(n, r) },
				Around: func(s maxcut.Sides, _ int) ([]moves.Neighbourhood[maxcut.Sides], error) {
					return around(func() (moves.Neighbourhood[maxcut.Sides], error) { return maxcut.NewFlips(in, s) })
				},
			}
		},
		kernels: func(uint64) ([]local.Kernel[maxcut.Sides], error) {
			return []local.Kernel[maxcut.Sides]{cuts.Flips(in)}, nil
		},
		show: func(s maxcut.Sides) any { return []int8(s) },
		read: solutionOf[maxcut.Sides],
	}
}

// Functions are the names of the functions that Minimum knows.
func Functions() []string {
	var names []string
	for _, f := range continuous.Functions() {
		names = append(names, f.Name)
	}
	return names
}

// Minimum is the minimum of a function of real numbers: points in crowns.
func Minimum(in *continuous.Instance) Task {
	knobs := continuous.Defaults(in)
	t := &terrain[continuous.Solution]{
		info:    Info{Name: in.Name, Problem: in.Function().Name, N: in.Dim(), Hash: in.Hash()},
		problem: in, moves: &knobs, size: in.Dim(), attributes: knobs.Neighbours, auto: "climb",
		space: func(seed uint64) local.Landscape[continuous.Solution] {
			return local.Landscape[continuous.Solution]{
				Random: func(r *rng.Stream) continuous.Solution { return continuous.Random(in, r) },
				Around: func(p continuous.Solution, walk int) ([]moves.Neighbourhood[continuous.Solution], error) {
					return around(func() (moves.Neighbourhood[continuous.Solution], error) {
						return continuous.NewCrowns(in, knobs, p, seed, uint32(walk))
					})
				},
			}
		},
		kernels: func(seed uint64) ([]local.Kernel[continuous.Solution], error) {
			m, err := crowns.Crowns(in, knobs, seed)
			return []local.Kernel[continuous.Solution]{m}, err
		},
		show: func(p continuous.Solution) any { return []float64(p) },
		read: solutionOf[continuous.Solution],
	}
	if best, ok := in.Best(); ok {
		t.known = &Known{Value: best, Proven: true}
	}
	return t
}

// around makes neighbourhoods, until one cannot be made.
func around[S any](makers ...func() (moves.Neighbourhood[S], error)) ([]moves.Neighbourhood[S], error) {
	var all []moves.Neighbourhood[S]
	for _, f := range makers {
		h, err := f()
		if err != nil {
			return nil, err
		}
		all = append(all, h)
	}
	return all, nil
}

// isJSON tells a result in JSON from files of other kinds.
func isJSON(data []byte) bool {
	trimmed := bytes.TrimSpace(data)
	return len(trimmed) > 0 && trimmed[0] == '{'
}

// solutionOf reads the solution of a result in JSON.
func solutionOf[S any](data []byte, name string) (S, error) {
	var r struct {
		Solution S `json:"solution"`
	}
	if !isJSON(data) {
		return r.Solution, fmt.Errorf("%s: expected a result in JSON", name)
	}
	if err := json.Unmarshal(data, &r); err != nil {
		return r.Solution, fmt.Errorf("%s: %w", name, err)
	}
	return r.Solution, nil
}
