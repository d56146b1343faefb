package params

import (
	"errors"
	"fmt"
	"strconv"
)

// An Error reports an invalid parameter value.
type Error struct {
	Name     string // name of the parameter
	Value    string // value as shown in the message; strings are quoted
	Expected string // description of the valid values
}

func (e *Error) Error() string {
	return fmt.Sprintf("%s = %s, expected %s", e.Name, e.Value, e.Expected)
}

// Validate checks the values of a struct, of a pointer to a struct, or of a Group against its tags.
// It reports every fault as an *Error on a separate line. Rules between several parameters belong
// in the Validate method of the struct, which should call this function.
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

// shown formats the current value for a message.
func (p *Param) shown() string {
	if p.Type == word {
		return strconv.Quote(fmt.Sprint(p.Default))
	}
	return fmt.Sprint(p.Default)
}
