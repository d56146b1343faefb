package state

import (
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"reflect"
)

// A Reader reads the fields that a Writer has written. After the first error all fields are zero,
// so it suffices to call Err once after reading a whole state.
type Reader struct {
	data    []byte
	section string
	err     error
}

// NewReader returns a Reader of data, which must not change while it is being read.
func NewReader(data []byte) *Reader { return &Reader{data: data} }

// Err returns the first error.
func (r *Reader) Err() error { return r.err }

// Fail records an error in the state. Only the first error counts.
func (r *Reader) Fail(err error) {
	if r.err == nil && err != nil {
		r.err = fmt.Errorf("state: %s%w", r.where(), err)
	}
}

// Failf calls Fail with a formatted message.
func (r *Reader) Failf(format string, args ...any) { r.Fail(fmt.Errorf(format, args...)) }

func (r *Reader) where() string {
	if r.section == "" {
		return ""
	}
	return r.section + ": "
}

// End returns an error if fields are left over or an error occurred before.
func (r *Reader) End() error {
	if len(r.data) > 0 {
		r.Failf("%d unexpected bytes at the end", len(r.data))
	}
	return r.err
}

// Section reads the start of a section.
func (r *Reader) Section(name string) {
	r.field(section, name, 0)
	r.section = name
}

// Int reads an integer.
func (r *Reader) Int(name string) int64 {
	if b := r.one(integer, name, 8); b != nil {
		return int64(binary.LittleEndian.Uint64(b))
	}
	return 0
}

// Count reads an integer from 0 to most.
func (r *Reader) Count(name string, most int) int { return int(r.upTo(name, int64(most))) }

// Uint32 reads an unsigned 32-bit integer.
func (r *Reader) Uint32(name string) uint32 { return uint32(r.upTo(name, math.MaxUint32)) }

// upTo reads an integer from 0 to most.
func (r *Reader) upTo(name string, most int64) int64 {
	v := r.Int(name)
	if v < 0 || v > most {
		r.Failf("%s = %d, expected 0 to %d", name, v, most)
		return 0
	}
	return v
}

// Real reads a floating-point number.
func (r *Reader) Real(name string) float64 {
	if b := r.one(number, name, 8); b != nil {
		return math.Float64frombits(binary.LittleEndian.Uint64(b))
	}
	return 0
}

// Bool reads a boolean.
func (r *Reader) Bool(name string) bool {
	if b := r.one(truth, name, 1); len(b) == 1 {
		return b[0] != 0
	}
	return false
}

// Text reads a string.
func (r *Reader) Text(name string) string { return string(r.field(text, name, 1)) }

// ReadList reads a list of numbers. count is the required number of elements, or -1 for any number.
func ReadList[T fixed](r *Reader, name string, count int) []T {
	values := ReadValue[[]T](r, name)
	if count >= 0 && len(values) != count {
		r.Failf("%s has %d entries, expected %d", name, len(values), count)
	}
	if r.err != nil {
		return nil
	}
	return values
}

// ReadValue reads a solution of any type.
func ReadValue[S any](r *Reader, name string) (solution S) {
	t := reflect.TypeFor[S]()
	if !isList(t) {
		if b := r.field(document, name, 1); r.err == nil {
			r.Fail(json.Unmarshal(b, &solution))
		}
		return solution
	}
	kind := t.Elem().Kind()
	b := r.field(listBit|byte(kind), name, size(kind))
	if r.err != nil {
		return solution
	}
	list := reflect.MakeSlice(t, len(b)/size(kind), len(b)/size(kind))
	_, err := binary.Decode(b, binary.LittleEndian, list.Interface())
	r.Fail(err)
	return list.Interface().(S)
}

// one returns the content of a field with one element.
func (r *Reader) one(kind byte, name string, size int) []byte {
	b := r.field(kind, name, size)
	if r.err == nil && len(b) != size {
		r.Failf("%s has %d bytes, expected %d", name, len(b), size)
		return nil
	}
	return b
}

var errShort = errors.New("the data ends too early")

// field returns the content of the next field, whose elements have the given size in bytes. It does
// not allocate memory based on the length that the field claims.
func (r *Reader) field(kind byte, name string, size int) []byte {
	if r.err != nil {
		return nil
	}
	if len(r.data) == 0 {
		r.Fail(errShort)
		return nil
	}
	found := r.data[0]
	r.data = r.data[1:]
	label := string(r.elements(1))
	if r.err == nil && (label != name || found != kind) {
		r.Failf("expected %q of kind %d, found %.40q of kind %d", name, kind, label, found)
	}
	return r.elements(size)
}

// elements returns the content of elements that follow their number, or nil after an error.
func (r *Reader) elements(size int) []byte {
	if r.err != nil {
		return nil
	}
	count, n := binary.Uvarint(r.data)
	if n <= 0 || size > 0 && count > uint64((len(r.data)-n)/size) || size == 0 && count > 0 {
		r.Fail(errShort)
		return nil
	}
	content := r.data[n:][: int(count)*size : int(count)*size]
	r.data = r.data[n+len(content):]
	return content
}
