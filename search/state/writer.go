// Package state saves a search in memory as a sequence of named, typed fields. A reader must read
// the same fields in the same order. A field with a different name, type or size is an error, and
// so are fields that are left over.
//
// A state contains only the data on which the next step depends: no caches, no threads, no device
// handles. It is the same on every engine.
package state

import (
	"encoding/binary"
	"encoding/json"
	"fmt"
	"reflect"
	"slices"

	"github.com/tourmaline-opt/tourmaline/internal/humanize"
	"github.com/tourmaline-opt/tourmaline/internal/memory"
)

// fixed is the constraint for the element types of lists.
type fixed interface {
	~bool | ~int8 | ~uint8 | ~int16 | ~uint16 | ~int32 | ~uint32 | ~int64 | ~uint64 | ~float32 | ~float64
}

// The kinds of fields. The kind of a list is listBit combined with the reflect.Kind of its
// elements.
const (
	section byte = iota
	integer
	number
	truth
	text
	document // encoded as JSON
)

const listBit = 32

// A Writer collects fields. The zero value is ready to use.
type Writer struct {
	data []byte
	err  error
}

// Bytes returns the fields written so far.
func (w *Writer) Bytes() []byte { return w.data }

// Err returns the first error.
func (w *Writer) Err() error { return w.err }

// Fail records an error that prevents saving. Only the first error counts.
func (w *Writer) Fail(err error) {
	if w.err == nil {
		w.err = err
	}
}

// head writes the header of a field: its kind, its name and the number of elements that follow.
func (w *Writer) head(kind byte, name string, count int) {
	w.data = append(w.data, kind)
	w.data = binary.AppendUvarint(w.data, uint64(len(name)))
	w.data = append(w.data, name...)
	w.data = binary.AppendUvarint(w.data, uint64(count))
}

// Grow reserves memory for lists with the given total size in bytes. It records an error if there
// is not enough memory for several copies of the lists, which storing them requires.
func (w *Writer) Grow(bytes int64) {
	const copies = 4
	if most := memory.Limit() / copies; bytes > most {
		w.Fail(fmt.Errorf("state: it needs %s, but at most %s can be saved in the available memory", humanize.Bytes(bytes), humanize.Bytes(most)))
		return
	}
	w.data = slices.Grow(w.data, int(bytes)+int(bytes/64))
}

// Section starts a section. It contains the following fields up to the next section.
func (w *Writer) Section(name string) { w.head(section, name, 0) }

// Int writes an integer.
func (w *Writer) Int(name string, v int64) {
	w.head(integer, name, 1)
	w.data = binary.LittleEndian.AppendUint64(w.data, uint64(v))
}

// Real writes a floating-point number without loss of precision.
func (w *Writer) Real(name string, v float64) {
	w.head(number, name, 1)
	w.data, _ = binary.Append(w.data, binary.LittleEndian, v)
}

// Bool writes a boolean.
func (w *Writer) Bool(name string, v bool) {
	w.head(truth, name, 1)
	w.data, _ = binary.Append(w.data, binary.LittleEndian, v)
}

// Text writes a string.
func (w *Writer) Text(name, v string) {
	w.head(text, name, len(v))
	w.data = append(w.data, v...)
}

// List writes a list of numbers.
func List[L ~[]T, T fixed](w *Writer, name string, values L) { Value(w, name, []T(values)) }

// Value writes a solution of any type. It writes a slice of fixed-size numbers as a list, and
// anything else as JSON.
func Value[S any](w *Writer, name string, solution S) {
	if t := reflect.TypeFor[S](); isList(t) {
		w.head(listBit|byte(t.Elem().Kind()), name, reflect.ValueOf(solution).Len())
		w.data, _ = binary.Append(w.data, binary.LittleEndian, solution)
		return
	}
	data, err := json.Marshal(solution)
	if err != nil {
		w.Fail(fmt.Errorf("state: %s: %w", name, err))
	}
	w.head(document, name, len(data))
	w.data = append(w.data, data...)
}

// isList reports whether values of type t are written as lists.
func isList(t reflect.Type) bool {
	return t.Kind() == reflect.Slice && t.Elem().Kind() != reflect.Int && t.Elem().Kind() != reflect.Uint && size(t.Elem().Kind()) > 0
}

// size returns the size in bytes of a list element, or 0 if k is not an element type.
func size(k reflect.Kind) int {
	switch k {
	case reflect.Bool, reflect.Int8, reflect.Uint8:
		return 1
	case reflect.Int16, reflect.Uint16:
		return 2
	case reflect.Int32, reflect.Uint32, reflect.Float32:
		return 4
	case reflect.Int64, reflect.Uint64, reflect.Float64:
		return 8
	}
	return 0
}
