package job

import (
	"go/parser"
	"go/token"
	"path/filepath"
	"strings"
	"testing"

	"github.com/tourmaline-opt/tourmaline"
	"github.com/tourmaline-opt/tourmaline/internal/testkit"
)

// A file name is never used as a path, whether or not a file exists there.
func TestNamesAreNeverOpened(t *testing.T) {
	folder := t.TempDir()
	there := filepath.Join(folder, "there.csv")
	testkit.WriteFile(t, there, "x,y\n0,0\n9,9\n")
	t.Chdir(folder)
	const sent = "x,y\n1,0\n2,0\n3,5\n"
	for _, name := range []string{there, "there.csv", "../" + filepath.Base(folder) + "/there.csv", "/etc/passwd", "../x", "-", "", ".", "a\x00b.csv", "/dev/stdin", "/dev/zero", folder} {
		in, err := Spec{File: name}.Open([]byte(sent), Limits{})
		if err != nil || in.Info.N != 3 {
			t.Errorf("%q: %+v, %v", name, in, err)
		}
	}
	qap := others(t)["qap"]
	in, err := Spec{File: there, Problem: "qap"}.Open(qap.data, Limits{})
	if err != nil || in.Info.N != 5 {
		t.Errorf("%+v, %v", in, err)
	}
}

// The package imports nothing that accesses files or networks.
func TestImports(t *testing.T) {
	files, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range files {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.ImportsOnly)
		if err != nil {
			t.Fatal(err)
		}
		for _, spec := range file.Imports {
			path := strings.Trim(spec.Path.Value, `"`)
			if path == "os" || path == "syscall" || strings.HasPrefix(path, "os/") || path == "net" || strings.HasPrefix(path, "net/") || strings.Contains(path, "nats") || strings.Contains(path, "danielgtaylor/huma") {
				t.Errorf("%s imports %s", name, path)
			}
		}
	}
}

func TestOpenKeepsLimits(t *testing.T) {
	csv := []byte("x,y\n" + strings.Repeat("0,1\n", 1000))
	graph := others(t)["maxcut"].data
	gap := Settings{Limits: tourmaline.Limits{TargetGap: new(1.0)}}
	for _, c := range []struct {
		name   string
		spec   Spec
		data   []byte
		limits Limits
		code   string // empty if the file is valid
		detail string
	}{
		{"fits", Spec{File: "a.csv"}, csv, Limits{Bytes: int64(len(csv)), Cities: 1000}, "", ""},
		{"bytes", Spec{File: "a.csv"}, csv, Limits{Bytes: int64(len(csv)) - 1}, TooLarge, "a.csv: too large: expected at most 3.9 KiB, found more"},
		{"cities", Spec{File: "a.csv"}, csv, Limits{Cities: 999}, TooLarge, "a.csv: too many cities: expected at most 999, found 1000"},
		{"one city", Spec{File: "a.csv"}, csv[:12], Limits{Cities: 1}, TooLarge, "a.csv: too many cities: expected at most 1, found 2"},
		{"one vertex", Spec{File: "g.mc"}, graph, Limits{Cities: 1}, TooLarge, "instance of size 5: expected at most 1"},
		{"cities of a header", Spec{File: "a.tsp"}, []byte("DIMENSION: 1000\nNODE_COORD_SECTION\nfault"), Limits{Cities: 999}, TooLarge, "a.tsp: too many cities: expected at most 999, found 1000"},
		{"memory", Spec{File: "a.csv"}, csv, Limits{Memory: 40 * 1024}, TooLarge, "a.csv: too large: expected at most 1 KiB, found more"},
		{"memory is enough", Spec{File: "a.csv"}, csv, Limits{Memory: 40 * int64(len(csv))}, "", ""},
		{"bytes below memory", Spec{File: "a.csv"}, csv, Limits{Bytes: 1024, Memory: 40 * 2048}, TooLarge, "expected at most 1 KiB"},
		{"memory below bytes", Spec{File: "a.csv"}, csv, Limits{Bytes: 2048, Memory: 40 * 1024}, TooLarge, "expected at most 1 KiB"},
		{"hardly any memory", Spec{File: "a.csv"}, csv, Limits{Memory: 1}, TooLarge, "expected at most 1 byte"},
		{"negative limits", Spec{File: "a.csv"}, csv, Limits{Bytes: -1, Memory: -1, Cities: -1}, "", ""},
		{"graph", Spec{File: "g.mc"}, graph, Limits{Cities: 5}, "", ""},
		{"graph of many", Spec{File: "g.mc"}, graph, Limits{Cities: 4}, TooLarge, "instance of size 5: expected at most 4"},
		{"graph of bytes", Spec{File: "g.mc"}, graph, Limits{Bytes: 10}, TooLarge, "g.mc: too large: expected at most 10 bytes, found more"},
		{"gap", Spec{File: "g.mc", Settings: gap}, graph, Limits{}, BadField, "settings.target_gap: no best known cost is on record"},
		{"gap of a tour", Spec{File: "a.csv", Settings: gap}, csv, Limits{Proven: 1000}, "", ""},
		{"gap of a long tour", Spec{File: "a.csv", Settings: gap}, csv, Limits{Proven: 999}, TooLarge, "settings.target_gap: lower bounds are computed for at most 999 cities, found 1000"},
		{"bound of a tour", Spec{File: "a.csv", Bound: true}, csv, Limits{Proven: 1000}, "", ""},
		{"bound of a long tour", Spec{File: "a.csv", Bound: true}, csv, Limits{Proven: 999}, TooLarge, "bound: lower bounds are computed for at most 999 cities, found 1000"},
		{"a long tour without a bound", Spec{File: "a.csv"}, csv, Limits{Proven: 999}, "", ""},
		{"rounds", Spec{File: "a.csv", Rounds: Rounds{Steps: 1}, Settings: Settings{Limits: tourmaline.Limits{Steps: maxRoundCities / 1000}}}, csv, Limits{}, "", ""},
		{"many rounds", Spec{File: "a.csv", Rounds: Rounds{Steps: 1}, Settings: Settings{Limits: tourmaline.Limits{Steps: maxRoundCities/1000 + 1}}}, csv, Limits{}, TooLarge, "rounds.steps: expected at most 1073741 rounds for 1000 cities, found 1073742"},
		{"bound of a graph", Spec{File: "g.mc", Bound: true}, graph, Limits{}, BadField, "bound applies only to tours"},
		{"bound of a plan", Spec{File: "a.csv", Bound: true, Fleet: Fleet{Vehicles: 2}}, csv, Limits{}, BadField, "bound applies only to tours"},
		{"algorithm", Spec{File: "a.csv", Settings: Settings{Algorithm: "oracle"}}, csv, Limits{}, UnknownAlgorithm, "is not available for this problem"},
		{"parameter", Spec{File: "a.csv", Settings: Settings{Params: map[string]string{"lanes": "0"}}}, csv, Limits{}, BadParameter, "lanes = 0, expected 1"},
		{"parameter of another", Spec{File: "a.csv", Settings: Settings{Params: map[string]string{"lanes": "2"}}}, csv[:24], Limits{}, "", ""},
		{"parameter of none", Spec{File: "a.csv", Settings: Settings{Params: map[string]string{"lane": "2"}}}, csv, Limits{}, BadParameter, `unknown parameter "lane"`},
		{"parameter of a requested algorithm", Spec{File: "a.csv", Settings: Settings{Algorithm: "exact", Params: map[string]string{"lanes": "2"}}}, csv[:24], Limits{}, BadParameter, `unknown parameter "lanes"`},
		{"limit", Spec{File: "a.csv", Settings: Settings{Limits: tourmaline.Limits{Steps: -1}, Params: map[string]string{"lanes": "2"}}}, csv, Limits{}, BadField, "settings.max_steps: expected 0 or more, found -1"},
		{"rows", Spec{File: "a.csv"}, []byte("x,y\n0,0\n1,x\n2,\n"), Limits{}, BadInstance, "a.csv:3: y: expected a finite number"},
		{"rows to skip", Spec{File: "a.csv"}, []byte("x,y\n0,0\n1,x\n2,\n"), Limits{}, BadInstance, "; set reading.skip_invalid to skip such rows"},
		{"columns", Spec{File: "a.csv"}, []byte("a,b,c\nu,1,p\nv,2,q\n"), Limits{}, BadInstance, "set reading.columns"},
		{"sheet", Spec{File: "a.csv", Reading: Reading{Sheet: "One"}}, csv, Limits{}, BadField, "reading.sheet applies only to workbooks (.xlsx): a.csv is not a workbook"},
		{"unit", Spec{File: "a.csv", Reading: Reading{Unit: "km"}}, []byte("lat,lon\n1,2\n3,4\n5,6\n"), Limits{}, BadField, "reading.unit km: the distances of a are in m"},
		{"start", Spec{File: "a.csv", Route: Route{Start: "Rome"}}, csv, Limits{}, BadField, "route.start: "},
		{"no workbook", Spec{File: "a.xlsx"}, csv, Limits{}, BadInstance, "a.xlsx: not a workbook"},
		{"nothing", Spec{File: "a.csv"}, nil, Limits{}, BadInstance, "a.csv"},
		{"no graph", Spec{File: "g.mc"}, csv, Limits{}, BadInstance, "g.mc:1: found"},
		{"holes", Spec{File: "board"}, []byte("M48\nMETRIC\nT1C0.8\n%\nT1\nX1Y1\nM30\n"), Limits{}, BadInstance, "jobs cannot process drill files"},
		{"holes that are said to be tours", Spec{File: "board", Problem: "tsp"}, []byte("M48\nMETRIC\n"), Limits{}, BadInstance, "board:1: "},
		{"unknown", Spec{File: "a", Problem: "knapsack"}, csv, Limits{}, UnknownProblem, "unknown problem"},
	} {
		in, err := c.spec.Open(c.data, c.limits)
		if c.code == "" {
			if err != nil || in == nil {
				t.Errorf("%s: %v", c.name, err)
			}
			continue
		}
		if found := Faults(err); in != nil || len(found) == 0 || found[0].Code != c.code || !strings.Contains(found[0].Detail, c.detail) || strings.Contains(found[0].Detail, "MaxBytes") {
			t.Errorf("%s: %+v\nexpected %s, %q", c.name, found, c.code, c.detail)
		}
	}
}

// An Input serves other jobs with the same file, each with its own route, settings and limits.
func TestWith(t *testing.T) {
	s := tourFiles(t)["csv"]
	in, err := s.spec.Open(s.data, Limits{})
	if err != nil {
		t.Fatal(err)
	}
	path := s.spec
	path.Route, path.Settings.Seed = Route{Start: "Berlin", End: "Köln"}, 99
	other, err := in.With(path, Limits{})
	if err != nil || other.Info.Problem != "path" || !other.Document.Instance.Open() || other.settings.Seed != 99 {
		t.Errorf("%+v, %v", other, err)
	}
	if in.Info.Problem != "tsp" || in.Document.Instance.Open() || in.settings.Seed == 99 {
		t.Errorf("the first job has changed: %+v", in)
	}
	if same, err := in.With(s.spec, Limits{}); err != nil || same.Info != in.Info || same.Document != in.Document {
		t.Errorf("%+v, %v, expected %+v", same, err, in)
	}
	wrong := s.spec
	wrong.Route.End = "Rome"
	_, err = in.With(wrong, Limits{})
	failed(t, "an unknown end", err, BadField, "route.end")
	wrong = s.spec
	wrong.Settings.TargetGap = new(1.0)
	_, err = in.With(wrong, Limits{Proven: 4})
	failed(t, "a gap to a bound of too many cities", err, TooLarge, "settings.target_gap")
	_, err = in.With(s.spec, Limits{Cities: 4})
	failed(t, "too many cities", err, TooLarge, "instance")
}

// Jobs that differ only in their seeds share the instance that was read once.
func TestWithSeed(t *testing.T) {
	s := tourFiles(t)["csv"]
	in, err := s.spec.Open(s.data, Limits{})
	if err != nil {
		t.Fatal(err)
	}
	before := in.settings.Seed
	other := in.WithSeed(before + 7)
	if other.settings.Seed != before+7 || in.settings.Seed != before || other.Document != in.Document || other.Info != in.Info {
		t.Errorf("%+v of %+v", other, in)
	}
}

// FuzzOpen checks that a file with arbitrary content and an arbitrary name is either read or
// rejected.
func FuzzOpen(f *testing.F) {
	for _, s := range tourFiles(f) {
		f.Add(s.spec.File, s.spec.Reading.Format, s.spec.Reading.Sheet, s.spec.Route.Start, s.data)
	}
	for _, s := range others(f) {
		f.Add(s.spec.File, "", "", "", s.data)
	}
	f.Fuzz(func(t *testing.T, name, form, sheet, start string, data []byte) {
		s := Spec{File: name, Reading: Reading{Format: form, Sheet: sheet, SkipInvalid: true}, Route: Route{Start: start}}
		limits := Limits{Bytes: 1 << 17, Cities: 1000}
		testkit.Frugal(t, int(limits.Bytes), func() {
			in, err := s.Open(data, limits)
			switch {
			case err == nil && (in.Info.N > 1000 || in.Info.N < 1):
				t.Fatalf("%+v", in.Info)
			case err != nil && len(Faults(err)) == 0:
				t.Fatalf("not a fault: %v", err)
			}
		})
	})
}

// FuzzVerify checks that only a result of the instance is verified.
func FuzzVerify(f *testing.F) {
	tour, result := solved(f, tourFiles(f)["columns"])
	other, solution := solved(f, others(f)["qap"])
	f.Add(true, result)
	f.Add(false, solution)
	f.Add(true, solution)
	f.Add(true, []byte(`{"schema":"tourmaline/result/v1","tour":[1,2`))
	f.Fuzz(func(t *testing.T, tours bool, data []byte) {
		in := other
		if tours {
			in = tour
		}
		testkit.Frugal(t, len(data), func() {
			v, err := in.Verify(data)
			switch {
			case err == nil && v.Solution == nil:
				t.Fatalf("%+v", v)
			case err != nil && len(Faults(err)) == 0:
				t.Fatalf("not a fault: %v", err)
			}
		})
	})
}
