package cl

import (
	"errors"
	"fmt"
	"io/fs"
)

// A Scope makes buffers, programs and kernels on a device, remembers the first
// error, so that a constructor is a list of what is needed, and releases everything
// at the end. After an error it makes nothing any more.
type Scope struct {
	device *Device
	err    error
	made   []func() error
}

// NewScope opens a scope on a device, which must stay open until Close.
func NewScope(d *Device) *Scope { return &Scope{device: d} }

// Err is the first error.
func (w *Scope) Err() error { return w.err }

// Fail notes an error, unless there was one before, or none.
func (w *Scope) Fail(err error) {
	if w.err == nil {
		w.err = err
	}
}

// Make makes a buffer of n elements.
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

// MakeOf makes a buffer that holds values.
func MakeOf[T Scalar](w *Scope, name string, values []T) *Buffer[T] {
	b := Make[T](w, name, len(values))
	if w.err == nil {
		w.err = b.Write(values)
	}
	return b
}

// Put makes an argument of a value: a buffer that holds a slice, or a scalar as it is.
func (w *Scope) Put(name string, value any) any {
	switch v := value.(type) {
	case []int8:
		return MakeOf(w, name, v)
	case []uint8:
		return MakeOf(w, name, v)
	case []int16:
		return MakeOf(w, name, v)
	case []uint16:
		return MakeOf(w, name, v)
	case []int32:
		return MakeOf(w, name, v)
	case []uint32:
		return MakeOf(w, name, v)
	case []int64:
		return MakeOf(w, name, v)
	case []uint64:
		return MakeOf(w, name, v)
	case []float32:
		return MakeOf(w, name, v)
	case []float64:
		return MakeOf(w, name, v)
	case int32, uint32, int64, uint64, float32, float64:
		return v
	}
	w.Fail(fmt.Errorf("%s: %T, expected a slice of numbers of a fixed size, or such a number of 32 or 64 bits", name, value))
	return nil
}

// Program compiles a file of sources.
func (w *Scope) Program(sources fs.FS, file string, defines ...Define) *Program {
	if w.err != nil {
		return nil
	}
	p, err := w.device.Build(sources, file, defines...)
	if err != nil {
		w.err = err
		return nil
	}
	w.made = append(w.made, p.Close)
	return p
}

// Kernel takes a kernel out of a program and binds its arguments.
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

// Close releases what was made, the last first. Closing again does nothing.
func (w *Scope) Close() error {
	var errs []error
	for i := len(w.made) - 1; i >= 0; i-- {
		errs = append(errs, w.made[i]())
	}
	w.made = nil
	return errors.Join(errs...)
}
