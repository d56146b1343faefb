package gpu

import (
	"errors"

	"github.com/tourmaline-opt/tourmaline/internal/cl"
)

// workshop makes buffers and kernels on a device, remembers the first error, so
// that a constructor is a list of what is needed, and releases everything at the
// end.
type workshop struct {
	device *cl.Device
	err    error
	made   []func() error
}

// buffer makes a buffer of n elements.
func buffer[T cl.Scalar](w *workshop, name string, n int) *cl.Buffer[T] {
	if w.err != nil {
		return nil
	}
	b, err := cl.NewBuffer[T](w.device, name, n)
	if err != nil {
		w.err = err
		return nil
	}
	w.made = append(w.made, b.Close)
	return b
}

// filled makes a buffer that holds values.
func filled[T cl.Scalar](w *workshop, name string, values []T) *cl.Buffer[T] {
	b := buffer[T](w, name, len(values))
	if w.err == nil {
		w.err = b.Write(values)
	}
	return b
}

// program compiles a file.
func (w *workshop) program(file string, defines ...cl.Define) *cl.Program {
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

// kernel takes a kernel out of a program and binds its arguments.
func (w *workshop) kernel(p *cl.Program, name string, args ...any) *cl.Kernel {
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

// Close releases what was made.
func (w *workshop) Close() error {
	var errs []error
	for i := len(w.made) - 1; i >= 0; i-- {
		errs = append(errs, w.made[i]())
	}
	w.made = nil
	return errors.Join(errs...)
}
