package report

import (
	"encoding/binary"
	"io"
	"math"
	"strings"
	"testing"

	"github.com/tourmaline-opt/tourmaline"
	"github.com/tourmaline-opt/tourmaline/internal/experiment"
)

// FuzzReport builds records from arbitrary bytes and checks that they yield a report or an error.
func FuzzReport(f *testing.F) {
	f.Add([]byte("0123456789012345678901234567890123456789"), byte(0))
	f.Add(make([]byte, 200), byte(7))
	f.Fuzz(func(t *testing.T, data []byte, flags byte) {
		o := Options{ExcludeBusy: flags&1 != 0}
		if flags&2 != 0 {
			o.Measure = "cost"
		}
		if flags&4 != 0 {
			o.TargetGaps = []float64{1, 0}
		}
		c, err := Compare(anyRecords(data), o)
		if err != nil {
			return
		}
		for _, write := range []func(io.Writer, *Comparison) error{Text, Markdown, CSV} {
			if err := write(io.Discard, c); err != nil {
				t.Error(err)
			}
		}
		var page strings.Builder
		if err := HTML(&page, c); err != nil {
			t.Error(err)
		}
		if err := wellFormed(page.String()); err != nil {
			t.Error(err)
		}
	})
}

// anyRecords builds a record from every 20 bytes, up to 40 records.
func anyRecords(data []byte) []experiment.Record {
	var records []experiment.Record
	for len(data) >= 20 && len(records) < 40 {
		b := data[:20]
		data = data[20:]
		r := failed(string(rune('p'+b[0]%3)), string(b[1:2])+string(rune('a'+b[2]%4)), uint64(b[3]%4))
		r.Busy = b[4]&1 != 0
		if b[4]&6 != 0 {
			r.Result = anyResult(b[4:])
		}
		records = append(records, r)
	}
	return records
}

func anyResult(b []byte) *tourmaline.Result {
	number := func(i int) float64 {
		if b[0]&8 != 0 { // arbitrary float
			return math.Float64frombits(binary.LittleEndian.Uint64(b[i:]))
		}
		return float64(int8(b[i]))
	}
	r := &tourmaline.Result{Cost: number(1), Seconds: number(2), Steps: int(int8(b[3]))}
	if b[0]&16 != 0 {
		known := number(4)
		r.BestKnown = &known
		if gap, ok := (tourmaline.Known{Value: known}).Gap(r.Cost); ok {
			r.GapPercent = &gap
		}
	}
	for i := range int(b[0] >> 6) {
		r.Trace = append(r.Trace, tourmaline.TracePoint{Seconds: number(5 + i), Step: int(int8(b[6+i])), Cost: number(1 + i)})
	}
	return r
}
