package parallel

import (
	"fmt"
	"runtime/debug"
)

// A Panic is a panic in a job, with its stack.
type Panic struct {
	Value any
	Stack []byte
}

// Error returns the value and the stack, so that an unrecovered panic shows both.
func (p *Panic) Error() string { return fmt.Sprintf("%v\n\n%s", p.Value, p.Stack) }

// Unwrap returns the value if it is an error.
func (p *Panic) Unwrap() error {
	err, _ := p.Value.(error)
	return err
}

// asPanic returns the value as a Panic, with the stack of the innermost loop.
func asPanic(value any) *Panic {
	if p, ok := value.(*Panic); ok {
		return p
	}
	return &Panic{Value: value, Stack: debug.Stack()}
}
