package experiment

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"

	"github.com/tourmaline-opt/tourmaline/internal/budget"
	"github.com/tourmaline-opt/tourmaline/internal/humanize"
	"github.com/tourmaline-opt/tourmaline/internal/outfile"
)

// A Log is a file of records, one JSON object per line. An added record survives a crash of the
// program or the machine.
type Log struct {
	file *os.File
	done map[string]Record // records with a result, by key
}

// OpenLog opens or creates a log for adding records. It removes an incomplete last line, which a
// killed program leaves; that run will be repeated.
func OpenLog(path string) (*Log, error) {
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o644)
	if err != nil {
		return nil, err
	}
	l, err := recoverLog(f, path)
	if err != nil {
		return nil, errors.Join(err, f.Close())
	}
	return l, nil
}

// recoverLog locks and reads a log and truncates an incomplete last line.
func recoverLog(f *os.File, path string) (*Log, error) {
	if err := outfile.Lock(f); err != nil {
		return nil, fmt.Errorf("%s: another program is writing to it: %w", path, err)
	}
	records, whole, err := readRecords(f, path)
	if err != nil {
		return nil, err
	}
	if err := f.Truncate(whole); err != nil {
		return nil, err
	}
	if _, err := f.Seek(whole, io.SeekStart); err != nil {
		return nil, err
	}
	return newLog(f, records), nil
}

func newLog(f *os.File, records []Record) *Log {
	l := &Log{file: f, done: map[string]Record{}}
	for _, r := range records {
		l.remember(r)
	}
	return l
}

// remember stores a record that has a result.
func (l *Log) remember(r Record) {
	if r.Result != nil {
		l.done[r.Key] = r
	}
}

// Has reports whether the log has a result for the run with the given key.
func (l *Log) Has(key string) bool {
	_, has := l.done[key]
	return has
}

// Of returns the records of the runs that have a result, in the order of runs. The contestants have
// the names of the runs, even if a different plan made the records.
func (l *Log) Of(runs []Run) []Record {
	var all []Record
	for _, r := range runs {
		if record, has := l.done[r.Key()]; has {
			record.Contestant = r.Contestant.Name
			all = append(all, record)
		}
	}
	return all
}

// ErrInstance means that a log has results for a different instance of the same name.
var ErrInstance = errors.New("is not the instance the log was started with")

// ErrFormer means that a log has records of the same plan that share seeds.
var ErrFormer = errors.New("the log has records of an earlier version, in which all contestants had the same seeds: use a new log")

// noFormer returns an error if the log has former records of the runs, because runs with seeds of
// their own must not be mixed with runs that share seeds.
func (l *Log) noFormer(runs []Run) error {
	for _, r := range runs {
		if l.Has(r.FormerKey()) {
			return ErrFormer
		}
	}
	return nil
}

// sameInstance returns an error if the log has results for a different instance of the same name.
func (l *Log) sameInstance(name, hash string) error {
	for _, r := range l.done {
		if r.Instance == name && r.Result.Instance.Hash != hash {
			return fmt.Errorf("%s %w (%s, now %s): use a new log", name, ErrInstance, r.Result.Instance.Hash, hash)
		}
	}
	return nil
}

// Add writes a record and syncs it to disk.
func (l *Log) Add(r Record) error {
	var line bytes.Buffer
	e := json.NewEncoder(&line)
	e.SetEscapeHTML(false) // commands contain &&
	if err := e.Encode(r); err != nil {
		return err
	}
	if _, err := l.file.Write(line.Bytes()); err != nil {
		return err
	}
	if err := l.file.Sync(); err != nil {
		return err
	}
	l.remember(r)
	return nil
}

// Close closes the log.
func (l *Log) Close() error { return l.file.Close() }

// ReadLog reads the records of a file, including those without a result. If a failed run was
// repeated, the repetition replaces it.
func ReadLog(path string) ([]Record, error) {
	return budget.File(path, ReadRecords)
}

// ReadRecords is like [ReadLog], but reads from r. The name appears in errors.
func ReadRecords(r io.Reader, name string) ([]Record, error) {
	records, _, err := readRecords(r, name)
	if err == nil && len(records) == 0 {
		err = fmt.Errorf("%s: %w: the file contains no records", name, fs.ErrInvalid)
	}
	return records, err
}

// readRecords reads the complete lines of a log. whole is the offset at which they end.
func readRecords(r io.Reader, name string) (records []Record, whole int64, err error) {
	at := map[string]int{}
	lines := bufio.NewReaderSize(budget.New(r, 0), 1<<20)
	for number := 1; ; number++ {
		line, err := readLine(lines)
		if errors.Is(err, io.EOF) {
			return records, whole, cutShort(line, name, number)
		}
		if err != nil {
			return nil, 0, fmt.Errorf("%s: %w", name, err)
		}
		whole += int64(len(line))
		if len(bytes.TrimSpace(line)) == 0 {
			continue
		}
		record, err := parseRecord(line)
		if err != nil {
			return nil, 0, fmt.Errorf("%s:%d: %w", name, number, err)
		}
		if i, again := at[record.Key]; again {
			if records[i].Result == nil {
				records[i] = record
			}
			continue
		}
		at[record.Key] = len(records)
		records = append(records, record)
	}
}

// maxLine is the maximum length of a line in bytes. The tour of a million cities takes 8 MB.
const maxLine = 1 << 28

// readLine reads a line and its line feed. It stops early if the line is too long, or does not
// start like a JSON object.
func readLine(r *bufio.Reader) (line []byte, err error) {
	for {
		part, err := r.ReadSlice('\n')
		line = append(line, part...)
		text := bytes.TrimLeft(line, " \t\r\n")
		switch {
		case !errors.Is(err, bufio.ErrBufferFull):
			return line, err
		case len(text) > 0 && text[0] != '{':
			return line, io.EOF
		case len(line) > maxLine:
			return nil, fmt.Errorf("%w: expected lines of at most %s, found a longer one", budget.ErrTooLarge, humanize.Bytes(maxLine))
		}
	}
}

// lineStart is the start of every line of a log.
const lineStart = `{"schema":"` + Schema + `",`

// cutShort accepts an incomplete last line. A file whose last line does not start like a record is
// not a log and must not be changed.
func cutShort(line []byte, name string, number int) error {
	size := min(len(line), len(lineStart))
	if string(line[:size]) == lineStart[:size] {
		return nil
	}
	return fmt.Errorf("%s:%d: found %s, expected a run record", name, number, budget.Quote(line))
}

func parseRecord(line []byte) (r Record, err error) {
	if err := json.Unmarshal(line, &r); err != nil {
		return r, fmt.Errorf("not a run record: %w", budget.PlainJSON(err))
	}
	if r.Schema != Schema {
		return r, fmt.Errorf("schema %q: expected %q, as written by bench or compare", r.Schema, Schema)
	}
	return r, nil
}
