package format

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"io"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// decode makes UTF-8 of UTF-16, and skips the byte order mark that some editors write.
func (s *source) decode() {
	head, _ := s.Peek(8)
	var order binary.ByteOrder
	switch {
	case bytes.HasPrefix(head, []byte("\xef\xbb\xbf")):
		_, _ = s.Discard(3) // the bytes just peeked at
	case bytes.HasPrefix(head, []byte("\xff\xfe")):
		order = binary.LittleEndian
		_, _ = s.Discard(2)
	case bytes.HasPrefix(head, []byte("\xfe\xff")):
		order = binary.BigEndian
		_, _ = s.Discard(2)
	case isWide(head, 1):
		order = binary.LittleEndian
	case isWide(head, 0):
		order = binary.BigEndian
	}
	if order != nil {
		s.Reader = bufio.NewReaderSize(&wide{r: s.Reader, order: order}, bufferSize)
	}
}

// isWide reports whether every second byte, from the given one on, is zero and the others
// are letters, digits or marks: the beginning of a UTF-16 file without a byte order mark.
func isWide(head []byte, zero int) bool {
	for i, c := range head {
		if (i%2 == zero) != (c == 0) || c > 0x7e || c != 0 && c < '\t' {
			return false
		}
	}
	return len(head) == 8
}

// A wide reads UTF-16 as UTF-8.
type wide struct {
	r     io.Reader
	order binary.ByteOrder
	raw   [1 << 12]byte
	held  int    // bytes of raw that wait for their other half
	ready []byte // decoded, not yet read
}

// Read decodes the next piece.
func (w *wide) Read(p []byte) (int, error) {
	for len(w.ready) == 0 {
		n, err := w.r.Read(w.raw[w.held:])
		n += w.held
		if err != nil && n == 0 {
			return 0, err
		}
		w.take(n, err != nil)
	}
	n := copy(p, w.ready)
	w.ready = w.ready[n:]
	return n, nil
}

// take decodes n bytes. The first half of a pair waits for the second, unless this is the
// end.
func (w *wide) take(n int, end bool) {
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

// windows1252 are the characters 0x80 to 0x9f of Windows-1252. The others are those of
// Latin-1 and of Unicode.
var windows1252 = []rune("€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ")

// text returns a field as UTF-8. What is no UTF-8 is read as Windows-1252, of which Latin-1
// is a part: spreadsheets on Windows write it.
func (s *source) text(field string) string {
	if utf8.ValidString(field) {
		return field
	}
	s.latin = true
	var b strings.Builder
	for i := range len(field) {
		switch c := field[i]; {
		case c >= 0x80 && c < 0xa0:
			b.WriteRune(windows1252[c-0x80])
		default:
			b.WriteRune(rune(c))
		}
	}
	return b.String()
}

// An asciiReader notices whether anything but ASCII has come, which saves looking at each
// field.
type asciiReader struct {
	R     io.Reader
	other bool
}

func (a *asciiReader) Read(p []byte) (int, error) {
	n, err := a.R.Read(p)
	for rest := p[:n]; !a.other && len(rest) > 0; {
		if len(rest) >= 8 {
			a.other = binary.LittleEndian.Uint64(rest)&0x8080808080808080 != 0
			rest = rest[8:]
			continue
		}
		a.other = rest[0] >= 0x80
		rest = rest[1:]
	}
	return n, err
}

// texts is text for a row.
func (s *source) texts(row []string) []string {
	for i, field := range row {
		row[i] = s.text(field)
	}
	return row
}

// oldLines turns the line ends of old Macs, a carriage return each, into those of today.
type oldLines struct{ io.Reader }

func (o oldLines) Read(p []byte) (int, error) {
	n, err := o.Reader.Read(p)
	for i, c := range p[:n] {
		if c == '\r' {
			p[i] = '\n'
		}
	}
	return n, err
}
