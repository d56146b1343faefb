package cli

import (
	"archive/zip"
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/tourmaline-opt/tourmaline"
	"github.com/tourmaline-opt/tourmaline/internal/access"
	"github.com/tourmaline-opt/tourmaline/internal/budget"
	"github.com/tourmaline-opt/tourmaline/internal/checkpoint"
	"github.com/tourmaline-opt/tourmaline/internal/experiment"
	"github.com/tourmaline-opt/tourmaline/internal/experiment/report"
	"github.com/tourmaline-opt/tourmaline/internal/job"
	"github.com/tourmaline-opt/tourmaline/internal/osrm"
	"github.com/tourmaline-opt/tourmaline/internal/outfile"
	"github.com/tourmaline-opt/tourmaline/internal/pools"
	"github.com/tourmaline-opt/tourmaline/internal/unpack"
	"github.com/tourmaline-opt/tourmaline/tsp"
	"github.com/tourmaline-opt/tourmaline/tsp/format"
)

// A reader is one of the program's input readers, with generators of test files for it.
type reader struct {
	name   string
	ending string
	read   func(path string) error
	// maximum number of bytes that it reads; 0 if the limit is too large for a test to reach
	most    int
	honest  func(size int) []byte // nil if only hostile files are read
	hostile map[string]func(size int) []byte
}

var allReaders = []reader{
	{"tsplib places", ".tsp", readInstance, 0, places2D, map[string]func(int) []byte{
		"comments": repeat("NAME: x\n", "COMMENT: x\n", ""),
		"words":    numbered("", "W%d_SECTION\n", ""),
		"nothing":  repeat("", "\n", ""),
	}},
	{"tsplib matrix", ".tsp", readInstance, 0, weights, map[string]func(int) []byte{
		"unannounced": repeat("EDGE_WEIGHT_SECTION\n", "0 ", "\nEOF\n"),
		"announced":   repeat("DIMENSION: 3\nEDGE_WEIGHT_TYPE: EXPLICIT\nEDGE_WEIGHT_FORMAT: FULL_MATRIX\nEDGE_WEIGHT_SECTION\n", "1 ", "\nEOF\n"),
		"ids":         repeat("NODE_ID_SECTION\n", "1 ", "-1\nEOF\n"),
	}},
	{"csv places", ".csv", readInstance, 0, table("id,x,y,name\n", "%[1]d,%.1[2]f,%.2[3]f,n%[1]d\n", ""), map[string]func(int) []byte{
		"commas":   repeat("x,y", ",", "\n"),
		"bare":     repeat("", "0,0\n", ""),
		"no names": repeat("x,y,name\n", "0,0,\n", ""),
		"names":    numbered("name,x,y\n", "a%x,0,0\n", ""),
		"ids":      numbered("id,x,y\n", "%[1]d%[1]d,0,0\n", ""),
		"quote":    repeat("x,y,name\n0,0,\"", "a", "\"\n"),
	}},
	{"csv columns", ".csv", readDocument, 0, table("Kundennr;Kunde;Breite;Laenge;Art\n", "K%[1]d;n;%.1[2]f;9;a\n", ""), map[string]func(int) []byte{
		"wide":    func(size int) []byte { return repeat("x,y"+strings.Repeat(",c", size/8)+"\n", "0,0\n", "")(size) },
		"empty":   repeat("x,y,a,b,c,d,e,f,g,h\n", "0,0,,,,,,,,\n", ""),
		"faults":  repeat("x,y,a\n0,0\n", "a\n", ""),
		"latin":   repeat("name,x,y,a\n", "\xe4,0,0,\xe4\n", ""),
		"no head": repeat("", "a,0.0001,0.0001\n", ""),
		"utf-16":  repeat("\xff\xfex\x00,\x00y\x00\n\x00", "0\x00,\x000\x00\n\x00", ""),
	}},
	{"xlsx", ".xlsx", readDocument, 0, packedSheet(table(sheetHead, "<row><c><v>%[1]d</v></c><c><v>%.1[2]f</v></c><c><v>%.2[3]f</v></c></row>", "</sheetData></worksheet>")), map[string]func(int) []byte{
		"rows":    packedSheet(repeat(sheetHead, "<row/>", "")),
		"cells":   packedSheet(repeat(sheetHead+"<row>", "<c/>", "")),
		"right":   packedSheet(repeat(sheetHead, `<row><c r="XFD1"><v>1</v></c></row>`, "")),
		"nested":  packedSheet(repeat(sheetHead, "<a>", "")),
		"text":    packedSheet(repeat(sheetHead, "a", "")),
		"strings": packedTexts(repeat("<sst>", "<si/>", "")),
		"zeros":   repeat("", "\x00", ""),
	}},
	{"csv matrix", ".csv", readInstance, 0, square("", ",", "\n", ""), map[string]func(int) []byte{
		"one row": repeat("0", ",0", "\n"),
		"header":  repeat("a", ",a", "\n"),
		"rows":    repeat("", "0,0,0,0\n", ""),
	}},
	{"geojson", ".geojson", readInstance, 0,
		table(`{"type": "FeatureCollection", "features": [`, `{"type": "Feature", "properties": {"name": "n%[1]d"}, "geometry": {"type": "Point", "coordinates": [%.1[2]f, 4.5]}},`, `{"type": "Feature", "geometry": {"type": "Point", "coordinates": [7, 8]}}]}`),
		map[string]func(int) []byte{
			"features":   repeat(`{"type": "FeatureCollection", "features": [{}`, ",{}", "]}"),
			"lines":      repeat(`{"type": "FeatureCollection", "features": [{"geometry":{"type":"Polygon"}}`, `,{"geometry":{"type":"Polygon"}}`, "]}"),
			"points":     repeat(`{"type": "MultiPoint", "coordinates": [[0,0]`, ",[0,0]", "]}"),
			"empty":      repeat(`{"type": "MultiPoint", "coordinates": [[]`, ",[]", "]}"),
			"nested":     nested(`{"type":"GeometryCollection","geometries":[`, `{"type":"Point","coordinates":[1,2]}`, `]}`, 4900),
			"properties": numbered(`{"type": "Feature", "properties": {"":0`, `,"%x":0`, `}, "geometry": {"type": "Point", "coordinates": [1, 2]}}`),
		}},
	{"json points", ".json", readInstance, 0, table(`{"points": [`, "[%.1[2]f, %.2[3]f],\n", "[0, 0]]}"), map[string]func(int) []byte{
		"lists":   repeat("[[]", ",[]", "]"),
		"objects": repeat("[{}", ",{}", "]"),
		"numbers": repeat("[0", ",0", "]"),
		"row":     repeat("[[0", ",0", "]]"),
		"pairs":   repeat("[[0,0]", ",[0,0]", "]"),
		"type":    repeat(`{"type": [0`, ",0", "]}"),
		"labels":  repeat(`{"points": [[0,0]], "labels": [""`, `,""`, "]}"),
		"ids":     repeat(`{"points": [[0,0]], "ids": [0`, ",0", "]}"),
		"fixed":   repeat(`{"points": [[0,0]], "fixed": [[]`, ",[]", "]}"),
		"sources": repeat(`{"durations": [[0]], "sources": [{}`, ",{}", "]}"),
		"members": numbered(`[{"":0`, `,"%x":0`, "}]"),
		"deep":    repeat("", "[", ""),
		"text":    repeat(`{"name": "`, "a", `", "points": [[0,0]]}`),
	}},
	{"json places", ".json", readInstance, 0, table("[", "{\"x\": %.1[2]f, \"y\": %.2[3]f, \"name\": \"n%[1]d\"},\n", `{"x": 0, "y": 0, "name": "last"}]`), nil},
	{"osrm", ".json", readInstance, 0, square(`{"code": "Ok", "durations": [[`, ",", "],[", "]]}"), map[string]func(int) []byte{
		"row":   repeat(`{"durations": [[0`, ",0", "]]}"),
		"nulls": repeat(`{"durations": [[null`, ",null", "]]}"),
	}},
	{"npy", ".npy", readInstance, 0, array1, map[string]func(int) []byte{
		"claim": repeat(npyHead("<f8", 500_000_000, 500_000_000), "\x00", ""),
		"bytes": func(size int) []byte { return repeat(npyHead("|u1", size/3, 3), "\x00", "")(size + 200) },
	}},
	{"gpx", ".gpx", readInstance, 0, table("<gpx>", "<wpt lat=\"%.1[2]f\" lon=\"4.5\"><name>n%[1]d</name></wpt>\n", "</gpx>"), map[string]func(int) []byte{
		"nested":     repeat("<gpx>", "<a>", ""),
		"pieces":     repeat(`<gpx><wpt lat="1" lon="2"><name>`, "a<!---->", "</name></wpt></gpx>"),
		"names":      repeat(`<gpx><metadata>`, "<name>a</name>", "</metadata></gpx>"),
		"attributes": repeat("<gpx", ` a=""`, "/>"),
		"points":     repeat("<gpx>", `<wpt lat="0" lon="0"/>`, "</gpx>"),
		"text":       repeat("<gpx>", "a", "</gpx>"),
	}},
	{"tour", ".tour", readATour, 0, identity, map[string]func(int) []byte{
		"json":    repeat("[1,2,3", ",1", "]"),
		"list":    repeat("1 2 3", " 1", ""),
		"nothing": repeat("TYPE: TOUR\nTOUR_SECTION\n", "\n", "1\n2\n3\n-1\n"),
		"labels":  repeat("1\n2\n3\n", "1\n", ""),
		"csv":     repeat("id", ",id", "\n"),
	}},
	{"qap", ".dat", readOther, 0, facilities, map[string]func(int) []byte{
		"claim": repeat("10000 ", "0 ", ""),
		"word":  repeat("", "0", ""),
	}},
	{"perceptron", ".ppp", readOther, 0, signs, map[string]func(int) []byte{
		"line":     repeat("PERCEPTRON 3 3\n", "+", "\n"),
		"products": repeat("PERCEPTRON 1 3\n+++\nPRODUCTS", " 1", "\n"),
	}},
	{"maxcut", ".mc", readOther, 0, edges, map[string]func(int) []byte{
		"announced": repeat("1000000 3\n", "1 2\n", ""),
		"nothing":   repeat("1000000 3\n", "\n", ""),
	}},
	{"colouring", ".col", readOther, 0, repeat("p edge 1000000 1\n", "e 17 1000000\n", ""), map[string]func(int) []byte{
		"comments": repeat("p edge 1000000 1\n", "c\n", ""),
		"edges":    repeat("p edge 9 1\n", "e 1 2\n", ""),
	}},
	{"excellon", ".drl", readABoard, 0, table("M48\nMETRIC\nT1C1\n%\nT1\n", "X%.3[2]fY%.3[3]f\n", "M30\n"), map[string]func(int) []byte{
		"holes":    repeat("M48\nMETRIC,TZ\nT1C1\n%\nT1\nX0Y0\n", "X1\n", ""),
		"slots":    repeat("M48\nMETRIC,TZ\nT1C1\n%\nT1\n", "G00X1Y1\nM15\nM16\n", ""),
		"repeats":  repeat("M48\nMETRIC,TZ\nT1C1\n%\nT1\n", "X1Y1\nR1X1\n", ""),
		"runs":     repeat("M48\nMETRIC,TZ\nT1C1\n%\nT1\nX0Y0\n", "X1\nT1\n", ""),
		"tools":    numbered("M48\nMETRIC,TZ\n", "T%06d\n", ""),
		"comments": repeat("M48\nMETRIC,TZ\nT1C1\n%\nT1\n", ";\n", ""),
		"nothing":  repeat("M48\n", "\n", ""),
	}},
	{"checkpoint", ".ckpt", readCheckpoint, 0, saved, map[string]func(int) []byte{
		"claim":  repeat("tourmaline checkpoint 1\n{\"format\":1,\"payload\":1099511627776}\n", "\x00", ""),
		"zeros":  repeat("", "\x00", ""),
		"header": repeat("tourmaline checkpoint 1\n", "a", ""),
	}},
	{"config", ".conf", readAConfig, int(budget.Small), settings, map[string]func(int) []byte{
		"lists":   repeat(`{"param": [[]`, ",[]", "]}"),
		"members": numbered(`{"":0`, `,"%x":0`, "}"),
		"zeros":   repeat("", "\x00", ""),
	}},
	{"plan", ".toml", readAPlan, int(budget.Small), plans, map[string]func(int) []byte{
		"brackets":    repeat("a = ", "[", ""),
		"points":      repeat("a", ".a", " = 1"),
		"tables":      numbered("", "[a%d]\n", ""),
		"contestants": repeat("title = \"a\"\n", "[[contestant]]\n", ""),
		"lists":       repeat("a = [[]", ",[]", "]"),
		"zeros":       repeat("", "\x00", ""),
	}},
	{"records", ".ndjson", readRecords, 0, numbered("", `{"schema":"tourmaline/run/v1","key":"%d","result":{"cost":1,"tour":[1,2,3,4,5,6,7,8,9,10]}}`+"\n", ""), map[string]func(int) []byte{
		"open":   repeat(`{"schema":"tourmaline/run/v1","key":"`, "a", ""),
		"params": repeat(`{"schema":"tourmaline/run/v1","contestant":{"params":{"a":[[]`, ",[]", "]}}}\n"),
		"traces": repeat(`{"schema":"tourmaline/run/v1","key":"a","result":{"trace":[{}`, ",{}", "]}}\n"),
		"short":  numbered("", `{"schema":"tourmaline/run/v1","key":"%x"}`+"\n", ""),
		"lines":  repeat("", "\n", ""),
		"zeros":  repeat("", "\x00", ""),
	}},
	{"tokens", ".tokens", readTokens, 4 << 20, tokens, map[string]func(int) []byte{
		"tokens":  repeat(`{"schema":"tourmaline/access/v1","tokens":[{}`, ",{}", "]}"),
		"tenants": numbered(`{"schema":"tourmaline/access/v1","tenants":{"":{}`, `,"%x":{}`, "}}"),
		"deep":    repeat("", "[", ""),
		"zeros":   repeat("", "\x00", ""),
	}},
	{"pools", ".pools", readPools, int(budget.Small), nil, map[string]func(int) []byte{
		"keys": repeat(`{"schema":"tourmaline/pools/v1","keys":[{}`, ",{}", "]}"),
		"deep": repeat("", "[", ""),
	}},
	{"osrm server", ".answer", askOSRM, 0, nil, map[string]func(int) []byte{
		"row":   repeat(`{"durations": [[0`, ",0", "]]}"),
		"rows":  repeat(`{"durations": [[]`, ",[]", "]}"),
		"open":  repeat(`{"code": "`, "a", ""),
		"steps": repeat(`{"code": "Ok", "routes": [{"legs": [{"steps": [{}`, ",{}", "]}]}]}"),
		"legs":  repeat(`{"code": "Ok", "routes": [{"legs": [{}`, ",{}", "]}]}"),
		"way":   repeat(`{"code": "Ok", "routes": [{"legs": [{"steps": [{"geometry": {"coordinates": [[]`, ",[]", "]}}]}]}]}"),
	}},
	{"trace", ".jsonl", readATrace, 0, table("", "{\"seconds\": %[1]d, \"cost\": %.1[2]f}\n", ""), map[string]func(int) []byte{
		"points": repeat(`{"trace": [{}`, ",{}", "]}"),
		"empty":  repeat("", "{}", ""),
	}},
}

func readInstance(path string) error {
	_, err := format.ReadFile(path, format.Options{})
	return err
}

func readDocument(path string) error {
	_, err := reading{Reading: job.Reading{SkipInvalid: true}}.document(path)
	return err
}

const sheetHead = `<worksheet><sheetData><row><c t="str"><v>id</v></c><c t="str"><v>x</v></c><c t="str"><v>y</v></c></row>`

// packedSheet generates workbooks whose sheet is the given text, and packedTexts generates
// workbooks with strings that no cell refers to. The workbooks are not compressed, so their size is
// the size of the text.
func packedSheet(text func(int) []byte) func(int) []byte {
	return func(size int) []byte { return workbookBytes(text(size), nil) }
}

func packedTexts(text func(int) []byte) func(int) []byte {
	return func(size int) []byte { return workbookBytes([]byte(sheetHead), text(size)) }
}

func workbookBytes(sheet, texts []byte) []byte {
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for _, part := range []struct {
		name string
		text []byte
	}{
		{"xl/_rels/workbook.xml.rels", []byte(`<Relationships><Relationship Id="r1" Target="worksheets/sheet1.xml"/></Relationships>`)},
		{"xl/workbook.xml", []byte(`<workbook xmlns:r="x"><sheets><sheet name="One" r:id="r1"/></sheets></workbook>`)},
		{"xl/worksheets/sheet1.xml", sheet}, {"xl/sharedStrings.xml", texts},
	} {
		w, err := z.CreateHeader(&zip.FileHeader{Name: part.name, Method: zip.Store})
		if err == nil {
			_, err = w.Write(part.text)
		}
		if err != nil {
			panic(err)
		}
	}
	if err := z.Close(); err != nil {
		panic(err)
	}
	return b.Bytes()
}

// readATour takes the number of cities from the file name.
func readATour(path string) error {
	_, digits, _ := strings.Cut(unpack.Name(filepath.Base(path)), "=")
	n, err := strconv.Atoi(strings.TrimSuffix(digits, ".tour"))
	if err != nil {
		n = 3
	}
	in, err := tsp.FromCoords(tsp.Euclidean, 2, make([]float64, 2*n))
	if err == nil {
		_, _, err = format.ReadTourFile(path, in)
	}
	return err
}

func readOther(path string) error {
	_, other, err := problemFlags{}.readOther(path, reading{})
	if err == nil && !other {
		err = errors.New("not read as another problem")
	}
	return err
}

func readCheckpoint(path string) error {
	_, err := (&solve{checkpoint: path}).readCheckpoint()
	return err
}

func readABoard(path string) error {
	_, err := reading{}.board(path)
	return err
}

func readAConfig(path string) error {
	c := newSolve(streams{io.Discard, io.Discard, outfile.OS()})
	return (&solve{config: path}).readConfig(c)
}

func readATrace(path string) error {
	_, err := report.ReadRun(path)
	return err
}

func readAPlan(path string) error {
	_, err := readPlan(path)
	return err
}

func readRecords(path string) error {
	_, err := experiment.ReadLog(path)
	return err
}

func readTokens(path string) error {
	if err := os.Chmod(path, 0o600); err != nil {
		return err
	}
	_, err := access.Open(path)
	return err
}

func readPools(path string) error {
	if err := os.Chmod(path, 0o600); err != nil {
		return err
	}
	_, err := pools.Open(path)
	return err
}

// askOSRM requests a table and roads from a server that answers with a file.
func askOSRM(path string) error {
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { http.ServeFile(w, r, path) }))
	defer s.Close()
	c, err := osrm.New(s.URL, "driving")
	if err != nil {
		return err
	}
	_, err = c.Table(context.Background(), make([]float64, 200))
	_, again := c.Roads(context.Background(), make([]float64, 200))
	return errors.Join(err, again)
}

// plans generates a plan with many instances.
func plans(size int) []byte {
	return numbered("title = \"a\"\ninstances = [\n", "\"uniform:%d\",\n", "]\n[[contestant]]\nalgorithm = \"ils\"\n")(min(size, int(budget.Small)-30))
}

func tokens(size int) []byte {
	const digest = "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef"
	return numbered(`{"schema":"tourmaline/access/v1","tenants":{"a":{}},"tokens":[`,
		`{"id":"%08x","tenant":"a","scopes":["jobs:read"],"created":"2026-01-01T00:00:00Z","sha256":"`+digest+`"},`,
		`{"id":"ffffffff","tenant":"a","scopes":["jobs:read"],"created":"2026-01-01T00:00:00Z","sha256":"`+digest+`"}]}`)(size)
}

// repeat generates files that repeat a text.
func repeat(head, text, tail string) func(int) []byte {
	return func(size int) []byte {
		return []byte(head + strings.Repeat(text, max(0, size-len(head)-len(tail))/len(text)) + tail)
	}
}

// numbered is like repeat, but numbers each copy of the text.
func numbered(head, text, tail string) func(int) []byte {
	return func(size int) []byte {
		b := bytes.NewBufferString(head)
		for i := 1; b.Len()+len(tail) < size; i++ {
			fmt.Fprintf(b, text, i)
		}
		return append(b.Bytes(), tail...)
	}
}

// table is like repeat, but formats a number, a random latitude and a random coordinate into each
// copy.
func table(head, text, tail string) func(int) []byte {
	return func(size int) []byte {
		r := rand.New(rand.NewPCG(1, 2))
		b := bytes.NewBufferString(head)
		for i := 1; b.Len()+len(tail) < size; i++ {
			fmt.Fprintf(b, text, i, r.Float64()*90, r.Float64()*1e4)
		}
		return append(b.Bytes(), tail...)
	}
}

func places2D(size int) []byte {
	lines := table("", "%[1]d %.1[2]f %.2[3]f\n", "")(size)
	return fmt.Appendf(nil, "DIMENSION: %d\nEDGE_WEIGHT_TYPE: EUC_2D\nNODE_COORD_SECTION\n%sEOF\n", bytes.Count(lines, []byte("\n")), lines)
}

// side returns the side length of a matrix file of the given size, with one digit and a separator
// for each number.
func side(size int) int { return int(math.Sqrt(float64(size) / 2)) }

// square generates matrices of single digits, which are the smallest files for the memory that they
// need.
func square(head, comma, row, tail string) func(int) []byte {
	return func(size int) []byte {
		n := side(size)
		one := strings.TrimSuffix(strings.Repeat("7"+comma, n), comma)
		rows := strings.Repeat(one+row, n)
		return []byte(head + strings.TrimSuffix(rows, row) + tail)
	}
}

func weights(size int) []byte {
	return square(fmt.Sprintf("DIMENSION: %d\nEDGE_WEIGHT_TYPE: EXPLICIT\nEDGE_WEIGHT_FORMAT: FULL_MATRIX\nEDGE_WEIGHT_SECTION\n", side(size)), " ", "\n", "\nEOF\n")(size)
}

func npyHead(kind string, rows, cols int) string {
	dict := fmt.Sprintf("{'descr': '%s', 'fortran_order': True, 'shape': (%d, %d)}", kind, rows, cols)
	return "\x93NUMPY\x01\x00" + string(binary.LittleEndian.AppendUint16(nil, uint16(len(dict)))) + dict
}

func array1(size int) []byte {
	n := int(math.Sqrt(float64(size)))
	return append([]byte(npyHead("|u1", n, n)), bytes.Repeat([]byte{7}, n*n)...)
}

// nested generates files that nest a text inside pairs of open and end. most limits the depth.
func nested(open, inner, end string, most int) func(int) []byte {
	return func(size int) []byte {
		depth := min(most, size/(len(open)+len(end)))
		return []byte(strings.Repeat(open, depth) + inner + strings.Repeat(end, depth))
	}
}

// identity generates the tour 1, 2, 3, …
func identity(size int) []byte {
	return numbered("TYPE: TOUR\nTOUR_SECTION\n", "%d\n", "-1\nEOF\n")(size)
}

func facilities(size int) []byte {
	n := side(size / 2)
	return append(fmt.Appendf(nil, "%d\n", n), bytes.Repeat([]byte("7 "), 2*n*n)...)
}

func signs(size int) []byte {
	n := int(math.Sqrt(float64(size))) | 1
	return fmt.Appendf(nil, "PERCEPTRON %d %d\n%sPRODUCTS%s\n", n, n, strings.Repeat(strings.Repeat("+", n)+"\n", n), strings.Repeat(" 1", n))
}

func edges(size int) []byte {
	lines := repeat("", "17 1000000\n", "")(size)
	return fmt.Appendf(nil, "1000000 %d\n%s", bytes.Count(lines, []byte("\n")), lines)
}

func saved(size int) []byte {
	data, err := checkpoint.Encode(checkpoint.Header{Program: tourmaline.Version()}, make([]byte, size))
	if err != nil {
		panic(err)
	}
	return data
}

func settings(size int) []byte {
	return numbered(`{"seed": 7, "param": {"p": 0`, `, "p%x": 1`, "}}")(min(size, int(budget.Small)) - 20)
}

// runReader is the main function of the child process. It reads one file and prints the peak memory
// in bytes and the error.
func runReader() {
	name, path := os.Args[1], os.Args[2]
	for _, r := range allReaders {
		if r.name == name {
			measure(func() error { return r.read(path) })
			return
		}
	}
	panic("unknown reader " + name)
}
