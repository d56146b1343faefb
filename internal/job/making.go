package job

import (
	"errors"
	"fmt"
	"slices"

	"github.com/tourmaline-opt/tourmaline/internal/generate"
	"github.com/tourmaline-opt/tourmaline/internal/humanize"
)

// DecodeMaking reads in JSON which instance is to be made. It is as strict as Decode.
func DecodeMaking(data []byte) (r generate.Request, err error) {
	err = members(data, "", map[string]setter{
		"shape": to(&r.Shape), "n": to(&r.N), "seed": to(&r.Seed), "rows": to(&r.Rows), "cols": to(&r.Cols),
		"edges": to(&r.Edges), "colours": to(&r.Colours), "function": to(&r.Function),
	})
	if err != nil {
		return generate.Request{}, err
	}
	return r, nil
}

// Make makes an instance of at most so many bytes.
func Make(r generate.Request, limits Limits) (name string, data []byte, err error) {
	if err := r.Check(); err != nil {
		return "", nil, unmade(err)
	}
	if err := makable(r, limits); err != nil {
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

// unmade is why an instance cannot be made.
func unmade(err error) error {
	if f := (*generate.Fault)(nil); errors.As(err, &f) {
		return fault(BadField, f.Field, ": %v", f)
	}
	return err
}

// makable refuses what would be too large before it is made.
func makable(r generate.Request, limits Limits) error {
	for _, size := range []int{r.N, r.Rows, r.Cols} {
		if err := limits.fits(size); err != nil {
			return err
		}
	}
	lines := r.Edges
	if slices.Contains(generate.CityShapes(), r.Shape) {
		lines = r.N
	}
	const perLine = 6 // bytes of a short one
	if limits.Bytes > 0 && (int64(lines) > limits.Bytes/perLine || r.Cols > 0 && int64(r.Rows) > limits.Bytes/int64(r.Cols)) {
		return tooLong(limits.Bytes)
	}
	return nil
}

func tooLong(most int64) error {
	return &Fault{TooLarge, "", fmt.Sprintf("the instance would be too large: expected at most %s", humanize.Bytes(most))}
}

// A capped writer keeps what is written, up to some bytes; 0: any.
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
