package unpack

import (
	"bytes"
	"errors"
	"io"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"
	"github.com/tourmaline-opt/tourmaline/internal/budget"
)

func gzipped(t *testing.T, text string) []byte {
	t.Helper()
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	if _, err := io.WriteString(z, text); err != nil {
		t.Fatal(err)
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func zstded(t *testing.T, text string) []byte {
	t.Helper()
	w, err := zstd.NewWriter(nil)
	if err != nil {
		t.Fatal(err)
	}
	return w.EncodeAll([]byte(text), nil)
}

func all(r io.Reader, _ string) (string, error) {
	data, err := io.ReadAll(r)
	return string(data), err
}

func TestFrom(t *testing.T) {
	long := gzipped(t, strings.Repeat("0123456789", 1000))
	for _, c := range []struct {
		data  []byte
		limit int64
		want  string
		fault string
	}{
		{[]byte("plain"), 0, "plain", ""},
		{gzipped(t, "zipped"), 0, "zipped", ""},
		{[]byte("\xff\xfeh\x00i\x00"), 0, "hi", ""},
		{[]byte("\xef\xbb\xbfmarked"), 0, "marked", ""},
		{[]byte("a\rb\r"), 0, "a\nb\n", ""},
		{[]byte("a\rb\r\n"), 0, "a\rb\r\n", ""},
		{[]byte("\x93NUMPY\r"), 0, "\x93NUMPY\r", ""},
		{[]byte("a\r\x00"), 0, "a\r\x00", ""},
		{slices.Concat(gzipped(t, "two "), gzipped(t, "members")), 0, "two members", ""},
		{slices.Concat(gzipped(t, "padded"), make([]byte, 512)), 0, "padded", ""},
		{slices.Concat(gzipped(t, "text"), []byte("more")), 0, "", "a.gz: other data follow the compressed content"},
		{slices.Concat(gzipped(t, "text"), make([]byte, 9), []byte("a longer text")), 0, "", "a.gz: other data follow the compressed content"},
		{slices.Concat(zstded(t, "text"), []byte("more")), 0, "", "a.gz: other data follow the compressed content"},
		{slices.Concat(gzipped(t, "text"), gzipped(t, "cut off")[:15]), 0, "", "a.gz: the compressed file is truncated"},
		{long[:len(long)-12], 0, "", "a.gz: the compressed file is truncated"},
		{long, 100, "", "a.gz: too large"},
	} {
		got, err := From(bytes.NewReader(c.data), "a.gz", c.limit, all)
		switch {
		case c.fault == "" && (err != nil || got != c.want):
			t.Errorf("%q, %v, want %q", got, err, c.want)
		case c.fault != "" && (err == nil || !strings.HasPrefix(err.Error(), c.fault)):
			t.Errorf("%v, want %s", err, c.fault)
		}
		if c.limit > 0 && !errors.Is(err, budget.ErrTooLarge) {
			t.Errorf("%v does not wrap ErrTooLarge", err)
		}
	}
}

func TestName(t *testing.T) {
	for path, want := range map[string]string{"a.tsp": "a.tsp", "a.tsp.GZ": "a.tsp", "b/a.csv.zst": "b/a.csv", "gz": "gz"} {
		if got := Name(path); got != want {
			t.Errorf("%s without its compression is %s, want %s", path, got, want)
		}
	}
}

// Verify detects a wrong checksum, which a parser may not reach.
func TestVerify(t *testing.T) {
	data := gzipped(t, "text")
	data[len(data)-6] ^= 1
	r, err := New(bytes.NewReader(data), 0)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	if err := r.Verify(); !errors.Is(err, errDamaged) {
		t.Errorf("a wrong checksum: %v", err)
	}
	gone := errors.New("gone")
	data = gzipped(t, strings.Repeat("0123456789", 10))
	if _, err := From(io.MultiReader(bytes.NewReader(data[:20]), iotest.ErrReader(gone)), "a.gz", 0, all); !errors.Is(err, gone) {
		t.Errorf("a file that cannot be read: %v", err)
	}
}
