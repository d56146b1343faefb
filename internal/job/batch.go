package job

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"github.com/tourmaline-opt/tourmaline/internal/budget"
)

// A BatchItem is a submission in a batch.
type BatchItem struct {
	Key        string          // idempotency key, or ""
	Submission json.RawMessage // a JSON object; DecodeSubmission decodes it
}

// MaxKey is the maximum length of an idempotency key.
const MaxKey = 200

// CheckKey returns an error if an idempotency key is invalid.
func CheckKey(key string) error {
	if len(key) > MaxKey || strings.ContainsFunc(key, func(r rune) bool { return r < '!' || r > '~' }) {
		return fmt.Errorf("expected at most %d visible ASCII characters, found %s", MaxKey, budget.Quote(key))
	}
	return nil
}

// DecodeBatch reads a batch of 1 to most submissions: {"jobs": [{"key": "a", "job": {…}}]}.
// It is as strict as Decode, but leaves faults of a submission to DecodeSubmission.
func DecodeBatch(data []byte, most int) ([]BatchItem, error) {
	var all []json.RawMessage
	if err := required(data, "", map[string]func(json.RawMessage) error{"jobs": func(value json.RawMessage) (err error) {
		all, err = elements(value, "jobs", most)
		return err
	}}); err != nil {
		return nil, err
	}
	items := make([]BatchItem, len(all))
	for i, value := range all {
		if err := items[i].decode(value, fmt.Sprintf("jobs[%d]", i)); err != nil {
			return nil, err
		}
	}
	return items, nil
}

func (b *BatchItem) decode(data json.RawMessage, path string) error {
	return required(data, path, map[string]func(json.RawMessage) error{
		"job": func(value json.RawMessage) error {
			if b.Submission = value; !bytes.HasPrefix(value, []byte("{")) {
				return wrongType(path+".job", "an object", value)
			}
			return nil
		},
		"key?": func(value json.RawMessage) error {
			if isNull(value) || json.Unmarshal(value, &b.Key) != nil {
				return wrongType(path+".key", "a string", value)
			}
			if err := CheckKey(b.Key); err != nil {
				return fault(BadField, path+".key", ": %v", err)
			}
			return nil
		},
	})
}

// DecodeTexts reads an object with exactly one of the given members, which must be a list of 1 to
// most texts. It returns the name of the member.
func DecodeTexts(data []byte, most map[string]int) (name string, texts []string, err error) {
	read := map[string]func(json.RawMessage) error{}
	var found []string
	for member, most := range most {
		read[member+"?"] = func(value json.RawMessage) error {
			found = append(found, member)
			all, err := elements(value, member, most)
			for _, text := range all {
				if isNull(text) || json.Unmarshal(text, new(string)) != nil {
					return wrongType(member, "a list of strings", value)
				}
			}
			return errors.Join(err, json.Unmarshal(value, &texts))
		}
	}
	if err := required(data, "", read); err != nil {
		return "", nil, err
	}
	if len(found) != 1 {
		return "", nil, &Fault{BadField, "", fmt.Sprintf("expected one member, found %d", len(found))}
	}
	return found[0], texts, nil
}

// required reads the members of an object. It rejects unknown members, and missing ones whose name
// does not end with a question mark.
func required(data []byte, path string, read map[string]func(json.RawMessage) error) error {
	seen := map[string]bool{}
	var faults []error
	err := each(data, path, func(name string, value json.RawMessage) {
		at := join(path, name)
		switch {
		case read[name] != nil && !strings.HasSuffix(name, "?"):
			seen[name] = true
			faults = append(faults, read[name](value))
		case read[name+"?"] != nil:
			faults = append(faults, read[name+"?"](value))
		default:
			faults = append(faults, &Fault{UnknownField, budget.Message(at), "unknown field " + budget.Quote(at)})
		}
	})
	if err := errors.Join(append(faults, err)...); err != nil {
		return err
	}
	for name := range read {
		if !strings.HasSuffix(name, "?") && !seen[name] {
			return &Fault{BadField, join(path, name), "missing field " + join(path, name)}
		}
	}
	return nil
}

// elements returns the elements of a list of 1 to most values.
func elements(value json.RawMessage, path string, most int) (all []json.RawMessage, err error) {
	if isNull(value) || json.Unmarshal(value, &all) != nil {
		return nil, wrongType(path, "a list", value)
	}
	if len(all) < 1 || len(all) > most {
		return nil, fault(BadField, path, ": expected 1 to %d elements, found %d", most, len(all))
	}
	return all, nil
}
