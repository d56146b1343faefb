package job

import (
	"bytes"
	"encoding/json"
	"reflect"
	"time"
)

// MarshalJSON writes durations in a form such as 1m30s.
func (v Settings) MarshalJSON() ([]byte, error) {
	return encode(reflect.ValueOf(v), func(f Field) string { return f.Name })
}

// encode writes the fields of a struct as the members of an object.
func encode(v reflect.Value, name func(Field) string) ([]byte, error) {
	var b bytes.Buffer
	b.WriteByte('{')
	for _, f := range fieldsOf(v.Type()) {
		value := v.FieldByIndex(f.index)
		if !f.always && isUnset(value) {
			continue
		}
		if b.Len() > 1 {
			b.WriteByte(',')
		}
		text, err := json.Marshal(written(value))
		if err != nil {
			return nil, err
		}
		b.WriteString(`"` + name(f) + `":`)
		b.Write(text)
	}
	b.WriteByte('}')
	return b.Bytes(), nil
}

func written(v reflect.Value) any {
	if d, ok := v.Interface().(time.Duration); ok {
		return d.String()
	}
	return v.Interface()
}
