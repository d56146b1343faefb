package state

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"reflect"
)

// Diff returns the section and field at which two states first differ, or "" if they are equal.
func Diff(a, b []byte) string {
	in := ""
	for len(a) > 0 && len(b) > 0 {
		x, y := first(a), first(b)
		if x.name != y.name {
			return fmt.Sprintf("%s%s, or %s", in, x.name, y.name)
		}
		if x.kind == section {
			in = x.name + ": "
		}
		if !bytes.Equal(a[:x.size], b[:y.size]) {
			return in + x.name
		}
		a, b = a[x.size:], b[y.size:]
	}
	if len(a) != len(b) {
		return in + "one state has more fields"
	}
	return ""
}

// A part is a field of a state.
type part struct {
	kind byte
	name string
	size int // in bytes, including the header
}

// first returns the first field of a state. A Writer must have written the state.
func first(data []byte) part {
	kind, rest := data[0], data[1:]
	length, n := binary.Uvarint(rest)
	name := string(rest[n:][:length])
	rest = rest[n+int(length):]
	count, n := binary.Uvarint(rest)
	element := 1
	switch {
	case kind&listBit != 0:
		element = size(reflect.Kind(kind &^ listBit))
	case kind == integer || kind == number:
		element = 8
	}
	return part{kind, name, len(data) - len(rest) + n + int(count)*element}
}
