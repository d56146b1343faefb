package checkpoint

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"runtime"
	"strings"
	"testing"

	"github.com/tourmaline-opt/tourmaline/internal/testkit"
)

// flip returns a copy of data with one bit changed in the first byte of the first occurrence of
// text.
func flip(data []byte, text string) []byte {
	changed := bytes.Clone(data)
	changed[bytes.Index(data, []byte(text))] ^= 4
	return changed
}

// flipAt returns a copy of data with one bit changed in the byte at the given position, which
// counts from the end if it is negative.
func flipAt(data []byte, at int) []byte {
	changed := bytes.Clone(data)
	changed[(at+len(data))%len(data)] ^= 4
	return changed
}

// sealed returns any text with a correct checksum.
func sealed(text string) []byte {
	sum := sha256.Sum256([]byte(text))
	return append([]byte(text), sum[:]...)
}

func TestDamage(t *testing.T) {
	good := encoded(t, sample(), "the state of a search")
	lines := bytes.SplitAfterN(good, []byte("\n"), 3)
	header := len(lines[0]) + len(lines[1])
	other := sample()
	other.Seed = 8
	for _, c := range []struct {
		name string
		data []byte
		want error
		says string
	}{
		{"empty", nil, ErrForeign, "it is empty"},
		{"a text", []byte("NAME: pr1002\nTYPE: TSP\n"), ErrForeign, "does not begin with"},
		{"a result", []byte(`{"schema":"tourmaline/result/v1","cost":259045}`), ErrForeign, "does not begin with"},
		{"packed", []byte("\x1f\x8b\x08\x00\x00\x00\x00\x00"), ErrForeign, "does not begin with"},
		{"zeros", make([]byte, 1<<16), ErrForeign, "does not begin with"},
		{"a byte before", append([]byte(" "), good...), ErrForeign, "does not begin with"},
		{"carriage returns", bytes.ReplaceAll(good, []byte("\n"), []byte("\r\n")), ErrDamaged, "first line"},

		{"cut in the first word", good[:5], ErrCutShort, "ends after 5 bytes"},
		{"cut in the first line", good[:len(begin)+1], ErrCutShort, "ends after 23 bytes"},
		{"cut after the first line", good[:len(lines[0])], ErrCutShort, "ends after 24 bytes"},
		{"cut in the header", good[:len(lines[0])+20], ErrCutShort, "within its header"},
		{"cut before the payload", good[:header], ErrCutShort, fmt.Sprintf("ends after %d of %d bytes", header, len(good))},
		{"cut in the payload", good[:header+4], ErrCutShort, fmt.Sprintf("ends after %d of %d bytes", header+4, len(good))},
		{"cut before the checksum", good[:len(good)-sha256.Size], ErrCutShort, "was the disk full"},
		{"cut in the checksum", good[:len(good)-1], ErrCutShort, "copy incomplete"},

		{"a bit of the first word", flipAt(good, 0), ErrForeign, "does not begin with"},
		{"a bit of the format makes another", flip(good, "1\n"), ErrFormat, "has format version 5, but this program reads version 1: use the program that wrote it"},
		{"the format is no number", bytes.Replace(good, []byte("1\n"), []byte("x\n"), 1), ErrDamaged, "first line"},
		{"a format of the future", []byte("tourmaline checkpoint 2\nand all is new"), ErrFormat, "has format version 2"},
		{"a format far in the future", []byte("tourmaline checkpoint 9223372036854775807\n"), ErrFormat, "has format version 9223372036854775807"},
		{"a first line without end", []byte("tourmaline checkpoint 18446744073709551615\n"), ErrDamaged, "longer than"},
		{"a bit of the brace", flip(good, `{"format"`), ErrDamaged, "not JSON"},
		{"a bit of a name", flip(good, "pr1002"), ErrDamaged, "checksum does not match"},
		{"a bit of the seed", flip(good, `7,"engine"`), ErrDamaged, "checksum does not match"},
		{"the length is too long", flip(good, `21}`), ErrCutShort, "of"},
		{"the length is too short", bytes.Replace(good, []byte(`:21}`), []byte(`:11}`), 1), ErrDamaged, "checksum does not match"},
		{"the length is gone", flip(good, `payload"`), ErrDamaged, "does not contain the payload length"},
		{"a bit of the first byte of the payload", flipAt(good, header), ErrDamaged, "checksum does not match"},
		{"a bit of the last byte of the payload", flipAt(good, -sha256.Size-1), ErrDamaged, "checksum does not match"},
		{"a bit of the checksum", flipAt(good, -1), ErrDamaged, "checksum does not match"},
		{"zeros at the end", append(bytes.Clone(good[:len(good)-40]), make([]byte, 40)...), ErrDamaged, "checksum does not match"},
		{"the payload of another file", append(bytes.Clone(good[:header]), encoded(t, other, "a state of the search")[header:]...), ErrDamaged, "checksum does not match"},

		{"an extra byte", append(bytes.Clone(good), 0), ErrExtra, fmt.Sprintf("end after %d bytes", len(good))},
		{"twice", append(bytes.Clone(good), good...), ErrExtra, "truncate it there"},

		{"a negative length", sealed("tourmaline checkpoint 1\n{\"format\":1,\"payload\":-1}\n"), ErrDamaged, "does not contain the payload length"},
		{"a length that is text", sealed("tourmaline checkpoint 1\n{\"format\":1,\"payload\":\"1\"}\n"), ErrDamaged, "not JSON"},
		{"a length beyond any number", sealed("tourmaline checkpoint 1\n{\"format\":1,\"payload\":9e99}\n"), ErrDamaged, "not JSON"},
		{"a length beyond the limit", sealed("tourmaline checkpoint 1\n{\"format\":1,\"payload\":9223372036854775807}\n"), ErrTooLarge, "9223372036854775807"},
		{"a length within the limit", sealed("tourmaline checkpoint 1\n{\"format\":1,\"payload\":2147480000}\n"), ErrCutShort, "of 2147480"},
		{"two formats", sealed("tourmaline checkpoint 1\n{\"format\":2,\"payload\":0}\n"), ErrFormat, "has format version 2"},
		{"a seed that is text", sealed("tourmaline checkpoint 1\n{\"format\":1,\"payload\":0,\"seed\":\"7\"}\n"), ErrDamaged, "cannot read its header"},
		{"nested without end", sealed("tourmaline checkpoint 1\n" + strings.Repeat("[", 1<<19) + "\n"), ErrDamaged, "not JSON"},
	} {
		t.Run(c.name, func(t *testing.T) {
			refused(t, func() error { _, _, err := Read(bytes.NewReader(c.data), enough); return err }, c.want, c.says)
		})
	}
}

// refused checks the error, and checks that read allocated at most a few megabytes.
func refused(t *testing.T, read func() error, want error, says string) {
	t.Helper()
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	err := read()
	runtime.ReadMemStats(&after)
	if !errors.Is(err, want) {
		t.Errorf("got %v, want %v", err, want)
	} else if !strings.Contains(err.Error(), says) {
		t.Errorf("%q does not say %q", err, says)
	}
	if taken := after.TotalAlloc - before.TotalAlloc; taken > 16<<20 {
		t.Errorf("took %d bytes", taken)
	}
}

// An endless line is rejected before it is read completely.
func TestHeaderWithoutEnd(t *testing.T) {
	for _, start := range []string{"tourmaline checkpoint ", "tourmaline checkpoint 1\n{"} {
		endless := io.MultiReader(strings.NewReader(start), &repeated{left: 100 << 20})
		refused(t, func() error { _, _, err := Read(endless, enough); return err }, ErrDamaged, "longer than")
	}
}

// repeated is a reader that returns a long text of one repeated letter.
type repeated struct{ left int }

func (r *repeated) Read(p []byte) (int, error) {
	if r.left == 0 {
		return 0, io.EOF
	}
	n := min(len(p), r.left)
	r.left -= n
	for i := range p[:n] {
		p[i] = '1'
	}
	return n, nil
}

// A file that is longer than the limit is rejected, and a file of exactly that length is read.
func TestLimit(t *testing.T) {
	data := encoded(t, sample(), "payload")
	if _, _, err := Read(bytes.NewReader(data), int64(len(data))); err != nil {
		t.Error(err)
	}
	for _, limit := range []int64{int64(len(data)) - 1, 0, -1} {
		if _, _, err := Read(bytes.NewReader(data), limit); !errors.Is(err, ErrTooLarge) {
			t.Errorf("limit %d: got %v, want %v", limit, err, ErrTooLarge)
		}
	}
}

// Matches rejects a valid checkpoint of a different search.
func TestMatches(t *testing.T) {
	for _, c := range []struct {
		name   string
		change func(h *Header)
		says   []string // nil if it matches
	}{
		{"the same", func(*Header) {}, nil},
		{"later, elsewhere", func(h *Header) { h.Step, h.Elapsed, h.Cost, h.Engine, h.Program = 99, 9, 1, "opencl", "v2" }, nil},
		{"renamed", func(h *Header) { h.Instance = "other name" }, nil},
		{"parameters in another order", func(h *Header) { h.Params = json.RawMessage(`{ "kick": "segment", "lanes": 8 }`) }, nil},
		{"problem", func(h *Header) { h.Problem = "qap" }, []string{"problem: the checkpoint contains tsp, expected qap: use an instance"}},
		{"instance", func(h *Header) { h.Instance, h.Hash = "pr2392", "sha256:bb" }, []string{"instance: the checkpoint contains pr1002 (sha256:aa), expected pr2392 (sha256:bb): use the saved instance"}},
		{"algorithm", func(h *Header) { h.Algorithm = "aco" }, []string{"algorithm: the checkpoint contains ils, expected aco: use the saved algorithm"}},
		{"a parameter", func(h *Header) { h.Params = json.RawMessage(`{"lanes":4,"kick":"segment"}`) }, []string{"parameter lanes: the checkpoint contains 8, expected 4: use the saved value"}},
		{"a parameter more", func(h *Header) { h.Params = json.RawMessage(`{"lanes":8,"kick":"segment","a":null}`) }, []string{"parameter a: the checkpoint contains none, expected null"}},
		{"a parameter less", func(h *Header) { h.Params = json.RawMessage(`{"lanes":8}`) }, []string{`parameter kick: the checkpoint contains "segment", expected none`}},
		{"no parameters", func(h *Header) { h.Params = nil }, []string{"parameter kick: ", "parameter lanes: "}},
		{"parameters that are none", func(h *Header) { h.Params = json.RawMessage(`[1]`) }, []string{"parameters: "}},
		{"seed", func(h *Header) { h.Seed = 8 }, []string{"seed: the checkpoint contains 7, expected 8: use the saved seed"}},
		{"a parameter and the seed", func(h *Header) { h.Params, h.Seed = json.RawMessage(`{"lanes":4,"kick":"segment"}`), 8 }, []string{"parameter lanes: ", "seed: "}},
	} {
		t.Run(c.name, func(t *testing.T) {
			has, _, err := Read(bytes.NewReader(encoded(t, sample(), "")), enough)
			if err != nil {
				t.Fatal(err)
			}
			want := sample()
			c.change(&want)
			err = has.Matches(want)
			if c.says == nil && err != nil || c.says != nil && !errors.Is(err, ErrMismatch) {
				t.Fatalf("got %v", err)
			}
			for _, text := range c.says {
				if !strings.Contains(err.Error(), text) {
					t.Errorf("%q does not say %q", err, text)
				}
			}
		})
	}
}

func FuzzRead(f *testing.F) {
	good := encoded(f, sample(), "the state of a search")
	f.Add(good)
	f.Add(good[:len(good)-1])
	f.Add(flip(good, "21}"))
	f.Add(sealed("tourmaline checkpoint 1\n{\"format\":1,\"payload\":0}\n"))
	f.Add([]byte("tourmaline checkpoint 2\n"))
	f.Fuzz(func(t *testing.T, data []byte) {
		var h Header
		var payload []byte
		var err error
		testkit.Frugal(t, len(data), func() { h, payload, err = Read(bytes.NewReader(data), enough) })
		if err != nil {
			for _, known := range []error{ErrForeign, ErrFormat, ErrCutShort, ErrDamaged, ErrExtra, ErrTooLarge} {
				if errors.Is(err, known) {
					return
				}
			}
			t.Fatalf("an error of no kind: %v", err)
		}
		if h.Payload != int64(len(payload)) || !bytes.Equal(data, sealed(string(data[:len(data)-sha256.Size]))) {
			t.Fatal("a false checkpoint was read")
		}
	})
}
