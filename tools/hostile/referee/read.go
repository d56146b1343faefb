package referee

import (
	"strconv"
	"strings"
)

// Read returns the instance of a TSPLIB file with coordinates, or false if the file is not in the
// plain form that has only one meaning. It accepts much less than the command does.
func Read(text string) (in Instance, ok bool) {
	in.Route = Closed
	n := 0
	seen := map[string]bool{}
	lines := strings.Split(text, "\n")
	for len(lines) > 0 {
		line := strings.TrimSpace(lines[0])
		lines = lines[1:]
		if line == "NODE_COORD_SECTION" {
			break
		}
		key, value, found := strings.Cut(line, ":")
		key, value = strings.TrimSpace(key), strings.TrimSpace(value)
		if !found || seen[key] {
			return in, false
		}
		seen[key] = true
		switch key {
		case "NAME", "COMMENT", "DISPLAY_DATA_TYPE":
		case "TYPE":
			in.Route.Open = value == "HPP"
			ok = value == "TSP" || value == "HPP"
		case "DIMENSION":
			n, _ = strconv.Atoi(value)
		case "EDGE_WEIGHT_TYPE":
			in.Metric = value
		default:
			return in, false
		}
	}
	dimensions := Metrics[in.Metric].Coordinates
	if !ok || n < 1 || dimensions == 0 || len(lines) < n {
		return in, false
	}
	for i, line := range lines[:n] {
		p, ok := point(line, i+1, dimensions)
		if !ok {
			return in, false
		}
		in.Points = append(in.Points, p)
	}
	rest := strings.TrimSpace(strings.Join(lines[n:], "\n"))
	return in, rest == "" || rest == "EOF"
}

// point returns the coordinates in a line.
func point(line string, number, dimensions int) ([]float64, bool) {
	fields := strings.Fields(line)
	if len(fields) != dimensions+1 {
		return nil, false
	}
	if stated, err := strconv.Atoi(fields[0]); err != nil || stated != number {
		return nil, false
	}
	var p []float64
	for _, field := range fields[1:] {
		x, err := strconv.ParseFloat(field, 64)
		if err != nil || x < -1e7 || x > 1e7 || strings.Trim(field, "0123456789.+-eE") != "" {
			return nil, false
		}
		p = append(p, x)
	}
	return p, true
}
