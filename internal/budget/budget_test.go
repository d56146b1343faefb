package budget

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/iotest"
)

// zeros is an endless reader of zeros.
type zeros struct{}

func (zeros) Read(p []byte) (int, error) { clear(p); return len(p), nil }

func TestReaderStopsAtItsLimit(t *testing.T) {
	for _, size := range []int{0, 99, 100} {
		data, err := io.ReadAll(New(iotest.OneByteReader(bytes.NewReader(make([]byte, size))), 100))
		if len(data) != size || err != nil {
			t.Errorf("%d bytes, limit 100: read %d, %v", size, len(data), err)
		}
	}
	b := New(zeros{}, 100)
	for range 2 { // the error persists
		data, err := io.ReadAll(b)
		if len(data) > 100 || !errors.Is(err, ErrTooLarge) || b.Err() == nil {
			t.Errorf("endless, limit 100: read %d, %v", len(data), err)
		}
	}
	if New(nil, 0).limit != Default || New(nil, 40).Whole() != 10 {
		t.Error("0 stands for Default, and a document may have a quarter")
	}
	if err := New(nil, 80).Announced(10, 8); err != nil {
		t.Errorf("80 bytes announced, limit 80: %v", err)
	}
	if err := New(nil, 79).Announced(10, 8); !errors.Is(err, ErrTooLarge) {
		t.Errorf("80 bytes announced, limit 79: %v", err)
	}
}

func TestRatio(t *testing.T) {
	read := func(packed, limit int64) int64 {
		n, _ := io.Copy(io.Discard, Unpacked(io.LimitReader(zeros{}, 64<<20), &Counter{N: packed}, limit))
		return n
	}
	if n := read(1000, 0); n < unquestioned-1<<16 || n > unquestioned {
		t.Errorf("a bomb: %d bytes were unpacked", n)
	}
	if n := read(1<<20, 0); n != 64<<20 {
		t.Errorf("64 times its size: %d bytes were unpacked", n)
	}
	if n := read(1000, Default); n != 64<<20 {
		t.Errorf("a limit lifts the ratio: %d bytes were unpacked", n)
	}
	c := &Counter{R: strings.NewReader("12345")}
	if _, err := io.Copy(io.Discard, c); err != nil || c.N != 5 {
		t.Errorf("counted %d of 5, %v", c.N, err)
	}
}

// A part of a workbook has a stricter ratio, and is rejected by its declared size.
func TestSheetRatio(t *testing.T) {
	for size, tooLarge := range map[uint64]bool{0: false, unquestioned: false, 40 << 20: false, 60 << 20: true, 1 << 63: true} {
		if _, err := UnpackedSheet(zeros{}, &Counter{N: 1 << 20}, size, 0); errors.Is(err, ErrTooLarge) != tooLarge {
			t.Errorf("1 MiB that declares %d bytes: %v", size, err)
		}
	}
	for limit, tooLarge := range map[int64]bool{1 << 30: true, Default: true, Default + 1: false} {
		if _, err := UnpackedSheet(zeros{}, &Counter{N: 1 << 20}, 60<<20, limit); errors.Is(err, ErrTooLarge) != tooLarge {
			t.Errorf("a limit of %d: %v", limit, err)
		}
	}
	b, err := UnpackedSheet(zeros{}, &Counter{N: 1 << 20}, 0, 0)
	if err != nil {
		t.Fatal(err)
	}
	if n, err := io.Copy(io.Discard, b); !errors.Is(err, ErrTooLarge) || n > 52<<20 {
		t.Errorf("%d bytes were unpacked from 1 MiB, %v", n, err)
	}
}

// The deadline of a file applies to what is unpacked from it.
func TestUntil(t *testing.T) {
	over := errors.New("over")
	ctx, cancel := context.WithCancelCause(t.Context())
	file := Until(ctx, zeros{})
	readers := map[string]io.Reader{"the file": file, "a budget": New(file, 0), "unpacked": Unpacked(zeros{}, &Counter{R: file, N: 1 << 20}, 0)}
	for name, r := range readers {
		if _, err := r.Read(make([]byte, 10)); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	cancel(over)
	for name, r := range readers {
		if _, err := r.Read(make([]byte, 10)); !errors.Is(err, over) {
			t.Errorf("%s after the end: %v", name, err)
		}
	}
}

func TestLines(t *testing.T) {
	l := NewLines(strings.NewReader("a\r\nbc\n"+strings.Repeat("d", 5)), 5)
	var got []string
	for l.Scan() {
		got = append(got, l.Text())
	}
	if err := l.Err(); !slices.Equal(got, []string{"a", "bc"}) || err == nil || err.Error() != "expected at most 5 bytes for a line, found more" {
		t.Errorf("%q, %v", got, err)
	}
	w := NewWords(strings.NewReader("a  b"), bufio.ScanWords)
	for w.Scan() {
		got = append(got, w.Text())
	}
	if w.Err() != nil || !slices.Equal(got, []string{"a", "bc", "a", "b"}) {
		t.Errorf("%q, %v", got, w.Err())
	}
	if w = NewWords(zeros{}, bufio.ScanWords); w.Scan() || w.Err() == nil || w.Err().Error() != "expected at most 1 MiB for a word, found more" {
		t.Error(w.Err())
	}
}

func TestPieces(t *testing.T) {
	p := &Pieces{R: zeros{}, Most: 100, What: "row"}
	b := make([]byte, 60)
	for range 10 {
		p.Next()
		if _, err := io.ReadFull(p, b); err != nil {
			t.Fatal(err)
		}
	}
	lines := &Pieces{R: strings.NewReader(strings.Repeat("\n# comment", 100)), Most: 100, What: "row", Apart: []byte("\n#")}
	if _, err := io.Copy(io.Discard, lines); err != nil {
		t.Errorf("comments: %v", err)
	}
	_, err := io.Copy(io.Discard, p)
	if err == nil || err.Error() != "expected at most 100 bytes for a single row, found more" {
		t.Error(err)
	}
}

func TestReadFileDoesNotBelieveSizes(t *testing.T) {
	path := filepath.Join(t.TempDir(), "sparse")
	if err := os.WriteFile(path, []byte("x"), 0o644); err != nil {
		t.Fatal(err)
	}
	if data, err := ReadFile(path, Small); string(data) != "x" || err != nil {
		t.Errorf("%q, %v", data, err)
	}
	if err := os.Truncate(path, 1<<40); err != nil {
		t.Fatal(err)
	}
	if _, err := ReadFile(path, Small); !errors.Is(err, ErrTooLarge) || !strings.HasSuffix(err.Error(), "sparse: too large: expected at most 1 MiB, found more") {
		t.Error(err)
	}
}

// Messages for users name no Go types.
func TestPlainJSON(t *testing.T) {
	for text, want := range map[string]string{
		`{"N": "a"}`:     "expected whole number, found string",
		`{"X": [1]}`:     "expected number, found array",
		`{"X": 1e999}`:   "the number 1e999 is too large: expected at most 1.8e+308",
		`{"List": {}}`:   "expected array, found object",
		`{"Other": 1}`:   `unknown field "Other"`,
		`{"N": 1`:        "unexpected EOF",
		`{"Flag": "on"}`: "expected true or false, found string",
	} {
		var v struct {
			N    int
			X    float64
			List []int
			Flag bool
		}
		d := json.NewDecoder(strings.NewReader(text))
		d.DisallowUnknownFields()
		if err := PlainJSON(d.Decode(&v)); err == nil || err.Error() != want {
			t.Errorf("%s: %v, want %s", text, err, want)
		}
	}
	if err := PlainJSON(nil); err != nil {
		t.Error(err)
	}
}

func TestQuote(t *testing.T) {
	for text, want := range map[string]string{
		"":                            "nothing",
		"a\x1b[31m":                   `"a\x1b[31m"`,
		strings.Repeat("a", 40):       `"` + strings.Repeat("a", 40) + `"`,
		strings.Repeat("a", 41):       `"` + strings.Repeat("a", 40) + `"…`,
		strings.Repeat("a", 1<<20):    `"` + strings.Repeat("a", 40) + `"…`,
		"a" + strings.Repeat("é", 40): `"a` + strings.Repeat("é", 19) + `"…`,
	} {
		if got := Quote(text); got != want {
			t.Errorf("%.50q: %s, expected %s", text, got, want)
		}
	}
	if got := Message(strings.Repeat("é", 600)); got != strings.Repeat("é", 500)+"…" {
		t.Errorf("a message of %d bytes", len(got))
	}
}
