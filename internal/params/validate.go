package params

import (
	"errors"
	"fmt"
	"strconv"
)

// An Error says that a parameter has a value that it does not take.
type Error struct {
	Name     string // of the parameter
	Value    string // as the message shows it: words are quoted
	Expected string // the values that it takes
}

func (e *Error) Error() string {
	return fmt.Sprintf("%s = %s, expected %s", e.Name, e.Value, e.Expected)
}

// Validate checks all values against the tags of a struct, of a pointer to one or of a
// Group, and names every fault on a line of its own, as an *Error. Rules between
// several parameters are for the Validate method of the struct, which calls this.
func Validate(p any) error {
	all, err := read(p)
	faults := []error{err}
	for _, q := range all {
		if !q.accepts() {
			faults = append(faults, &Error{q.Name, q.shown(), q.expected()})
		}
	}
	return errors.Join(faults...)
}

// shown is the present value, for people.
func (p *Param) shown() string {
	if p.Type == word {
		return strconv.Quote(p.value.String())
	}
	return fmt.Sprint(p.Default)
}
