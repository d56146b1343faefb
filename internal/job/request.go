package job

import (
	"encoding/json"
	"errors"
	"reflect"
)

// A Request is a line that another program sends to a process: it starts a job, cancels one, or
// requests the version. docs/pipe.md describes it.
type Request struct {
	ID      string          `json:"id" needed:"true" flag:"-" usage:"name of the job, chosen by the sender"`
	Solve   json.RawMessage `json:"solve,omitempty" flag:"-" usage:"the job; DecodeCall decodes it"`
	Cancel  bool            `json:"cancel,omitempty" flag:"-" usage:"end the search, keep its best solution"`
	Version bool            `json:"version,omitempty" flag:"-" usage:"request the version"`
}

// DecodeRequest reads a Request as strictly as Decode. After an error, the returned Request
// contains the id if it could be read.
func DecodeRequest(data []byte) (Request, error) {
	var r Request
	err := members(data, "", reflect.ValueOf(&r).Elem(), strict)
	if idErr := CheckKey(r.ID); idErr != nil {
		err = errors.Join(err, fault(BadField, "id", ": %v", idErr))
		r.ID = ""
	} else if err == nil {
		err = r.validate()
	}
	return r, err
}

func (r *Request) validate() error {
	given := 0
	for _, is := range []bool{r.Solve != nil, r.Cancel, r.Version} {
		if is {
			given++
		}
	}
	switch {
	case r.ID == "":
		return &Fault{BadField, "id", "missing field id"}
	case given != 1:
		return &Fault{BadField, "", "expected one of solve, cancel and version"}
	}
	return nil
}
