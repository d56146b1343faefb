package unpack

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/tourmaline-opt/tourmaline/internal/budget"
)

// windows1252 holds the characters 0x80 to 0x9f of Windows-1252. All other characters have the same
// codes as in Latin-1 and Unicode.
var windows1252 = []rune("€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ")

// Latin converts a text from Windows-1252, a superset of Latin-1 and ASCII, to UTF-8.
func Latin(text string) string {
	b := make([]byte, 0, len(text)+len(text)/4)
	for i := range len(text) {
		b = appendLatin(b, text[i])
	}
	return string(b)
}

func appendLatin(to []byte, c byte) []byte {
	if c >= 0x80 && c < 0xa0 {
		return utf8.AppendRune(to, windows1252[c-0x80])
	}
	return utf8.AppendRune(to, rune(c))
}

var (
	latinNames = []string{"iso-8859-1", "iso8859-1", "latin1", "windows-1252", "cp1252", "us-ascii", "ascii"}
	wideNames  = []string{"utf-16", "utf-16le", "utf-16be", "utf16", "utf8"}
)

// An EncodingError reports that a file declares an encoding that is not supported.
type EncodingError struct{ Name string }

func (e *EncodingError) Error() string {
	return fmt.Sprintf("the encoding %s is not supported: save the file in UTF-8", budget.Quote(e.Name))
}

// XML returns a reader that converts the text of an XML file from the encoding that the file
// declares to UTF-8, for xml.Decoder.CharsetReader. The Reader has already converted UTF-16.
func XML(encoding string, r io.Reader) (io.Reader, error) {
	name := strings.ToLower(encoding)
	switch {
	case slices.Contains(latinNames, name):
		return &latin{r: r}, nil
	case slices.Contains(wideNames, name):
		return r, nil
	}
	return nil, &EncodingError{encoding}
}

// A latin is a reader that converts Windows-1252 to UTF-8.
type latin struct {
	r     io.Reader
	raw   [1 << 10]byte
	text  []byte // buffer for decoded bytes
	ready []byte // decoded bytes that have not been read
}

func (l *latin) Read(p []byte) (int, error) {
	for len(l.ready) == 0 {
		n, err := l.r.Read(l.raw[:])
		if n == 0 && err != nil {
			return 0, err
		}
		l.text = l.text[:0]
		for _, c := range l.raw[:n] {
			l.text = appendLatin(l.text, c)
		}
		l.ready = l.text
	}
	n := copy(p, l.ready)
	l.ready = l.ready[n:]
	return n, nil
}
