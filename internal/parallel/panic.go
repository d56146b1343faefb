package parallel

import (
	"fmt"
	"runtime/debug"
)

// A Panic is one that a job raised, with the stack where it did.
type Panic struct {
	Value any
	Stack []byte
}

// Error says what was raised and where, so that a panic nobody catches shows both.
func (p *Panic) Error() string { return fmt.Sprintf("%v\n\n%s", p.Value, p.Stack) }

// Unwrap is the value, if that is an error.
func (p *Panic) Unwrap() error {
	err, _ := p.Value.(error)
	return err
}

// asPanic keeps the stack of the innermost loop.
func asPanic(value any) *Panic {
	if p, ok := value.(*Panic); ok {
		return p
	}
	return &Panic{Value: value, Stack: debug.Stack()}
}
