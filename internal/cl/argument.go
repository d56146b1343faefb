package cl

import (
	"cmp"
	"encoding/binary"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"unsafe"

	"github.com/tourmaline-opt/tourmaline/internal/list"
)

// Local is an argument for a __local parameter: PerItem bytes for every work-item of a group, plus
// Fixed bytes.
type Local struct{ PerItem, Fixed int }

// bytes returns the total size in bytes for a group of the given size.
func (l Local) bytes(group int) uint64 { return uint64(l.PerItem)*uint64(group) + uint64(l.Fixed) }

// An argument is a parameter and the value bound to it.
type argument struct {
	parameter
	bound  bool
	memory *memory // nil unless the argument is a buffer
	local  *Local
	value  uint64  // scalar or buffer handle, which the driver reads
	size   uintptr // bytes of local memory last passed to the driver
}

// A NamedArg is an argument that Set and SetBuffer can change by name.
type NamedArg struct {
	name  string
	value any
}

// Arg names an argument of Bind so that it can be changed between launches.
func Arg(name string, value any) NamedArg { return NamedArg{name, value} }

// Bind sets all arguments. An argument is a buffer on the same device, a scalar (int32, uint32,
// int64, uint64, float32, float64), a Local, or a NamedArg that holds one of these. Bind checks the
// number, kinds and types of the arguments against the kernel source, as far as the driver reports
// them.
func (k *Kernel) Bind(args ...any) error {
	if err := k.lock(); err != nil {
		return err
	}
	defer k.device.mu.Unlock()
	if len(args) != len(k.arguments) {
		return k.failure("clSetKernelArg", invalidKernelArgs,
			fmt.Sprintf("got %d arguments, but the kernel has %d%s", len(args), len(k.arguments), k.list()))
	}
	k.names = map[string]int{}
	for i, v := range args {
		if named, ok := v.(NamedArg); ok {
			k.names[named.name], v = i, named.value
		}
		if err := k.set(i, v); err != nil {
			return err
		}
	}
	return nil
}

// index returns the index of a named argument, or -1.
func (k *Kernel) index(name string) int {
	if i, ok := k.names[name]; ok {
		return i
	}
	return -1
}

// Set changes a named scalar argument without allocating.
func Set[T Scalar](k *Kernel, name string, v T) error {
	if err := k.lock(); err != nil {
		return err
	}
	defer k.device.mu.Unlock()
	var bits uint64
	*(*T)(unsafe.Pointer(&bits)) = v
	return k.setScalar(k.index(name), elementName[T](), bits)
}

// SetBuffer changes a named buffer argument under the same rules as Bind.
func SetBuffer[T Scalar](k *Kernel, name string, b *Buffer[T]) error {
	if err := k.lock(); err != nil {
		return err
	}
	defer k.device.mu.Unlock()
	return k.set(k.index(name), b)
}

// bindable is implemented by every Buffer.
type bindable interface{ shared() *memory }

func (k *Kernel) set(i int, v any) error {
	switch v := v.(type) {
	case int32, uint32, int64, uint64, float32, float64:
		var bits [8]byte
		_, _ = binary.Encode(bits[:], binary.LittleEndian, v) // fixed sizes never fail
		element := scalarNames[reflect.TypeOf(v).Kind()]
		return k.setScalar(i, element, binary.LittleEndian.Uint64(bits[:]))
	case bindable:
		return k.setBuffer(i, v.shared())
	case Local:
		return k.setLocal(i, v)
	}
	given := "nil"
	if v != nil {
		given = reflect.TypeOf(v).String()
	}
	return k.refuse(i, given+", which is not a *Buffer, Local, int32, uint32, int64, uint64, float32 or float64")
}

func (k *Kernel) setScalar(i int, element string, bits uint64) error {
	if !k.has(i) {
		return k.refuse(i, element)
	}
	a := &k.arguments[i]
	if !a.takes(element, spacePrivate) || a.space == spacePrivate && a.vector {
		return k.refuse(i, "a scalar "+element)
	}
	code := a.tell(k, i, uintptr(sizes[element]), bits)
	if code != success {
		return k.failure("clSetKernelArg", code, k.mismatch(i, "a scalar "+element))
	}
	a.bound, a.memory, a.local = true, nil, nil
	return nil
}

func (k *Kernel) setBuffer(i int, m *memory) error {
	if m == nil || m.device == k.device && m.handle == 0 {
		return k.refuse(i, "a closed buffer")
	}
	given := fmt.Sprintf("buffer %s of %s", m.name, m.element)
	if m.device != k.device {
		return k.refuse(i, given+" on a different device, "+m.device.info.Name)
	}
	if !k.has(i) || !k.arguments[i].takes(m.element, spaceGlobal, spaceConstant) {
		return k.refuse(i, given)
	}
	a := &k.arguments[i]
	code := a.tell(k, i, unsafe.Sizeof(m.handle), uint64(m.handle))
	if code != success {
		return k.failure("clSetKernelArg", code, k.mismatch(i, given))
	}
	a.bound, a.memory, a.local = true, m, nil
	return nil
}

// has reports whether the kernel has an argument i.
func (k *Kernel) has(i int) bool { return i >= 0 && i < len(k.arguments) }

// takes reports whether a parameter may be in one of the spaces and have the given element type. A
// type without a size in Go is not checked.
func (p *parameter) takes(element string, in ...space) bool {
	return p.space == spaceUnknown ||
		slices.Contains(in, p.space) && (sizes[p.element] == 0 || p.element == element)
}

// setLocal only stores the size. sizeLocals passes it to the driver when the group size is known.
func (k *Kernel) setLocal(i int, l Local) error {
	given := fmt.Sprintf("local memory, %d bytes per item plus %d", l.PerItem, l.Fixed)
	if !k.has(i) || l.PerItem < 0 || l.Fixed < 0 || l.PerItem+l.Fixed <= 0 {
		return k.refuse(i, given)
	}
	a := &k.arguments[i]
	if a.space != spaceUnknown && a.space != spaceLocal {
		return k.refuse(i, given)
	}
	if a.local == nil || *a.local != l {
		k.control = nil // different group sizes may fit now
	}
	a.bound, a.memory, a.local, a.size = true, nil, &l, 0
	return nil
}

// tell passes an argument to the driver.
func (a *argument) tell(k *Kernel, i int, size uintptr, value uint64) int32 {
	a.value = value
	return call(k.device.driver.SetKernelArg, k.handle, uintptr(i), size, uintptr(unsafe.Pointer(&a.value)))
}

func (k *Kernel) refuse(i int, given string) error {
	code := int32(invalidArgValue)
	if !k.has(i) {
		code = invalidArgIndex
	}
	return k.failure("clSetKernelArg", code, k.mismatch(i, given))
}

// mismatch describes the expected and the given value of argument i.
func (k *Kernel) mismatch(i int, given string) string {
	if !k.has(i) {
		return fmt.Sprintf("argument %d: the kernel has only %d%s; got %s", i, len(k.arguments), k.list(), given)
	}
	return fmt.Sprintf("argument %d (%s): expected %s, got %s", i, k.arguments[i].title(), k.arguments[i].describe(), given)
}

// list returns the parameter names in the form " (x, y, n)".
func (k *Kernel) list() string {
	return " (" + strings.Join(list.Map(k.arguments, argument.title), ", ") + ")"
}

func (p parameter) title() string { return cmp.Or(p.name, "unnamed") }

func (p parameter) describe() string {
	switch p.space {
	case spaceGlobal:
		return "a buffer for __global " + p.kind
	case spaceConstant:
		return "a buffer for __constant " + p.kind
	case spaceLocal:
		return "a Local for __local " + p.kind
	case spacePrivate:
		return "a scalar " + p.kind
	}
	return "a different kind of argument (the driver does not report which)"
}
