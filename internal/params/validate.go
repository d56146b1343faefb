package params

import (
	"errors"
	"fmt"
	"strconv"
)

// An Error reports an invalid value of a parameter.
type Error struct {
	Name     string // of the parameter
	Value    string // as the message shows it: words are quoted
	Expected string // the valid values
}

func (e *Error) Error() string {
	return fmt.Sprintf("%s = %s, expected %s", e.Name, e.Value, e.Expected)
}

// Validate checks all values against the tags of a struct, of a pointer to one or of a
// Group, and reports every fault as an *Error on a line of its own. Rules between several
// parameters belong in the Validate method of the struct, which calls this.
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

// shown formats the present value for a message.
func (p *Param) shown() string {
	if p.Type == word {
		return strconv.Quote(fmt.Sprint(p.Default))
	}
	return fmt.Sprint(p.Default)
}
