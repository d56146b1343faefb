package problems

import (
	"bytes"
	"errors"
	"testing"
)

// The same request yields the same file, and the file is read as the problem that its name implies.
func TestFiles(t *testing.T) {
	for name, r := range map[string]Request{
		"uniform-9-s7.tsp":          {Shape: "uniform", N: 9, Seed: 7},
		"perceptron-5x7-s1.ppp":     {Shape: PerceptronShape, Rows: 5, Cols: 7, Seed: 1},
		"deliveries-30-s5.vrp":      {Shape: "deliveries", N: 30, Seed: 5},
		"visits-30-s5.vrp":          {Shape: "visits", N: 30, Seed: 5},
		"colouring-9-20-3-s18.col":  {Shape: "colouring", N: 9, Edges: 20, Colours: 3, Seed: 18},
		"rastrigin-10.fun":          {Shape: "function", Function: "rastrigin", N: 10},
		"drilling-200-s0.tsp":       {Shape: "drilling", N: 200},
		"clustered-1000-s12345.tsp": {Shape: "clustered", N: 1000, Seed: 12345},
	} {
		var texts [2]bytes.Buffer
		for i := range texts {
			file, err := r.Make()
			if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			if file.Name != name {
				t.Errorf("%s, expected %s", file.Name, name)
			}
			if err := file.Write(&texts[i]); err != nil {
				t.Fatal(err)
			}
		}
		if !bytes.Equal(texts[0].Bytes(), texts[1].Bytes()) || texts[0].Len() == 0 {
			t.Errorf("%s is not the same twice", name)
		}
		if problem := OfFile(name); problem != Tours {
			if _, err := Read(&texts[0], problem, name); err != nil {
				t.Error(err)
			}
		}
	}
}

// An invalid request yields a fault that names the field.
func TestFaults(t *testing.T) {
	for _, c := range []struct {
		r     Request
		field string
	}{
		{Request{}, "shape"},
		{Request{Shape: "torus", N: 9}, "shape"},
		{Request{Shape: "grid"}, "n"},
		{Request{Shape: "grid", N: -1}, "n"},
		{Request{Shape: "grid", N: 9, Rows: 3}, "rows"},
		{Request{Shape: "grid", N: 9, Colours: 3}, "colours"},
		{Request{Shape: PerceptronShape, Rows: 5, Cols: 7, N: 3}, "n"},
		{Request{Shape: PerceptronShape, Rows: 5, Cols: 8}, "cols"},
		{Request{Shape: "colouring", N: 9, Edges: -1, Colours: 3}, "n"},
		{Request{Shape: "function", N: 9}, "function"},
		{Request{Shape: "function", N: 0, Function: "rastrigin"}, "n"},
		{Request{Shape: "function", N: 9, Function: "rastrigin", Seed: 1}, "seed"},
	} {
		_, err := c.r.Make()
		var f *Fault
		if !errors.As(err, &f) || f.Field != c.field {
			t.Errorf("%+v: %v, expected a fault of %s", c.r, err, c.field)
		}
	}
}
