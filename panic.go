package tourmaline

import (
	"fmt"
	"runtime/debug"

	"github.com/tourmaline-opt/tourmaline/internal/parallel"
)

// A PanicError is a panic in a function of the caller, for example a distance or cost function.
type PanicError struct {
	Value any
	Stack []byte // stack of the goroutine that panicked
}

func (e *PanicError) Error() string { return fmt.Sprintf("a function panicked: %v", e.Value) }

// catch stores a panic from any goroutine as a *PanicError. It must be deferred.
func catch(err *error) {
	value := recover()
	if value == nil {
		return
	}
	p := &PanicError{Value: value, Stack: debug.Stack()}
	if elsewhere, ok := value.(*parallel.Panic); ok {
		p.Value, p.Stack = elsewhere.Value, elsewhere.Stack
	}
	*err = p
}
