package report

import (
	"encoding/xml"
	"errors"
	"io"
	"math"
	"regexp"
	"strings"
	"testing"

	"github.com/tourmaline-opt/tourmaline/internal/experiment"
)

// wellFormed parses the page as XML. The page must be well-formed XML as well as HTML.
func wellFormed(page string) error {
	d := xml.NewDecoder(strings.NewReader(page))
	for {
		if _, err := d.Token(); errors.Is(err, io.EOF) {
			return nil
		} else if err != nil {
			return err
		}
	}
}

// foreign matches everything that would make a browser load or run something.
var foreign = regexp.MustCompile(`(?i)https?://|<script|<link|<img|<iframe|@import|url\(|\son\w+=|(src|href)="[^#]`)

func checkPage(t *testing.T, name, page string) {
	t.Helper()
	if err := wellFormed(page); err != nil {
		t.Errorf("%s: %v", name, err)
	}
	inert := strings.ReplaceAll(page, `xmlns="http://www.w3.org/2000/svg"`, "")
	if found := foreign.FindString(inert); found != "" {
		t.Errorf("%s: the page has %q", name, found)
	}
	for _, word := range []string{"NaN", "Inf", "%!", "ZgotmplZ"} {
		if i := strings.Index(page, word); i >= 0 {
			t.Errorf("%s: %s in %s", name, word, page[max(i-60, 0):i+20])
		}
	}
}

func TestPageNeedsNothingElse(t *testing.T) {
	page := writtenAs(t, compareAll(t, field(3, 3, 5), Options{Command: "tourmaline bench plan.toml"}))["html"]
	checkPage(t, "page", page)
	for _, want := range []string{
		"<h1>A plan</h1>", "4 May 2026, 12:01 to 12:05 UTC", "A CPU, 2 cores at 2100 MHz, linux/amd64, A device; Tourmaline v1, go1.26",
		"<pre>tourmaline bench plan.toml</pre>", "a is better than b on 3 of 3 instances", "critical difference", "Performance profile",
		"tourmaline solve tsplib/i2.tsp --algorithm b --seed 4", "prefers-color-scheme: dark", "@media print", `href="#instance-3"`,
	} {
		if !strings.Contains(page, want) {
			t.Errorf("no %q", want)
		}
	}
	if got := strings.Count(page, "<svg "); got != 2+3*5 {
		t.Errorf("%d pictures", got)
	}
}

func TestNamesAreEscaped(t *testing.T) {
	var records []experiment.Record
	for seed := range uint64(3) {
		for _, contestant := range []string{`<script>alert(1)</script>`, `"onload=x' | *_[`, "esc\x1b[31m\xff"} {
			records = append(records, ended(`<b>&"/<i>.tsp`, contestant, seed, 10+float64(seed), 10))
		}
	}
	records = append(records, failed(`<b>&"/<i>.tsp`, `<script>alert(1)</script>`, 9))
	records[0].Plan, records[0].Machine.CPU, records[0].Command = `</title><script>`, `<script>`, "<script>\x1b"
	out := writtenAs(t, compareAll(t, records, Options{Command: "</pre><script>\n\x1b"}))
	checkPage(t, "names", strings.ReplaceAll(out["html"], "&#34;onload=x", ""))
	if !strings.Contains(out["html"], "&lt;script&gt;alert(1)&lt;/script&gt;") {
		t.Error("the name is not in the page")
	}
	for ending, text := range out {
		if strings.Contains(text, "\x1b") || strings.Contains(text, "\xff") {
			t.Errorf("%s: a control character", ending)
		}
	}
	out["md"], _, _ = strings.Cut(out["md"], "Made by") // code is not escaped
	if strings.Contains(out["md"], "<script") || strings.Contains(out["md"], "x' | *") {
		t.Errorf("Markdown has markup of a name:\n%s", out["md"])
	}
}

// Unusual experiments still yield a report.
func TestOddExperiments(t *testing.T) {
	each := func(records []experiment.Record, change func(i int, r *experiment.Record)) []experiment.Record {
		for i := range records {
			change(i, &records[i])
		}
		return records
	}
	cost := func(known float64, of func(i int) float64) func(int, *experiment.Record) {
		return func(i int, r *experiment.Record) { *r = ended(r.Instance, r.Contestant, r.Seed, of(i), known) }
	}
	for name, records := range map[string][]experiment.Record{
		"one run":            field(1, 1, 1),
		"one run each":       field(3, 3, 1),
		"one contestant":     field(3, 1, 4),
		"one instance":       field(1, 3, 4),
		"fourteen":           field(2, 14, 3),
		"all equal":          each(field(2, 3, 4), cost(1000, func(int) float64 { return 1000 })),
		"below the best":     each(field(2, 2, 4), cost(1000, func(i int) float64 { return 990 + float64(i) })),
		"unknown best":       each(field(2, 2, 4), cost(math.NaN(), func(i int) float64 { return float64(i) })),
		"negative":           each(field(2, 2, 4), cost(-50, func(i int) float64 { return -float64(i) })),
		"best known is zero": each(field(2, 2, 4), cost(0, func(i int) float64 { return float64(i % 2) })),
		"huge":               each(field(2, 2, 4), cost(1, func(i int) float64 { return 1e85 * float64(i) })),
		"infinite":           each(field(2, 2, 4), cost(1, func(i int) float64 { return math.Inf(i%2*2 - 1) })),
		"not a number":       each(field(2, 2, 4), cost(1, func(int) float64 { return math.NaN() })),
		"no trace":           each(field(2, 2, 4), func(_ int, r *experiment.Record) { r.Result.Trace = nil }),
		"no time":            each(field(2, 2, 4), func(_ int, r *experiment.Record) { r.Result.Trace, r.Result.Seconds, r.Result.Steps = nil, 0, 0 }),
		"all failed":         each(field(2, 2, 4), func(_ int, r *experiment.Record) { r.Result = nil }),
		"one failed entirely": each(field(2, 2, 4), func(i int, r *experiment.Record) {
			if r.Contestant == "b" {
				r.Result = nil
			}
		}),
		"nobody met": each(field(2, 2, 4), func(_ int, r *experiment.Record) { r.Instance += r.Contestant }),
	} {
		c := compareAll(t, records, Options{})
		out := writtenAs(t, c)
		checkPage(t, name, out["html"])
		if len(c.Verdicts) == 0 {
			t.Errorf("%s: no verdict", name)
		}
		if got, want := strings.Count(out["csv"], "\n"), 1+cellsWithRuns(c); got != want {
			t.Errorf("%s: %d lines of CSV, want %d", name, got, want)
		}
	}
}

func cellsWithRuns(c *Comparison) int {
	n := 0
	for _, in := range c.Instances {
		for _, cell := range in.Cells {
			if len(cell.Records) > 0 {
				n++
			}
		}
	}
	return n
}
