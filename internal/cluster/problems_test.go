package cluster

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/tourmaline-opt/tourmaline"
	"github.com/tourmaline-opt/tourmaline/colouring"
	"github.com/tourmaline-opt/tourmaline/internal/job"
	"github.com/tourmaline-opt/tourmaline/perceptron"
)

// A task is an instance with an algorithm and limits.
type task struct {
	data []byte
	spec job.Spec
	want []byte // result of an uninterrupted run; nil if the result depends on timing
}

// fileOf maps each problem to an instance file.
var fileOf = map[string]string{"tsp": "cities.csv", "vehicles": "vans.vrp", "qap": "plants.dat", "perceptron": "signs.ppp", "maxcut": "cut.mc", "colouring": "graph.col", "function": "valley.fun"}

// instances returns small instances of all problems, keyed by file name.
func instances(t testing.TB) map[string][]byte {
	t.Helper()
	chance := rand.New(rand.NewPCG(1, 1))
	var signs, graph bytes.Buffer
	p, _, err := perceptron.Generate(51, 57, 1)
	if err == nil {
		err = perceptron.Write(&signs, p)
	}
	if err != nil {
		t.Fatal(err)
	}
	c, err := colouring.Generate(60, 500, 8, 1)
	if err == nil {
		err = colouring.Write(&graph, c)
	}
	if err != nil {
		t.Fatal(err)
	}
	return map[string][]byte{
		"cities.csv": cities(150, chance), "country.csv": cities(3000, chance), "few.csv": cities(12, chance), "signs.ppp": signs.Bytes(), "graph.col": graph.Bytes(),
		"plants.dat": plants(30, chance), "cut.mc": cut(80, chance), "valley.fun": []byte("rastrigin 10\n"),
		"vans.vrp": vans(100, chance),
	}
}

func cities(n int, chance *rand.Rand) []byte {
	var b strings.Builder
	b.WriteString("x,y\n")
	for range n {
		fmt.Fprintf(&b, "%d,%d\n", chance.IntN(1e6), chance.IntN(1e6))
	}
	return []byte(b.String())
}

// vans returns a VRPLIB file of n stops for vehicles that can serve about ten stops each.
func vans(n int, chance *rand.Rand) []byte {
	var places, loads strings.Builder
	for i := range n + 1 {
		fmt.Fprintln(&places, i+1, chance.IntN(1000), chance.IntN(1000))
		fmt.Fprintln(&loads, i+1, min(i, 1)*(1+chance.IntN(9)))
	}
	return fmt.Appendf(nil, "TYPE : CVRP\nDIMENSION : %d\nEDGE_WEIGHT_TYPE : EUC_2D\nCAPACITY : 50\nNODE_COORD_SECTION\n%sDEMAND_SECTION\n%sDEPOT_SECTION\n1\n-1\nEOF\n", n+1, &places, &loads)
}

func plants(n int, chance *rand.Rand) []byte {
	var b strings.Builder
	fmt.Fprintln(&b, n)
	for i := range 2 * n * n {
		fmt.Fprint(&b, chance.IntN(10))
		b.WriteByte(" \n"[min(1, (i+1)%n)^1])
	}
	return []byte(b.String())
}

func cut(n int, chance *rand.Rand) []byte {
	var b strings.Builder
	fmt.Fprintln(&b, n, n*(n-1)/2)
	for i := range n {
		for j := range i {
			fmt.Fprintln(&b, j+1, i+1, 1-2*chance.IntN(2))
		}
	}
	return []byte(b.String())
}

// tasks returns a task for every algorithm and problem. Each task runs for about the given time:
// two thirds have a fixed number of steps, the rest a time limit. Steps are short, so that
// checkpoints are written before a job is killed three times. Only the checkpoints of ils are large
// enough for blobs.
func tasks(t testing.TB, long time.Duration) []task {
	t.Helper()
	var all []task
	files := instances(t)
	for i, a := range job.Algorithms() {
		file := fileOf[a.Problem]
		if file == "" {
			t.Fatalf("there is no file of problem %s", a.Problem)
		}
		switch a.Name {
		case "exact":
			file = "few.csv"
		case "ils":
			if a.Problem == "tsp" {
				file = "country.csv"
			}
		}
		s := job.Spec{Instance: job.Hash(files[file]), File: file, Settings: job.Settings{Algorithm: a.Name, Seed: 7}}
		do := task{data: files[file]}
		if i%3 == 0 {
			s.Settings.Time = long
		} else {
			s.Settings.Steps = stepsIn(t, s, do.data, long)
			do.want = local(t, s, do.data)
		}
		do.spec = s
		all = append(all, do)
	}
	return append(all, table(t, files["cities.csv"], long))
}

// table returns a task for several vehicles whose stops are in a table.
func table(t testing.TB, file []byte, long time.Duration) task {
	t.Helper()
	s := job.Spec{Instance: job.Hash(file), File: "stops.csv", Fleet: job.Fleet{Vehicles: 15, MaxStops: 12}, Settings: job.Settings{Algorithm: "ils", Seed: 7}}
	s.Settings.Steps = stepsIn(t, s, file, long)
	return task{file, s, local(t, s, file)}
}

// stepsIn estimates the number of steps that a search performs in the given time.
func stepsIn(t testing.TB, s job.Spec, data []byte, long time.Duration) int {
	t.Helper()
	const part = 5
	s.Settings.Time = long / part
	var r struct{ Steps int }
	if err := json.Unmarshal(local(t, s, data), &r); err != nil {
		t.Fatal(err)
	}
	return max(part*r.Steps, 1)
}

// local returns the result of a run in this process.
func local(t testing.TB, s job.Spec, data []byte) []byte {
	t.Helper()
	in, err := s.Open(data, job.Limits{})
	if err != nil {
		t.Fatalf("%s: %v", s.File, err)
	}
	cfg, err := s.Config()
	if err != nil {
		t.Fatal(err)
	}
	cfg.Threads = 1
	r, err := tourmaline.Solve(context.Background(), in.Problem, cfg)
	if err != nil {
		t.Fatalf("%s, %s: %v", s.File, s.Settings.Algorithm, err)
	}
	text, err := json.Marshal(r)
	if err != nil {
		t.Fatal(err)
	}
	return text
}
