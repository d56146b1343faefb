package checkpoint

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"hash"
	"io"
	"strconv"
	"strings"

	"github.com/tourmaline-opt/tourmaline/internal/budget"
)

const (
	// headerLimit is the maximum length of the header line, so that a file without line feeds is
	// rejected early.
	headerLimit = 1 << 20

	// formatLimit is the maximum length of the first line.
	formatLimit = len(begin) + 20
)

// Read reads a checkpoint of at most limit bytes. Memory usage grows with the bytes that arrive,
// never with the length that the header claims, and Read returns nothing unless the checksum
// matches. Before that check, Read uses the claimed length only to find the checksum and to report
// how much is missing.
func Read(r io.Reader, limit int64) (Header, []byte, error) {
	p := parser{in: bufio.NewReader(r), sum: sha256.New()}
	if err := p.format(); err != nil {
		return Header{}, nil, err
	}
	header, err := p.line(headerLimit)
	if err != nil {
		return Header{}, nil, err
	}
	length, err := claimed(header)
	if err != nil {
		return Header{}, nil, err
	}
	payload, err := p.payload(length, limit)
	if err != nil {
		return Header{}, nil, err
	}
	var h Header
	if err := json.Unmarshal(header, &h); err != nil {
		return Header{}, nil, fmt.Errorf("%w: cannot read its header: %w", ErrDamaged, err)
	}
	if h.Format != Format {
		return Header{}, nil, otherFormat(strconv.Itoa(h.Format))
	}
	return h, payload, nil
}

// Bytes reads and verifies a checkpoint as Read does, and returns the bytes of the file. A limit of
// 0 means budget.Default.
func Bytes(r io.Reader, limit int64) ([]byte, error) {
	if limit <= 0 {
		limit = budget.Default
	}
	var data bytes.Buffer
	if _, _, err := Read(io.TeeReader(r, &data), limit); err != nil {
		return nil, err
	}
	return data.Bytes(), nil
}

// A parser reads the parts of a checkpoint in order.
type parser struct {
	in   *bufio.Reader
	sum  hash.Hash // checksum of the bytes read so far
	read int64     // number of bytes read so far
}

// format reads and checks the first line. It does so before the checksum is verified, because other
// formats may store the checksum in a different place.
func (p *parser) format() error {
	start, err := p.in.Peek(len(begin))
	if err != nil && !errors.Is(err, io.EOF) {
		return err
	}
	switch {
	case len(start) == 0:
		return fmt.Errorf("%w: it is empty", ErrForeign)
	case string(start) != begin[:len(start)]:
		return fmt.Errorf("%w: it does not begin with %q", ErrForeign, begin)
	}
	line, err := p.line(formatLimit)
	if err != nil {
		return err
	}
	number := strings.TrimPrefix(string(line), begin)
	if _, err := strconv.ParseUint(number, 10, 64); err != nil {
		return fmt.Errorf("%w: its first line is %q, expected %q followed by a number", ErrDamaged, line, begin)
	}
	if number != strconv.Itoa(Format) {
		return otherFormat(number)
	}
	return nil
}

func otherFormat(number string) error {
	return fmt.Errorf("%w: it has format version %s, but this program reads version %d: use the program that wrote it", ErrFormat, number, Format)
}

// line reads up to the next line feed, and returns the line without it.
func (p *parser) line(limit int) ([]byte, error) {
	var line []byte
	for {
		part, err := p.in.ReadSlice('\n')
		line = append(line, part...)
		switch {
		case err == nil && len(line) <= limit:
			p.sum.Write(line)
			p.read += int64(len(line))
			return bytes.TrimSuffix(line, []byte("\n")), nil
		case len(line) > limit:
			return nil, fmt.Errorf("%w: a header line is longer than %d bytes", ErrDamaged, limit)
		case errors.Is(err, io.EOF):
			return nil, fmt.Errorf("%w: it ends after %d bytes, within its header: was the disk full or the copy incomplete?", ErrCutShort, p.read+int64(len(line)))
		case !errors.Is(err, bufio.ErrBufferFull):
			return nil, err
		}
	}
}

// claimed returns the length of the payload according to the header.
func claimed(header []byte) (int64, error) {
	var h struct {
		Payload *int64 `json:"payload"`
	}
	if err := json.Unmarshal(header, &h); err != nil {
		return 0, fmt.Errorf("%w: its header is not JSON: %w", ErrDamaged, err)
	}
	if h.Payload == nil || *h.Payload < 0 {
		return 0, fmt.Errorf("%w: its header does not contain the payload length", ErrDamaged)
	}
	return *h.Payload, nil
}

// payload reads the rest of the file and verifies the checksum.
func (p *parser) payload(length, limit int64) ([]byte, error) {
	if room := limit - p.read - sha256.Size; length > room {
		return nil, fmt.Errorf("%w: its header declares %d bytes of state, but the limit is %d bytes in total", ErrTooLarge, length, limit)
	}
	whole := p.read + length + sha256.Size
	rest, err := io.ReadAll(io.LimitReader(p.in, length+sha256.Size))
	if err != nil {
		return nil, err
	}
	if got := int64(len(rest)); got < length+sha256.Size {
		return nil, fmt.Errorf("%w: it ends after %d of %d bytes: was the disk full or the copy incomplete?", ErrCutShort, p.read+got, whole)
	}
	payload, sum := rest[:length:length], rest[length:]
	p.sum.Write(payload)
	if !bytes.Equal(p.sum.Sum(nil), sum) {
		return nil, fmt.Errorf("%w: its checksum does not match", ErrDamaged)
	}
	switch _, err := p.in.ReadByte(); {
	case err == nil:
		return nil, fmt.Errorf("%w: it should end after %d bytes: truncate it there, or copy it again", ErrExtra, whole)
	case !errors.Is(err, io.EOF):
		return nil, err
	}
	return payload, nil
}
