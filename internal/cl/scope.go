package cl

import (
	"errors"
	"fmt"
)

// A Scope creates buffers, programs and kernels on a device, and its Close method releases all of
// them. It records the first error, so a constructor can create all objects and check for an error
// once. After an error it creates no more objects.
type Scope struct {
	device *Device
	err    error
	made   []func() error
}

// NewScope opens a scope on a device, which must stay open until Close.
func NewScope(d *Device) *Scope { return &Scope{device: d} }

// Err returns the first error.
func (w *Scope) Err() error { return w.err }

// Fail records err if it is the first error.
func (w *Scope) Fail(err error) {
	if w.err == nil {
		w.err = err
	}
}

// Make creates a buffer of n elements.
func Make[T Scalar](w *Scope, name string, n int) *Buffer[T] {
	if w.err != nil {
		return nil
	}
	b, err := NewBuffer[T](w.device, name, n)
	if err != nil {
		w.err = err
		return nil
	}
	w.made = append(w.made, b.Close)
	return b
}

// MakeOf creates a buffer that holds values.
func MakeOf[T Scalar](w *Scope, name string, values []T) *Buffer[T] {
	b := Make[T](w, name, len(values))
	if w.err == nil {
		w.err = b.Write(values)
	}
	return b
}

// Put converts a value to a kernel argument. It copies a slice to a new buffer and returns a scalar
// unchanged.
func (w *Scope) Put(name string, value any) any {
	for _, put := range []func(*Scope, string, any) any{
		put[int8], put[uint8], put[int16], put[uint16], put[int32],
		put[uint32], put[int64], put[uint64], put[float32], put[float64],
	} {
		if buffer := put(w, name, value); buffer != nil {
			return buffer
		}
	}
	switch value.(type) {
	case int32, uint32, int64, uint64, float32, float64:
		return value
	}
	w.Fail(fmt.Errorf("%s: got %T, expected a slice of fixed-size numbers, or a 32-bit or 64-bit number", name, value))
	return nil
}

// put copies a slice of T to a new buffer. It returns nil for any other value.
func put[T Scalar](w *Scope, name string, value any) any {
	if v, ok := value.([]T); ok {
		return MakeOf(w, name, v)
	}
	return nil
}

// Program compiles a source.
func (w *Scope) Program(s Source) *Program {
	if w.err != nil {
		return nil
	}
	p, err := w.device.Build(s.Files, s.File, s.Defines...)
	if err != nil {
		w.err = err
		return nil
	}
	w.made = append(w.made, p.Close)
	return p
}

// Kernel creates a kernel of a program and binds its arguments.
func (w *Scope) Kernel(p *Program, name string, args ...any) *Kernel {
	if w.err != nil {
		return nil
	}
	k, err := p.Kernel(name)
	if err == nil {
		err = k.Bind(args...)
	}
	w.err = err
	return k
}

// Close releases all objects in reverse order. Closing again does nothing.
func (w *Scope) Close() error {
	var errs []error
	for i := len(w.made) - 1; i >= 0; i-- {
		errs = append(errs, w.made[i]())
	}
	w.made = nil
	return errors.Join(errs...)
}
