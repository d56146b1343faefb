package continuous

import (
	"crypto/sha256"
	"fmt"
	"math"

	"github.com/tourmaline-opt/tourmaline/rng"
)

// A Solution holds the coordinates of a point in the domain.
type Solution []float64

// maxDim is the maximum number of dimensions of an instance.
const maxDim = 10_000

// An Instance is a function in a given number of dimensions. It is immutable and may be shared by
// any number of goroutines.
type Instance struct {
	Name string // for example weierstrass-10

	f   Function
	dim int
}

// New returns an instance of one of the Functions in dim dimensions.
func New(f Function, dim int) (*Instance, error) {
	known, err := Find(f.Name)
	if err != nil {
		return nil, err
	}
	if f.Low != known.Low || f.High != known.High {
		return nil, fmt.Errorf("%s from %v to %v, expected its own domain from %v to %v: take it from Find as it is", f.Name, f.Low, f.High, known.Low, known.High)
	}
	if dim < known.fewest || dim > maxDim {
		return nil, fmt.Errorf("%s in %d dimensions, expected %d to %d", f.Name, dim, known.fewest, maxDim)
	}
	return &Instance{Name: fmt.Sprintf("%s-%d", f.Name, dim), f: known, dim: dim}, nil
}

// Dim returns the number of dimensions.
func (in *Instance) Dim() int { return in.dim }

// Function returns the function to minimise.
func (in *Instance) Function() Function { return in.f }

// Best returns the minimum of the function, if it is known.
func (in *Instance) Best() (cost float64, known bool) { return 0, in.f.known }

// Cost returns the value of the function, or +Inf if s is not in the domain.
func (in *Instance) Cost(s Solution) float64 {
	if in.Check(s) != nil {
		return math.Inf(1)
	}
	return in.f.value(s)
}

// Check returns an error unless s is a point in the domain.
func (in *Instance) Check(s Solution) error {
	if len(s) != in.dim {
		return fmt.Errorf("%d coordinates, expected %d for %s", len(s), in.dim, in.Name)
	}
	for i, v := range s {
		if !(v >= in.f.Low && v <= in.f.High) {
			return fmt.Errorf("coordinate %d is %v, expected %v to %v for %s", i+1, v, in.f.Low, in.f.High, in.Name)
		}
	}
	return nil
}

// Hash returns a string that identifies the instance.
func (in *Instance) Hash() string {
	text := fmt.Sprintf("tourmaline/continuous/v1 %s %d %v %v\n", in.f.Name, in.dim, in.f.Low, in.f.High)
	return fmt.Sprintf("sha256:%x", sha256.Sum256([]byte(text)))
}

// Random returns a uniformly distributed random point in the domain.
func Random(in *Instance, s *rng.Stream) Solution {
	solution := make(Solution, in.dim)
	for i := range solution {
		solution[i] = min(in.f.Low+float64(s.Float64()*(in.f.High-in.f.Low)), in.f.High)
	}
	return solution
}
