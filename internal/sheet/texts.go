package sheet

import (
	"encoding/xml"
	"errors"
)

// texts contains the shared texts, to which cells refer by number.
type texts struct {
	all  []byte
	ends []int32
}

func (t *texts) at(i int) (string, bool) {
	if i < 0 || i >= len(t.ends) {
		return "", false
	}
	from := int32(0)
	if i > 0 {
		from = t.ends[i-1]
	}
	return string(t.all[from:t.ends[i]]), true
}

var errTexts = errors.New("the workbook contains more than 2 GiB of text")

// readTexts reads the shared texts, if the workbook contains any.
func (b *Book) readTexts() error {
	const name = "xl/sharedStrings.xml"
	if b.parts[name] == nil {
		return nil
	}
	var in run
	return b.tokens(name, func(token xml.Token) error {
		if end, ok := token.(xml.EndElement); ok && end.Name.Local == "si" {
			if len(b.texts.all) > 1<<31-1-maxMarkup {
				return errTexts
			}
			b.texts.ends = append(b.texts.ends, int32(len(b.texts.all)))
		}
		b.texts.all = in.take(b.texts.all, token)
		return nil
	})
}

// A run collects the pieces of a text, which are in t elements. It skips pieces within rPh
// elements, which specify the pronunciation.
type run struct {
	text, aside bool
}

// take appends the text of a token, if it is a piece of the text.
func (r *run) take(to []byte, token xml.Token) []byte {
	switch t := token.(type) {
	case xml.StartElement:
		r.text = t.Name.Local == "t"
		r.aside = r.aside || t.Name.Local == "rPh"
	case xml.EndElement:
		r.text = false
		r.aside = r.aside && t.Name.Local != "rPh"
	case xml.CharData:
		if r.text && !r.aside {
			to = append(to, t...)
		}
	}
	return to
}
