package unpack

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"io"
	"unicode/utf16"
	"unicode/utf8"
)

// decode converts UTF-16 to UTF-8 and the carriage returns of old Macs to line feeds. It skips the
// byte order mark that some editors write.
func (r *Reader) decode() {
	head, _ := r.Peek(8)
	var order binary.ByteOrder
	switch {
	case bytes.HasPrefix(head, []byte("\xef\xbb\xbf")):
		_, _ = r.Discard(3) // cannot fail, because these bytes were peeked
	case bytes.HasPrefix(head, []byte("\xff\xfe")):
		order = binary.LittleEndian
		_, _ = r.Discard(2)
	case bytes.HasPrefix(head, []byte("\xfe\xff")):
		order = binary.BigEndian
		_, _ = r.Discard(2)
	case isWide(head, 1):
		order = binary.LittleEndian
	case isWide(head, 0):
		order = binary.BigEndian
	}
	if order != nil {
		r.Reader = bufio.NewReaderSize(&wide{r: r.Reader, order: order}, BufferSize)
	}
	if text, _ := r.Peek(BufferSize); endsLinesLikeMac(text) {
		r.Reader = bufio.NewReaderSize(lineFeeds{r.Reader}, BufferSize)
	}
}

// endsLinesLikeMac reports whether a text has carriage returns and no line feeds. Data with a zero
// or the magic number of NPY are not text.
func endsLinesLikeMac(text []byte) bool {
	return bytes.IndexByte(text, '\r') >= 0 && bytes.IndexByte(text, '\n') < 0 && bytes.IndexByte(text, 0) < 0 && text[0] != 0x93
}

// lineFeeds replaces carriage returns by line feeds.
type lineFeeds struct{ io.Reader }

func (l lineFeeds) Read(p []byte) (int, error) {
	n, err := l.Reader.Read(p)
	for i, c := range p[:n] {
		if c == '\r' {
			p[i] = '\n'
		}
	}
	return n, err
}

// isWide reports whether every second byte, starting at the given index, is 0 and the other bytes
// are ASCII text. This indicates the start of a UTF-16 file without a byte order mark.
func isWide(head []byte, zero int) bool {
	for i, c := range head {
		if (i%2 == zero) != (c == 0) || c > 0x7e || c != 0 && c < '\t' {
			return false
		}
	}
	return len(head) == 8
}

// A wide is a reader that converts UTF-16 to UTF-8.
type wide struct {
	r     io.Reader
	order binary.ByteOrder
	raw   [1 << 12]byte
	held  int    // number of bytes in raw that wait for the second half of a pair
	ready []byte // decoded bytes that have not been read
}

// Read decodes and returns the next part of the text.
func (w *wide) Read(p []byte) (int, error) {
	for len(w.ready) == 0 {
		n, err := w.r.Read(w.raw[w.held:])
		n += w.held
		if err != nil && n == 0 {
			return 0, err
		}
		w.convert(n, err != nil)
	}
	n := copy(p, w.ready)
	w.ready = w.ready[n:]
	return n, nil
}

// convert decodes n bytes. It holds the first half of a pair until the second half arrives, except
// at the end.
func (w *wide) convert(n int, end bool) {
	w.ready = w.ready[:0]
	i := 0
	for ; i+1 < n; i += 2 {
		c := rune(w.order.Uint16(w.raw[i:]))
		if utf16.IsSurrogate(c) {
			if i+3 >= n && !end {
				break
			}
			second := rune(0)
			if i+3 < n {
				second = rune(w.order.Uint16(w.raw[i+2:]))
			}
			if c = utf16.DecodeRune(c, second); c != utf8.RuneError {
				i += 2
			}
		}
		w.ready = utf8.AppendRune(w.ready, c)
	}
	w.held = copy(w.raw[:], w.raw[min(i, n):n])
	if end && w.held > 0 {
		w.held, w.ready = 0, utf8.AppendRune(w.ready, utf8.RuneError)
	}
}
