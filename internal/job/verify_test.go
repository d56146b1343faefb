package job

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/tourmaline-opt/tourmaline"
	"github.com/tourmaline-opt/tourmaline/internal/problems"
	"github.com/tourmaline-opt/tourmaline/internal/testkit"
	"github.com/tourmaline-opt/tourmaline/search"
	"github.com/tourmaline-opt/tourmaline/tsp"
)

// solved opens and solves a sample and returns the result in JSON.
func solved(t testing.TB, s sample) (*Input, []byte) {
	t.Helper()
	if err := s.spec.Validate(Limits{}); err != nil {
		t.Fatal(err)
	}
	in, err := s.spec.Open(s.data, Limits{})
	if err != nil {
		t.Fatal(err)
	}
	cfg, err := in.Config(s.spec)
	if err != nil {
		t.Fatal(err)
	}
	r, err := tourmaline.Solve(t.Context(), in.Problem, cfg)
	if err != nil {
		t.Fatal(err)
	}
	data, err := json.Marshal(r)
	if err != nil {
		t.Fatal(err)
	}
	return in, data
}

// For every problem, the result of its sample is verified, and no falsified result is.
func TestEveryKindIsVerified(t *testing.T) {
	samples := others(t)
	for _, k := range problems.All() {
		if k.Name == problems.Tours {
			continue
		}
		s, ok := samples[k.Name]
		if !ok {
			t.Errorf("%s: there is no sample", k.Name)
			continue
		}
		problem := k.Name
		if problem == "function" {
			problem = "rastrigin"
		}
		t.Run(k.Name, func(t *testing.T) { roundTrip(t, s, problem) })
		s.spec.Problem, s.spec.File = k.Name, "other.txt"
		t.Run(k.Name+" by the problem", func(t *testing.T) { roundTrip(t, s, problem) })
	}
}

// For every file format of tour instances, the result is verified, and no falsified result is.
func TestEveryFormatIsVerified(t *testing.T) {
	samples := tourFiles(t)
	for _, f := range Formats() {
		if !slices.ContainsFunc(slices.Collect(maps.Values(samples)), func(s sample) bool {
			return s.spec.Reading.Format == f || strings.HasSuffix(s.spec.File, "."+f)
		}) {
			t.Errorf("%s: there is no sample", f)
		}
	}
	for name, s := range samples {
		t.Run(name, func(t *testing.T) {
			problem := "tsp"
			switch name {
			case "path":
				problem = "path"
			case "matrix", "osrm":
				problem = "atsp"
			}
			roundTrip(t, s, problem)
		})
	}
}

func roundTrip(t *testing.T, s sample, problem string) {
	in, data := solved(t, s)
	if in.Info.Problem != problem || in.Info.N < 2 || (in.Document != nil) != (s.spec.Kind() == problems.Tours) {
		t.Errorf("%+v, expected %s", in.Info, problem)
	}
	v, err := in.Verify(data)
	if err != nil {
		t.Fatal(err)
	}
	var r tourmaline.Result
	if err := json.Unmarshal(data, &r); err != nil {
		t.Fatal(err)
	}
	if v.Cost != r.Cost || v.Steps != r.Steps || v.Algorithm != r.Algorithm || v.Seed != r.Seed || v.Termination != r.Termination || v.Seconds != r.Seconds || v.Solution == nil {
		t.Errorf("verified %+v of %s", v, data)
	}
	if v.Engine != r.Engine || v.Device != r.Device || v.Threads != r.Threads || !reflect.DeepEqual(v.Picked, r.Picked) || !reflect.DeepEqual(v.Trace, r.Trace) || !same(v.LowerBound, r.LowerBound) {
		t.Errorf("verified %+v of %s", v, data)
	}
	for name, change := range lies(t, data) {
		lie := edited(t, data, change)
		if bytes.Equal(lie, data) {
			t.Errorf("%s: nothing has changed", name)
		}
		if v, err := in.Verify(lie); err == nil || len(Faults(err)) == 0 || Faults(err)[0].Code != BadResult {
			t.Errorf("%s: verified %+v, %v", name, v, err)
		}
	}
}

// edited returns a result with a change.
func edited(t testing.TB, data []byte, change func(r map[string]any)) []byte {
	t.Helper()
	d := json.NewDecoder(bytes.NewReader(data))
	d.UseNumber()
	var r map[string]any
	if err := d.Decode(&r); err != nil {
		t.Fatal(err)
	}
	change(r)
	out, err := json.Marshal(r)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// lies returns changes that make a result false.
func lies(t testing.TB, data []byte) map[string]func(r map[string]any) {
	t.Helper()
	set := func(name string, value any) func(r map[string]any) {
		return func(r map[string]any) { r[name] = value }
	}
	of := func(name string, value any) func(r map[string]any) {
		return func(r map[string]any) { r["instance"].(map[string]any)[name] = value }
	}
	all := map[string]func(r map[string]any){
		"cost": set("cost", -12345.5), "no cost": func(r map[string]any) { delete(r, "cost") }, "cost is null": set("cost", nil),
		"schema": set("schema", "tourmaline/result/v2"), "seed": set("seed", 99), "algorithm": set("algorithm", "oracle"),
		"termination": set("termination", "magic"), "seconds": set("seconds", -1), "steps": set("steps", -1), "half a step": set("steps", 1.5),
		"best known": set("best_known", 1.25), "gap": set("gap_percent", -3.5), "bound": set("lower_bound", 1e300),
		"name": of("name", "x"), "problem": of("problem", "x"), "n": of("n", 1), "unit": of("unit", "furlong"), "hash": of("hash", "sha256:0"),
		"picked": set("picked", []int{1}),
	}
	var r map[string]any
	if err := json.Unmarshal(data, &r); err != nil {
		t.Fatal(err)
	}
	for _, member := range []string{"tour", "solution", "labels", "codes"} {
		if r[member] == nil {
			continue
		}
		change := func(how func(list []any) []any) func(r map[string]any) {
			return func(r map[string]any) { r[member] = how(r[member].([]any)) }
		}
		all[member+" missing"] = func(r map[string]any) { delete(r, member) }
		all[member+" short"] = change(func(list []any) []any { return list[1:] })
		all[member+" empty"] = change(func([]any) []any { return []any{} })
		all[member+" null"] = change(func(list []any) []any { list[0] = nil; return list })
		all[member+" unknown"] = change(func(list []any) []any { list[0] = json.Number("77"); return list })
	}
	for _, names := range []string{"labels", "codes"} {
		if r[names] != nil {
			all[names+" exchanged"] = func(r map[string]any) { list := r[names].([]any); list[0], list[1] = list[1], list[0] }
		}
	}
	if r["tour"] != nil {
		all["twice"] = func(r map[string]any) { list := r["tour"].([]any); list[1] = list[0] }
	}
	return all
}

// Member names are case-sensitive, and a duplicate member is rejected because readers differ in
// which of the two values they use.
func TestVerifyReadsNamesToTheLetter(t *testing.T) {
	in, data := solved(t, tourFiles(t)["csv"])
	member := func(text string) []byte { return []byte("{" + text + "," + string(data[1:])) }
	for text, sound := range map[string]bool{
		// readers ignore unknown members
		`"Cost":1`: true, `"extra":{"cost":1}`: true, `"Tour":[1]`: true, `"TOUR":null`: true,
		`"cost":1`: false, `"tour":[1,2,3,4,5]`: false, `"instance":{}`: false, `"schema":"tourmaline/result/v1"`: false,
	} {
		if v, err := in.Verify(member(text)); (err == nil) != sound {
			t.Errorf("%s: %+v, %v", text, v, err)
		}
	}
	for _, text := range []string{"", "{", "[]", "null", "5 4 3", string(data) + "x", string(data) + string(data), "\x1f\x8b\x08"} {
		_, err := in.Verify([]byte(text))
		failed(t, text[:min(len(text), 9)], err, BadResult, "")
	}
}

// A proven bound is accepted, and so is a tour in the opposite direction.
func TestVerifyTakesWhatIsTrue(t *testing.T) {
	s := tourFiles(t)["csv"]
	in, data := solved(t, s)
	for name, change := range map[string]func(r map[string]any){
		"optimal":   func(r map[string]any) { r["termination"], r["lower_bound"] = search.Optimal, r["cost"] },
		"backwards": func(r map[string]any) { slices.Reverse(r["tour"].([]any)); slices.Reverse(r["labels"].([]any)) },
		"stopped":   func(r map[string]any) { r["termination"], r["lower_bound"] = search.Interrupted, nil },
	} {
		if _, err := in.Verify(edited(t, data, change)); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// The worker may choose the algorithm for auto, but must use a requested algorithm.
func TestVerifyKnowsAuto(t *testing.T) {
	s := tourFiles(t)["csv"]
	for asked, fine := range map[string]bool{"": true, "auto": true, "ils": false} {
		s.spec.Settings.Algorithm = asked
		in, data := solved(t, s)
		_, err := in.Verify(edited(t, data, func(r map[string]any) { r["algorithm"] = "faco" }))
		if (err == nil) != fine {
			t.Errorf("requested %q, solved by faco: %v", asked, err)
		}
	}
}

// City names that are not UTF-8 change when they are encoded in JSON, and are accepted
// nevertheless.
func TestVerifyTakesNamesThatAreNotUTF8(t *testing.T) {
	for file, text := range map[string]string{
		"a.tsp": "NAME : Z\xfcrich\nTYPE : TSP\nDIMENSION : 3\nEDGE_WEIGHT_TYPE : EUC_2D\nNODE_COORD_SECTION\n1 0 0\n2 3 4\n3 9 9\nEOF\n",
		"a.csv": "name,x,y\nZ\xfcrich,0,0\nB\xff,1,1\nC\xc3\x28,2,5\n",
	} {
		in, data := solved(t, sample{Spec{Instance: zeros, File: file}, []byte(text)})
		if _, err := in.Verify(data); err != nil {
			t.Errorf("%s: %v", file, err)
		}
	}
}

// A lower bound must be proven by the search or published.
func TestVerifyKnowsBounds(t *testing.T) {
	in, data := solved(t, tourFiles(t)["csv"])
	_, err := in.Verify(edited(t, data, func(r map[string]any) { r["termination"], r["lower_bound"] = search.StepsDone, 1 }))
	failed(t, "a bound out of nowhere", err, BadResult, "lower_bound")
}

// A lower bound may also be proven by a certificate, which is checked. A job that asks for a gap to an
// unknown optimum has one, too.
func TestVerifyChecksCertificates(t *testing.T) {
	var file strings.Builder
	file.WriteString("x,y\n")
	for i := range 40 {
		fmt.Fprintf(&file, "%d,%d\n", i*i*37%211, i*i*i*91%197)
	}
	data := []byte(file.String())
	asked := Spec{Instance: Hash(data), File: "a.csv", Bound: true, Settings: Settings{Algorithm: "mmas", Limits: tourmaline.Limits{Steps: 3}}}
	gap := asked
	gap.Bound, gap.Settings.TargetGap = false, new(0.001)
	for name, spec := range map[string]Spec{"bound": asked, "gap": gap} {
		in, result := solved(t, sample{spec, data})
		v, err := in.Verify(result)
		if err != nil || v.LowerBound == nil || *v.LowerBound < 0.9*v.Cost || *v.LowerBound > v.Cost {
			t.Fatalf("%s: %+v, %v", name, v, err)
		}
		bound := *v.LowerBound
		certificate := func(change func(c map[string]any)) []byte {
			return edited(t, result, func(r map[string]any) {
				r["lower_bound"] = bound + 1
				change(r["certificate"].(map[string]any))
			})
		}
		for field, wrong := range map[string][]byte{
			"lower_bound": certificate(func(map[string]any) {}),
			"certificate": certificate(func(c map[string]any) { c["bound"] = bound + 1 }),
		} {
			_, err := in.Verify(wrong)
			failed(t, name+" raised", err, BadResult, field)
		}
		for _, value := range []any{"proof", map[string]any{"bound": bound, "scale": 1, "weights": []int{1}}, map[string]any{}} {
			_, err := in.Verify(edited(t, result, func(r map[string]any) { r["certificate"] = value }))
			failed(t, name+" with another certificate", err, BadResult, "certificate")
		}
		_, err = in.Verify(edited(t, result, func(r map[string]any) { delete(r, "certificate") }))
		failed(t, name+" without its certificate", err, BadResult, "lower_bound")
		in.Info.N = MaxProven + 1
		_, err = in.Verify(edited(t, result, func(r map[string]any) { r["instance"].(map[string]any)["n"] = MaxProven + 1 }))
		failed(t, name+" of too many cities", err, BadResult, "certificate")
	}
}

// A result states the best known cost of a published instance, the gap to it, and the bound that
// follows from a proven optimum.
func TestVerifyKnowsPublishedCosts(t *testing.T) {
	file, err := os.ReadFile(filepath.Join(testkit.Data(t), "tsplib", "burma14.tsp"))
	if err != nil {
		t.Fatal(err)
	}
	spec := Spec{Instance: Hash(file), File: "burma14.tsp", Settings: Settings{Algorithm: "ils", Limits: tourmaline.Limits{Steps: 1, TargetGap: new(0.0)}}}
	in, data := solved(t, sample{spec, file})
	worse := edited(t, data, func(r map[string]any) {
		tour := make(tsp.Tour, 14)
		for i := range tour {
			tour[i] = int32(i)
			r["tour"].([]any)[i] = i + 1
		}
		cost := in.Document.Instance.Cost(tour)
		r["cost"], r["gap_percent"], r["termination"] = cost, (cost/3323-1)*100, search.StepsDone
	})
	v, err := in.Verify(worse)
	if err != nil || *v.BestKnown != 3323 || *v.LowerBound != 3323 || *v.GapPercent <= 0 || v.Cost <= 3323 {
		t.Fatalf("%+v, %v", v, err)
	}
	for field, values := range map[string][]any{"best_known": {nil, 3322, 3324}, "gap_percent": {nil, 0, -1}, "lower_bound": {nil, 3322, 3324}} {
		for _, value := range values {
			_, err := in.Verify(edited(t, worse, func(r map[string]any) { r[field] = value }))
			failed(t, field, err, BadResult, field)
		}
	}
}

// A path with wrong ends is rejected, even if its stated cost is correct.
func TestVerifyKeepsEnds(t *testing.T) {
	in, data := solved(t, tourFiles(t)["path"])
	v, err := in.Verify(data)
	if err != nil {
		t.Fatal(err)
	}
	order := slices.Clone(v.Solution.(tsp.Tour))
	slices.Reverse(order)
	lie := edited(t, data, func(r map[string]any) {
		slices.Reverse(r["tour"].([]any))
		slices.Reverse(r["labels"].([]any))
		r["cost"] = in.Document.Instance.Cost(order)
	})
	_, err = in.Verify(lie)
	failed(t, "backwards", err, BadResult, "")
}
