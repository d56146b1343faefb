package main

import (
	"crypto/sha256"
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// A folder keeps measurements by what they depend on: the program, the options and the target. The
// compilers have a folder of their own for each version.
type folder string

// path returns the file for the measurements of a program on a target.
func (f folder) path(program string, options []string, card target) (string, error) {
	text, err := os.ReadFile(program)
	return filepath.Join(string(f), fmt.Sprintf("%x", sha256.Sum256(fmt.Appendf(text, "%v %+v", options, card)))), err
}

const keptFields = "%s %d %d %d %d %d %d %d %d %d %d %t\n"

// get returns the measurements in a file, or false if it does not exist.
func (f folder) get(path string) (all []measurement, ok bool) {
	text, err := os.ReadFile(path)
	if err != nil || f == "" {
		return nil, false
	}
	for line := range strings.Lines(string(text)) {
		var m measurement
		c := &m.counts
		if _, err := fmt.Sscanf(line, keptFields, &m.kernel, &m.registers, &m.occupancy, &m.spills, &m.stack, &m.local,
			&c.barriers, &c.calls, &c.doubles, &c.conversions, &c.instructions, &m.counted); err != nil {
			return nil, false
		}
		all = append(all, m)
	}
	return all, true
}

// put writes measurements to a file.
func (f folder) put(path string, all []measurement) error {
	if f == "" {
		return nil
	}
	var b strings.Builder
	for _, m := range all {
		c := &m.counts
		fmt.Fprintf(&b, keptFields, m.kernel, m.registers, m.occupancy, m.spills, m.stack, m.local,
			c.barriers, c.calls, c.doubles, c.conversions, c.instructions, m.counted)
	}
	if err := os.MkdirAll(string(f), 0o755); err != nil {
		return err
	}
	return os.WriteFile(path, []byte(b.String()), 0o644)
}
