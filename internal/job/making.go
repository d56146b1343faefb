package job

import (
	"cmp"
	"errors"
	"fmt"
	"slices"

	"github.com/tourmaline-opt/tourmaline/internal/humanize"
	"github.com/tourmaline-opt/tourmaline/internal/problems"
	"github.com/tourmaline-opt/tourmaline/tsp"
)

// DecodeMaking reads a request to generate an instance, as strictly as Decode.
func DecodeMaking(data []byte) (problems.Request, error) { return decode[problems.Request](data) }

// Make generates an instance within limits. It returns the name and content of the file.
func Make(r problems.Request, limits Limits) (name string, data []byte, err error) {
	if err := cmp.Or(unmade(r.Check()), makable(r, limits)); err != nil {
		return "", nil, err
	}
	file, err := r.Make()
	if err != nil {
		return "", nil, unmade(err)
	}
	w := &capped{most: limits.Bytes}
	if err := file.Write(w); err != nil {
		return "", nil, err
	}
	return file.Name, w.data, nil
}

// unmade converts an error about an invalid request into a fault.
func unmade(err error) error {
	if f := (*problems.Fault)(nil); errors.As(err, &f) {
		return fault(BadField, f.Field, ": %v", f)
	}
	return err
}

// makable rejects large instances before they are generated.
func makable(r problems.Request, limits Limits) error {
	for _, size := range []int{r.N, r.Rows, r.Cols} {
		if err := limits.fits(size); err != nil {
			return err
		}
	}
	lines := r.Edges
	if slices.Contains(problems.CityShapes(), r.Shape) {
		lines = r.N
	}
	if n := int64(r.N); limits.Bytes > 0 && n > 0 && slices.Contains(tsp.DirectedShapes(), tsp.Shape(r.Shape)) && n > limits.Bytes/(2*n) {
		return tooLong(limits.Bytes) // a number in a matrix takes two bytes at least
	}
	const perLine = 6 // bytes in a short line
	if limits.Bytes > 0 && (int64(lines) > limits.Bytes/perLine || r.Cols > 0 && int64(r.Rows) > limits.Bytes/int64(r.Cols)) {
		return tooLong(limits.Bytes)
	}
	return nil
}

func tooLong(most int64) error {
	return &Fault{TooLarge, "", fmt.Sprintf("the instance is too large: expected at most %s", humanize.Bytes(most))}
}

// A capped writer stores a limited number of bytes, or any number if most is 0.
type capped struct {
	data []byte
	most int64
}

func (c *capped) Write(p []byte) (int, error) {
	if c.most > 0 && int64(len(c.data)+len(p)) > c.most {
		return 0, tooLong(c.most)
	}
	c.data = append(c.data, p...)
	return len(p), nil
}
