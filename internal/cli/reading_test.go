package cli

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/tourmaline-opt/tourmaline/internal/testkit"
)

// A workbook is read like a CSV file: its first sheet, or the requested sheet.
func TestWorkbooks(t *testing.T) {
	book := filepath.Join("..", "sheet", "testdata", "stops.xlsx")
	for _, c := range []struct {
		args []string
		code int
		out  []string
	}{
		{[]string{"info", book, "--skip-invalid"}, exitOK, []string{
			"cities 3\n", "metric HAVERSINE", "skipped 1 row\n", "stops.xlsx:6: Länge is empty",
			"stops.xlsx:1: skipped this row above the header on line 3", `sheet: read only the first of 2 sheets, "Stops"; --sheet NAME selects a different sheet`,
		}},
		{[]string{"info", book}, exitInput, []string{"stops.xlsx:6: Länge is empty\n--skip-invalid skips such rows"}},
		{[]string{"info", book, "--sheet", "depots", "--skip-invalid"}, exitOK, []string{"cities 2\n", "metric EUCLIDEAN"}},
		{[]string{"info", book, "--sheet", "Kunden"}, exitInput, []string{`stops.xlsx: no sheet named "Kunden"; sheets: Stops, Depots`}},
		{[]string{"solve", book, "--skip-invalid", "--start", "K-2", "--format", "json", "--max-steps", "1"}, exitOK, []string{`"codes":["K-2"`, "note: skipped "}},
		{[]string{"__complete", "info", book, "--sheet", ""}, exitOK, []string{"Stops\nDepots\n"}},
		{[]string{"info", book, "--max-input", "1KB"}, exitInput, []string{"stops.xlsx: too large: expected at most 1000 bytes, found more\n--max-input 8GB raises the limit"}},
	} {
		var out bytes.Buffer
		if code := Main(c.args, &out, &out); code != c.code {
			t.Errorf("%v: exit code %d, expected %d", c.args, code, c.code)
		}
		told := regexp.MustCompile(" +").ReplaceAllString(out.String(), " ")
		for _, want := range c.out {
			if !strings.Contains(told, want) {
				t.Errorf("%v: expected %q in\n%s", c.args, want, out.String())
			}
		}
	}
}

// A matrix file may be a workbook, which is read from its first sheet.
func TestMatrixInWorkbook(t *testing.T) {
	folder := t.TempDir()
	matrix, stops := filepath.Join(folder, "m.xlsx"), filepath.Join(folder, "stops.csv")
	var sheet strings.Builder
	sheet.WriteString("<worksheet><sheetData>")
	for _, row := range [][]int{{0, 5, 9}, {5, 0, 7}, {9, 7, 0}} {
		sheet.WriteString("<row>")
		for _, v := range row {
			fmt.Fprintf(&sheet, "<c><v>%d</v></c>", v)
		}
		sheet.WriteString("</row>")
	}
	sheet.WriteString("</sheetData></worksheet>")
	for path, data := range map[string][]byte{matrix: workbookBytes([]byte(sheet.String()), nil), stops: []byte("x,y\n0,0\n1,0\n0,1\n")} {
		if err := os.WriteFile(path, data, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	var out bytes.Buffer
	if code := Main([]string{"solve", stops, "--matrix", matrix}, &out, &out); code != exitOK || !strings.Contains(out.String(), "cost 21") {
		t.Errorf("exit code %d\n%s", code, out.String())
	}
}

// The time limit also ends the reading of a file, and of what is unpacked from it.
func TestTimeLimitEndsReading(t *testing.T) {
	v := &solve{began: time.Now()}
	v.limitReading(t.Context())()
	if v.until != nil {
		t.Error("without a time limit, nothing ends the reading")
	}
	for limit, want := range map[time.Duration]time.Duration{time.Minute: time.Minute, time.Millisecond: shortestReading} {
		v.request.Time = limit
		cancel := v.limitReading(t.Context())
		end, _ := v.until.Deadline()
		if late := end.Sub(v.began) - want; late < 0 || late > 10*time.Second {
			t.Errorf("-t %v: reading ends after %v, want %v", limit, end.Sub(v.began), want)
		}
		cancel()
	}
	over, cancel := context.WithCancelCause(t.Context())
	cancel(errors.New("the time is over"))
	folder := t.TempDir()
	for name, text := range map[string]string{"a.csv": "x,y\n0,0\n", "a.xlsx": string(workbookBytes([]byte(sheetHead), nil)), "a.mc": "2 1\n1 2\n", "a.drl": "M48\n"} {
		path := filepath.Join(folder, name)
		testkit.WriteFile(t, path, text)
		v := &solve{reading: reading{until: over}}
		_, _, err := v.readOther(path, v.reading)
		switch filepath.Ext(name) {
		case ".drl":
			_, err = v.board(path)
		case ".csv", ".xlsx":
			_, err = v.document(path)
		}
		if err == nil || !strings.Contains(err.Error(), "the time is over") || exitCode(err) != exitInput {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// If the first sheet is a cover sheet, the error message names the other sheets.
func TestCoverSheet(t *testing.T) {
	cover := testkit.Zip(t, map[string]string{
		"xl/_rels/workbook.xml.rels": `<Relationships><Relationship Id="r1" Target="one.xml"/></Relationships>`,
		"xl/workbook.xml":            `<workbook xmlns:r="x"><sheets><sheet name="Cover" r:id="r1"/><sheet name="Stops" r:id="r1"/></sheets></workbook>`,
		"xl/one.xml":                 `<worksheet><sheetData><row><c t="str"><v>Tours of March</v></c></row><row><c t="str"><v>by Meier</v></c></row></sheetData></worksheet>`,
	})
	book := filepath.Join(t.TempDir(), "a.xlsx")
	testkit.WriteFile(t, book, string(cover))
	var out bytes.Buffer
	const want = "\nthis is the first of 2 sheets, \"Cover\"; --sheet NAME selects a different sheet: Stops\n"
	if code := Main([]string{"info", book}, &out, &out); code != exitInput || !strings.Contains(out.String(), want) {
		t.Errorf("exit code %d, expected %q in\n%s", code, want, out.String())
	}
}
