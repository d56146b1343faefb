package protocol

import (
	"cmp"
	"errors"
	"fmt"
	"strings"

	"github.com/nats-io/nats.go"
)

// Errors of requests.
var (
	// ErrFenced means that the worker does not own the job, or does not own it any more.
	ErrFenced = errors.New("lost the job: this worker does not own it")
	// ErrNotFound means that the requested data does not exist.
	ErrNotFound = errors.New("not found")
	// ErrCorrupt means that stored bytes are missing or damaged. Retrying does not help.
	ErrCorrupt = errors.New("stored bytes are missing or damaged")
	// ErrInvalid means that the server rejected a malformed request.
	ErrInvalid = errors.New("invalid request")
	// ErrVersion means that server and worker have different versions of the protocol.
	ErrVersion = errors.New("the server speaks another version of the worker protocol: use the same release on servers and workers")
	// ErrForbidden means that the broker does not permit the requests of the worker.
	ErrForbidden = errors.New("the broker forbids the requests of workers: the servers have a release before the worker protocol, or external NATS servers lack the accounts of workers: use the same release on servers and workers")
	// ErrFull means that the server's disk is full.
	ErrFull = errors.New("the server's disk is full")
	// ErrTooLarge means that the server does not store data of this size.
	ErrTooLarge = errors.New("the server does not store so much data")
	// ErrUnavailable means that the request may succeed later.
	ErrUnavailable = errors.New("the server cannot answer now")
)

// errorHeader contains the code of an error. The body of the message is its text.
const errorHeader = "Error"

var codes = []struct {
	code string
	err  error
}{
	{"fenced", ErrFenced}, {"not_found", ErrNotFound}, {"corrupt", ErrCorrupt}, {"invalid", ErrInvalid},
	{"version", ErrVersion}, {"full", ErrFull}, {"too_large", ErrTooLarge}, {"unavailable", ErrUnavailable},
}

// IsRequestError reports whether an error is one of the errors of requests.
func IsRequestError(err error) bool {
	return codeOf(err) != ""
}

// codeOf returns the code of an error, or "" if it has none.
func codeOf(err error) string {
	for _, c := range codes {
		if errors.Is(err, c.err) {
			return c.code
		}
	}
	return ""
}

// encodeError returns the reply for an error. Errors without a code are reported as unavailable.
func encodeError(err error) *nats.Msg {
	m := nats.NewMsg("")
	m.Header.Set(errorHeader, cmp.Or(codeOf(err), "unavailable"))
	m.Data = []byte(err.Error())
	return m
}

// decodeError returns the error in a reply, or nil.
func decodeError(m *nats.Msg) error {
	code := m.Header.Get(errorHeader)
	if code == "" {
		return nil
	}
	of := ErrUnavailable
	for _, c := range codes {
		if c.code == code {
			of = c.err
		}
	}
	switch detail, found := strings.CutPrefix(string(m.Data), of.Error()); {
	case found && detail == "":
		return of
	case found:
		return fmt.Errorf("%w%s", of, detail)
	default:
		return fmt.Errorf("%w: %s", of, detail)
	}
}
