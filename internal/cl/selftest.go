package cl

import (
	"context"
	"embed"
	"errors"
	"fmt"
	"io/fs"
)

//go:embed selftest/*.cl
var selfTestFiles embed.FS

// A Mismatch describes a self-test check in which a device and Go disagree.
type Mismatch struct {
	// "philox", "log2", "multiply_add", "divide", "sqrt", "distance", "distance_real", "scan",
	// "argmin"
	Check     string
	Device    string
	Wrong, Of int    // number of words that differ, and number of words compared
	First     int    // index of the first word that differs
	Got, Want uint32 // bits of that word
}

// Error returns a message with the failed check, the number of words that differ, and the first of
// them.
func (m *Mismatch) Error() string {
	return fmt.Sprintf("self-test %s on %s: %d of %d words differ from the Go results, first word %d: got %#08x, want %#08x",
		m.Check, m.Device, m.Wrong, m.Of, m.First, m.Got, m.Want)
}

// SelfTest compares the device with Go, bit by bit, on every operation that exact equality depends
// on. The error joins a *Mismatch for every check that failed. A device that fails only "divide"
// and "sqrt" is still usable for whole numbers. SelfTest returns other errors unchanged. It fails
// if the driver does not answer.
func (d *Device) SelfTest(ctx context.Context) error {
	_, err := within(compileTime, "the self-test", func() (struct{}, error) { return struct{}{}, d.selfTest(ctx) })
	return d.hangs(err)
}

func (d *Device) selfTest(ctx context.Context) error {
	sources, _ := fs.Sub(selfTestFiles, "selftest") // fails only for an invalid path
	options := ""
	if d.Info().Platform == simulator {
		// When Oclgrind 21.10 checks for uninitialised memory, it crashes in optimised code of
		// check_distance_real, but not in unoptimised code.
		options = " -cl-opt-disable"
	}
	program, err := d.build(sources, "all.cl", options, nil)
	if err != nil {
		return fmt.Errorf("self-test: %w", err)
	}
	mismatches, err := d.compareAll(ctx, program)
	if err := errors.Join(err, program.Close()); err != nil {
		return fmt.Errorf("self-test: %w", err)
	}
	return errors.Join(mismatches...)
}

func (d *Device) compareAll(ctx context.Context, program *Program) (mismatches []error, err error) {
	for _, c := range checks {
		if c.doubles && !d.info.Double {
			continue
		}
		mismatch, err := c.compare(ctx, d, program)
		if err != nil {
			return nil, err
		}
		if mismatch != nil {
			mismatches = append(mismatches, mismatch)
		}
	}
	return mismatches, nil
}

// compare runs the kernel of a check. If the results depend on the group, it tests several group
// sizes.
func (c check) compare(ctx context.Context, d *Device, program *Program) (*Mismatch, error) {
	k, err := program.Kernel("check_" + c.name)
	if err != nil {
		return nil, err
	}
	n := 4096
	if d.info.Platform == simulator {
		n = 256 // a simulator is a thousand times slower
	}
	groups := []int{1, 5, 32, 33, 64, 256}
	if c.local == 0 {
		groups = []int{min(32, k.MaxGroup())}
	}
	for _, group := range groups {
		if group > k.MaxGroup() {
			continue
		}
		in := c.vectors(n / group * group)
		want := c.want(in, group)
		got, err := c.run(ctx, d, k, in, len(want), n/group, group)
		if err != nil {
			return nil, err
		}
		if m := firstMismatch(got, want); m != nil {
			m.Check, m.Device = c.name, d.info.Name
			return m, nil
		}
	}
	return nil, nil
}

// run runs a check on the device and returns the resulting words.
func (c check) run(ctx context.Context, d *Device, k *Kernel, in []uint32, words, groups, group int) (got []uint32, err error) {
	w := NewScope(d)
	defer func() { err = errors.Join(err, w.Close()) }()
	input, output := MakeOf(w, "self-test input", in), Make[uint32](w, "self-test output", words)
	if w.Err() != nil {
		return nil, w.Err()
	}
	last := any(uint32(groups * group))
	if c.local > 0 {
		last = Local{PerItem: c.local}
	}
	if err := k.Bind(input, output, last); err != nil {
		return nil, err
	}
	if err := k.RunGroups(ctx, groups, group); err != nil {
		return nil, err
	}
	got = make([]uint32, words)
	return got, output.Read(got)
}

// firstMismatch compares two slices of the same length. It returns nil if they are equal.
func firstMismatch(got, want []uint32) *Mismatch {
	var m *Mismatch
	for i := range want {
		if got[i] == want[i] {
			continue
		}
		if m == nil {
			m = &Mismatch{Of: len(want), First: i, Got: got[i], Want: want[i]}
		}
		m.Wrong++
	}
	return m
}
