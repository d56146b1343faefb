package format

import (
	"bufio"
	"bytes"
	"strings"

	"github.com/tourmaline-opt/tourmaline/internal/unpack"
)

// A labelled is the line number of a label and the city that it names.
type labelled struct {
	city int32
	line int
}

// readLabels reads a file in which every line is the label or code of a city. If some line is not a
// label or code, or if all lines are ids, done is false and a different reader must be used.
func (b *tourBuilder) readLabels() (done bool, err error) {
	look := b.byLine()
	head, _ := b.src.Peek(unpack.BufferSize)
	first, _, _ := strings.Cut(strings.TrimLeft(string(head), " \t\r\n"), "\n")
	if _, ok := look(first); !ok || len(findColumns([]string{first})) > 0 {
		return false, nil
	}
	data, err := b.src.all()
	if err != nil {
		return false, err
	}
	list := b.labelled(data, look)
	if list == nil {
		b.src.Reader.Reader = bufio.NewReader(bytes.NewReader(data))
		return false, nil
	}
	for _, l := range list {
		if err := b.add(l.city, l.line); err != nil {
			return false, err
		}
	}
	return true, nil
}

// labelled returns the cities in a list of labels, or nil if the data are not a list of labels.
func (b *tourBuilder) labelled(data []byte, look func(string) (int32, bool)) (list []labelled) {
	ids, at := 0, 0
	for text := range bytes.Lines(data) {
		at++
		name := string(text)
		if strings.TrimSpace(name) == "" {
			continue
		}
		c, ok := look(name)
		if !ok {
			return nil
		}
		if _, ok := b.byID(name); ok {
			ids++
		}
		list = append(list, labelled{c, at})
	}
	if ids == len(list) {
		return nil
	}
	return list
}

// byLine returns a function that finds the city whose label or code is the whole line. The label
// may be quoted as in CSV.
func (b *tourBuilder) byLine() func(string) (int32, bool) {
	find := firstOf(b.byLabel(), b.byCode())
	return func(line string) (int32, bool) {
		line = strings.TrimRight(line, "\r\n")
		if c, ok := find(line); ok {
			return c, true
		}
		line = strings.TrimSpace(line)
		if c, ok := find(line); ok || len(line) < 2 || line[0] != '"' || line[len(line)-1] != '"' {
			return c, ok
		}
		return find(strings.ReplaceAll(line[1:len(line)-1], `""`, `"`))
	}
}
