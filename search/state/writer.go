// Package state saves a search in memory as a sequence of named, typed fields. A reader
// must read the same fields in the same order; a field of a different name, type or size is an
// error, and so is anything left over.
//
// A state holds what the next step depends on and nothing else: no caches, no
// threads, no handles of devices. It is the same on every engine.
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

// fixed lists the element types of lists.
type fixed interface {
	~bool | ~int8 | ~uint8 | ~int16 | ~uint16 | ~int32 | ~uint32 | ~int64 | ~uint64 | ~float32 | ~float64
}

// The kinds of fields. A list has listBit and the kind of its elements.
const (
	section byte = iota
	integer
	number
	truth
	text
	document // JSON
)

const listBit = 32

// A Writer collects fields. The zero value is ready.
type Writer struct {
	data []byte
	err  error
}

// Bytes returns the fields so far.
func (w *Writer) Bytes() []byte { return w.data }

// Err returns the first error.
func (w *Writer) Err() error { return w.err }

// Fail records that something could not be saved.
func (w *Writer) Fail(err error) {
	if w.err == nil {
		w.err = err
	}
}

// head begins a field: its kind, its name and how many elements follow.
func (w *Writer) head(kind byte, name string, count int) {
	w.data = append(w.data, kind)
	w.data = binary.AppendUvarint(w.data, uint64(len(name)))
	w.data = append(w.data, name...)
	w.data = binary.AppendUvarint(w.data, uint64(count))
}

// Grow reserves memory for lists of that size. It fails if memory does not hold them
// several times, as storing them requires.
func (w *Writer) Grow(bytes int64) {
	const copies = 4
	if most := memory.Limit() / copies; bytes > most {
		w.Fail(fmt.Errorf("state: it needs %s, but at most %s can be saved in the available memory", humanize.Bytes(bytes), humanize.Bytes(most)))
		return
	}
	w.data = slices.Grow(w.data, int(bytes)+int(bytes/64))
}

// Section names the fields that follow, up to the next section.
func (w *Writer) Section(name string) { w.head(section, name, 0) }

// Int writes a whole number.
func (w *Writer) Int(name string, v int64) {
	w.head(integer, name, 1)
	w.data = binary.LittleEndian.AppendUint64(w.data, uint64(v))
}

// Real writes a number, to the last bit.
func (w *Writer) Real(name string, v float64) {
	w.head(number, name, 1)
	w.data, _ = binary.Append(w.data, binary.LittleEndian, v)
}

// Bool writes a truth value.
func (w *Writer) Bool(name string, v bool) {
	w.head(truth, name, 1)
	w.data, _ = binary.Append(w.data, binary.LittleEndian, v)
}

// Text writes a string.
func (w *Writer) Text(name, v string) {
	w.head(text, name, len(v))
	w.data = append(w.data, v...)
}

// List writes numbers.
func List[L ~[]T, T fixed](w *Writer, name string, values L) {
	w.head(listBit|byte(reflect.TypeFor[T]().Kind()), name, len(values))
	w.data, _ = binary.Append(w.data, binary.LittleEndian, []T(values)) // fixed sizes never fail
}

// Value writes a solution of any type: a slice of numbers as a list, anything else as
// JSON.
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

// isList reports whether values of a type are written as lists.
func isList(t reflect.Type) bool {
	return t.Kind() == reflect.Slice && t.Elem().Kind() != reflect.Int && t.Elem().Kind() != reflect.Uint && size(t.Elem().Kind()) > 0
}

// size returns the bytes of an element of a list, or 0 for other types.
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
