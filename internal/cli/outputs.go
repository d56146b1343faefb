package cli

import (
	"errors"

	"github.com/tourmaline-opt/tourmaline/internal/outfile"
)

// outputNames is the value of a flag that may be repeated: the first file and further ones.
type outputNames struct {
	first *string
	more  *[]string
}

// Set implements pflag.Value.
func (o *outputNames) Set(path string) error {
	if *o.first == "" {
		*o.first = path
	} else {
		*o.more = append(*o.more, path)
	}
	return nil
}

// String implements pflag.Value.
func (o *outputNames) String() string {
	if o.first == nil {
		return ""
	}
	return *o.first
}

// Type implements pflag.Value.
func (*outputNames) Type() string { return "string" }

// others returns a copy of the command for each further output.
func (v *solve) others() (all []*solve) {
	for _, path := range v.more {
		one := *v
		one.output, one.more, one.form, one.picture, one.quiet = path, nil, "", "", true
		all = append(all, &one)
	}
	return all
}

// checkOthers rejects invalid further outputs.
func (v *solve) checkOthers(check func(*solve) error) error {
	if len(v.more) > 0 && v.form != "" {
		return usageError("--format applies to one output, got %d: the names of the files determine their formats", len(v.more)+1)
	}
	all := append([]*solve{v}, v.others()...)
	for i, one := range all[1:] {
		for _, other := range all[:i+1] {
			if outfile.Same(one.output, other.output) || one.output == other.output {
				return usageError("--output names %s twice", one.output)
			}
		}
		if err := check(one); err != nil {
			return err
		}
	}
	return nil
}

// writeOthers writes a result to the further outputs.
func (v *solve) writeOthers(write answer) (err error) {
	for _, one := range v.others() {
		err = errors.Join(err, one.writeAnswer(write))
	}
	return err
}
