package main

import (
	"bytes"
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/tourmaline-opt/tourmaline/tools/hostile/referee"
)

// choose returns one of several values.
func choose[T any](a *attempt, values ...T) T { return values[a.IntN(len(values))] }

// chance reports whether something with the given probability happens.
func (a *attempt) chance(p float64) bool { return a.Float64() < p }

// size returns a number of cities: often few, never more than most.
func (a *attempt) size(most int) int {
	switch {
	case a.chance(0.4):
		return 1 + a.IntN(min(9, most))
	case a.chance(0.8):
		return 1 + a.IntN(min(300, most))
	default:
		return 1 + a.IntN(most)
	}
}

// instance returns a random instance with a route that its file states.
func (a *attempt) instance(n int) referee.Instance {
	in := referee.Instance{Route: referee.Closed}
	if a.chance(0.25) && n <= 400 {
		in.Metric = "EXPLICIT"
		in.Weights = a.weights(n)
	} else {
		in.Metric = choose(a, slices.Sorted(maps.Keys(referee.Metrics))...)
		in.Points = a.points(n, referee.Metrics[in.Metric].Coordinates)
		if in.Metric == "GEO" {
			in.Points = a.places(n)
		}
	}
	if a.chance(0.1) {
		in.Route.Open = true
	}
	if a.chance(0.1) && !asymmetric(in) {
		for i := 0; i+1 < n; i += 2 + a.IntN(10) {
			in.Fixed = append(in.Fixed, [2]int{i, i + 1})
		}
	}
	return in
}

// points returns coordinates of a random shape: uniform, clustered, on a line, on a lattice, or all
// equal.
func (a *attempt) points(n, dimensions int) [][]float64 {
	scale := choose(a, 1.0, 10, 1000, 1e6)
	shape := a.IntN(6)
	points := make([][]float64, n)
	for i := range points {
		points[i] = make([]float64, dimensions)
		for d := range points[i] {
			switch x := a.Float64(); shape {
			case 0:
				points[i][d] = math.Round(x * scale)
			case 1:
				points[i][d] = math.Round((x-0.5)*scale*1000) / 1000
			case 2:
				points[i][d] = float64(i % 7)
			case 3:
				points[i][d] = math.Round(scale*x*x*x*x) + float64(a.IntN(3))*scale*10
			case 4:
				points[i][d] = 5
			default:
				points[i][d] = float64(a.IntN(4))
			}
		}
	}
	return points
}

// places returns latitudes and longitudes in degrees and minutes, written as DDD.MM.
func (a *attempt) places(n int) [][]float64 {
	angle := func(most int) float64 {
		x := float64(a.IntN(most)) + float64(a.IntN(60))/100
		if a.chance(0.5) {
			x = -x
		}
		return x
	}
	points := make([][]float64, n)
	for i := range points {
		points[i] = []float64{angle(90), angle(180)}
	}
	return points
}

// weights returns a matrix, symmetric or not.
func (a *attempt) weights(n int) [][]int64 {
	most := choose(a, 1, 10, 1000, 1_000_000)
	asymmetric := a.chance(0.4)
	weights := make([][]int64, n)
	for i := range weights {
		weights[i] = make([]int64, n)
		for j := range i {
			weights[i][j] = int64(a.IntN(most + 1))
			weights[j][i] = weights[i][j]
			if asymmetric {
				weights[j][i] = int64(a.IntN(most + 1))
			}
		}
	}
	return weights
}

func asymmetric(in referee.Instance) bool {
	for i, row := range in.Weights {
		for j := range i {
			if row[j] != in.Weights[j][i] {
				return true
			}
		}
	}
	return false
}

// tsplib returns the instance as a TSPLIB file, in one of the many ways in which it can be written.
func (a *attempt) tsplib(in referee.Instance) []byte {
	var text bytes.Buffer
	separator, end := choose(a, ": ", " : ", ":"), choose(a, "\n", "\n", "\r\n")
	header := func(key, value string) { text.WriteString(key + separator + value + end) }
	header("NAME", "x")
	header("TYPE", kindOf(in))
	if a.chance(0.3) {
		header("COMMENT", "a random instance")
	}
	header("DIMENSION", strconv.Itoa(in.N()))
	header("EDGE_WEIGHT_TYPE", in.Metric)
	if in.Metric == "EXPLICIT" {
		a.matrix(&text, in, header, end)
	} else {
		text.WriteString("NODE_COORD_SECTION" + end)
		for i, p := range in.Points {
			text.WriteString(strconv.Itoa(i + 1))
			for _, x := range p {
				text.WriteString(choose(a, " ", "\t", "  ") + a.number(x))
			}
			text.WriteString(end)
		}
	}
	if len(in.Fixed) > 0 {
		text.WriteString("FIXED_EDGES_SECTION" + end)
		for _, edge := range in.Fixed {
			fmt.Fprintf(&text, "%d %d%s", edge[0]+1, edge[1]+1, end)
		}
		text.WriteString("-1" + end)
	}
	if a.chance(0.8) {
		text.WriteString("EOF" + end)
	}
	return text.Bytes()
}

// kindOf returns TSPLIB's type of an instance.
func kindOf(in referee.Instance) string {
	switch {
	case in.Route.Open:
		return "HPP"
	case asymmetric(in):
		return "ATSP"
	default:
		return "TSP"
	}
}

// number writes a number in one of several ways.
func (a *attempt) number(x float64) string {
	switch text := strconv.FormatFloat(x, 'f', -1, 64); a.IntN(8) {
	case 0:
		return strconv.FormatFloat(x, 'e', -1, 64)
	case 1:
		if !strings.Contains(text, ".") {
			return text + ".0"
		}
		return text
	default:
		return text
	}
}

// matrix writes the distances as a full matrix, or as a triangle if it is symmetric.
func (a *attempt) matrix(text *bytes.Buffer, in referee.Instance, header func(key, value string), end string) {
	format := "FULL_MATRIX"
	if !asymmetric(in) {
		format = choose(a, format, "UPPER_ROW", "LOWER_ROW", "UPPER_DIAG_ROW", "LOWER_DIAG_ROW")
	}
	header("EDGE_WEIGHT_FORMAT", format)
	text.WriteString("EDGE_WEIGHT_SECTION" + end)
	for i, row := range in.Weights {
		for j, weight := range row {
			use := map[string]bool{"FULL_MATRIX": true, "UPPER_ROW": j > i, "LOWER_ROW": j < i, "UPPER_DIAG_ROW": j >= i, "LOWER_DIAG_ROW": j <= i}[format]
			if use {
				fmt.Fprintf(text, "%d ", weight)
			}
		}
		text.WriteString(end)
	}
}
