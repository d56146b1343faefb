package job

import (
	"bytes"
	"testing"

	"github.com/tourmaline-opt/tourmaline/internal/problems"
)

// A generated file has its whole content, and is the instance that was requested.
func TestMake(t *testing.T) {
	for _, r := range []problems.Request{
		{Shape: "uniform", N: 50, Seed: 7},
		{Shape: problems.PerceptronShape, Rows: 7, Cols: 9},
	} {
		name, data, err := Make(r, Limits{})
		if err != nil {
			t.Errorf("%+v: %v", r, err)
			continue
		}
		in, err := Spec{File: name}.Open(data, Limits{})
		if err != nil || in.Info.N != max(r.N, r.Cols) {
			t.Errorf("%+v: %+v, %v", r, in, err)
		}
		for limit, fits := range map[int64]bool{int64(len(data)): true, int64(len(data)) - 1: false, 1: false} {
			if _, again, err := Make(r, Limits{Bytes: limit}); (err == nil) != fits || fits != bytes.Equal(again, data) {
				t.Errorf("%+v with %d of %d bytes: %d bytes, %v", r, limit, len(data), len(again), err)
			}
		}
	}
}

// An instance that exceeds a limit is rejected before it is generated.
func TestMakeKeepsLimits(t *testing.T) {
	const huge = 1 << 30 // generating it would take minutes
	for _, c := range []struct {
		request problems.Request
		limits  Limits
		want    Fault
	}{
		{problems.Request{Shape: "magic"}, Limits{}, Fault{BadField, "shape", `shape: unknown shape "magic"`}},
		{problems.Request{Shape: "uniform", N: 9, Rows: 9}, Limits{}, Fault{BadField, "rows", "rows: the shape uniform does not use this field"}},
		{problems.Request{Shape: "uniform"}, Limits{}, Fault{BadField, "n", "n: "}},
		{problems.Request{Shape: "uniform", N: huge}, Limits{Cities: 9}, Fault{TooLarge, "instance", "instance of size 1073741824: expected at most 9"}},
		{problems.Request{Shape: "perceptron", Rows: huge, Cols: 9}, Limits{Cities: 9}, Fault{TooLarge, "instance", ""}},
		{problems.Request{Shape: "perceptron", Rows: 9, Cols: huge + 1}, Limits{Cities: 9}, Fault{TooLarge, "instance", ""}},
		{problems.Request{Shape: "uniform", N: huge}, Limits{Bytes: 1 << 20}, Fault{TooLarge, "", "the instance is too large: expected at most 1 MiB"}},
		{problems.Request{Shape: "oneway", N: 800}, Limits{Bytes: 1 << 20}, Fault{TooLarge, "", "the instance is too large"}},
		{problems.Request{Shape: "colouring", N: 9, Colours: 3, Edges: huge}, Limits{Bytes: 1 << 20}, Fault{TooLarge, "", "the instance is too large"}},
		{problems.Request{Shape: "perceptron", Rows: huge, Cols: 9}, Limits{Bytes: 1 << 20}, Fault{TooLarge, "", "the instance is too large"}},
		{problems.Request{Shape: "perceptron", Rows: 9, Cols: huge + 1}, Limits{Bytes: 1 << 20}, Fault{TooLarge, "", "the instance is too large"}},
	} {
		name, data, err := Make(c.request, c.limits)
		only(t, c.want.Detail, err, c.want)
		if name != "" || data != nil {
			t.Errorf("%+v: %s, %d bytes", c.request, name, len(data))
		}
	}
}
