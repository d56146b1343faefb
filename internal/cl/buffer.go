package cl

import (
	"fmt"
	"math"
	"reflect"
	"slices"
	"strings"
	"unsafe"
)

const (
	memReadWrite = 1 << 0

	enqueueRead  = "clEnqueueReadBuffer"
	enqueueWrite = "clEnqueueWriteBuffer"
	enqueueCopy  = "clEnqueueCopyBuffer"
)

// A Buffer holds n elements of type T in device memory. The elements are undefined until they are
// written. Transfers wait for previously enqueued kernels.
type Buffer[T Scalar] struct {
	memory *memory
	n      int
}

// A memory is a buffer without a static element type, so that it can be bound to a kernel. It
// stores the name of the element type.
type memory struct {
	device  *Device
	handle  uintptr // zero after Close
	name    string
	bytes   uint64
	element string // element type in OpenCL C
}

// NewBuffer allocates a buffer of n elements. Error messages contain the name. NewBuffer rejects a
// buffer that does not fit on the device before it allocates any memory.
func NewBuffer[T Scalar](d *Device, name string, n int) (*Buffer[T], error) {
	if err := d.lock(); err != nil {
		return nil, fmt.Errorf("buffer %s: %w", name, err)
	}
	defer d.mu.Unlock()
	var element T
	size := uint64(unsafe.Sizeof(element))
	if n < 0 || uint64(n) > math.MaxInt64/size {
		return nil, d.failure("clCreateBuffer", invalidBufferSize,
			fmt.Sprintf("buffer %s: cannot allocate %d elements of %d bytes", name, n, size))
	}
	m := &memory{device: d, name: name, bytes: size * uint64(max(n, 1)), element: elementName[T]()}
	if err := m.allocate(); err != nil {
		return nil, err
	}
	return &Buffer[T]{memory: m, n: n}, nil
}

// elementName returns the name of T in OpenCL C.
func elementName[T Scalar]() string {
	return scalarNames[reflect.TypeFor[T]().Kind()]
}

var scalarNames = [...]string{
	reflect.Int8: "char", reflect.Uint8: "uchar", reflect.Int16: "short", reflect.Uint16: "ushort",
	reflect.Int32: "int", reflect.Uint32: "uint", reflect.Int64: "long", reflect.Uint64: "ulong",
	reflect.Float32: "float", reflect.Float64: "double",
}

func (m *memory) allocate() error {
	d := m.device
	if m.bytes > d.info.MaxBuffer {
		return d.failure("clCreateBuffer", invalidBufferSize,
			fmt.Sprintf("buffer %s: %d bytes requested, %d in use; the limit for one buffer is %d", m.name, m.bytes, d.used, d.info.MaxBuffer))
	}
	if d.used+m.bytes > d.info.Memory {
		return d.failure("clCreateBuffer", allocationFailure,
			fmt.Sprintf("buffer %s: %d bytes requested, %d in use; the device has %d", m.name, m.bytes, d.used, d.info.Memory))
	}
	var code int32
	m.handle = made(create(d.driver.CreateBuffer, d.context, memReadWrite, uintptr(m.bytes), 0, uintptr(unsafe.Pointer(&code))))
	if m.handle == 0 {
		d.lost = true
		return d.failure("clCreateBuffer", code,
			fmt.Sprintf("buffer %s: %d bytes requested, %d in use; the device has %d", m.name, m.bytes, d.used, d.info.Memory))
	}
	d.used += m.bytes
	d.memories[m] = struct{}{}
	return nil
}

// release frees the memory. The device must be locked.
func (m *memory) release() error {
	if m.handle == 0 {
		return nil
	}
	code := release(m.device.driver.ReleaseMemObject, m.handle)
	m.handle = 0
	m.device.used -= m.bytes
	delete(m.device.memories, m)
	return m.device.failure("clReleaseMemObject", code, "buffer "+m.name)
}

// lock locks the device of an open buffer.
func (m *memory) lock() error {
	if m == nil {
		return fmt.Errorf("OpenCL buffer: %w", ErrClosed)
	}
	if err := m.device.lock(); err != nil {
		return fmt.Errorf("buffer %s: %w", m.name, err)
	}
	if m.handle == 0 {
		m.device.mu.Unlock()
		return fmt.Errorf("buffer %s on %s: %w", m.name, m.device.info.Name, ErrClosed)
	}
	return nil
}

// failure returns the error of a transfer, or nil on success.
func (m *memory) failure(function string, code int32) error {
	if code == success {
		return nil
	}
	m.device.lost = true
	return m.device.failure(function, code, strings.TrimSpace("buffer "+m.name+" "+m.device.behind()))
}

// Len returns the number of elements.
func (b *Buffer[T]) Len() int {
	if b == nil {
		return 0
	}
	return b.n
}

// Write copies src to the start of the buffer. src must not be longer than the buffer.
func (b *Buffer[T]) Write(src []T) error { return b.WriteAt(0, src) }

// WriteAt copies src to the elements starting at first. The caller may reuse src after WriteAt
// returns.
func (b *Buffer[T]) WriteAt(first int, src []T) error {
	return b.transfer(enqueueWrite, first, src)
}

// Read copies elements from the start of the buffer to dst. dst must not be longer than the buffer.
func (b *Buffer[T]) Read(dst []T) error { return b.ReadAt(0, dst) }

// ReadAt copies the elements starting at first to dst and waits until the copy is complete.
func (b *Buffer[T]) ReadAt(first int, dst []T) error {
	return b.transfer(enqueueRead, first, dst)
}

// transfer validates and performs a transfer.
func (b *Buffer[T]) transfer(function string, first int, host []T) error {
	m := b.shared()
	if err := m.lock(); err != nil {
		return err
	}
	defer m.device.mu.Unlock()
	if first < 0 || first > b.n || len(host) > b.n-first {
		return m.device.failure(function, invalidValue,
			fmt.Sprintf("buffer %s: cannot access %d elements from index %d: the buffer has %d", m.name, len(host), first, b.n))
	}
	if len(host) == 0 {
		return nil
	}
	return b.put(function, first, host)
}

// put performs a blocking transfer. Only blocking transfers may use Go memory.
func (b *Buffer[T]) put(function string, first int, host []T) error {
	d := b.memory.device
	address := d.driver.EnqueueReadBuffer
	if function == enqueueWrite {
		address = d.driver.EnqueueWriteBuffer
	}
	size := unsafe.Sizeof(host[0])
	d.traffic.transfer(function, int64(len(host))*int64(size))
	code := call(address, d.queue, b.memory.handle, 1, uintptr(first)*size, uintptr(len(host))*size,
		uintptr(unsafe.Pointer(&host[0])), 0, 0, 0)
	if function == enqueueWrite && code == success {
		d.queued = true // a driver may copy the data, and write it after the work enqueued earlier
		return nil
	}
	err := b.memory.failure(function, code)
	d.idle()
	d.queued = err != nil
	return err
}

// Fill sets every element to v.
func (b *Buffer[T]) Fill(v T) error {
	m := b.shared()
	if err := m.lock(); err != nil {
		return err
	}
	defer m.device.mu.Unlock()
	if m.device.info.Platform == simulator {
		// Oclgrind treats filled memory as uninitialised.
		return b.put(enqueueWrite, 0, slices.Repeat([]T{v}, max(b.n, 1)))
	}
	m.device.countLaunch()
	code := call(m.device.driver.EnqueueFillBuffer, m.device.queue, m.handle, uintptr(unsafe.Pointer(&v)), unsafe.Sizeof(v),
		0, uintptr(m.bytes), 0, 0, 0)
	return m.failure("clEnqueueFillBuffer", code)
}

// CopyFrom copies all elements from a buffer of the same length on the same device.
func (b *Buffer[T]) CopyFrom(src *Buffer[T]) error {
	m := b.shared()
	if err := m.lock(); err != nil {
		return err
	}
	defer m.device.mu.Unlock()
	if b.n != src.Len() {
		return m.device.failure(enqueueCopy, invalidValue, fmt.Sprintf("buffer %s has %d elements, expected %d", m.name, b.n, src.Len()))
	}
	if b.n == 0 {
		return nil
	}
	if src.memory.handle == 0 || src.memory.device != m.device {
		return fmt.Errorf("buffer %s is closed or on a different device: %w", src.memory.name, ErrClosed)
	}
	m.device.countLaunch()
	code := call(m.device.driver.EnqueueCopyBuffer, m.device.queue, src.memory.handle, m.handle, 0, 0, uintptr(m.bytes), 0, 0, 0)
	return m.failure(enqueueCopy, code)
}

// Close frees the memory. Closing again does nothing.
func (b *Buffer[T]) Close() error {
	m := b.shared()
	if m.lock() != nil {
		return nil
	}
	defer m.device.mu.Unlock()
	return m.release()
}

// shared returns the untyped memory of the buffer, or nil for a nil buffer.
func (b *Buffer[T]) shared() *memory {
	if b == nil {
		return nil
	}
	return b.memory
}
