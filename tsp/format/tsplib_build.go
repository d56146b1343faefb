package format

import (
	"slices"
	"strings"

	"github.com/tourmaline-opt/tourmaline/tsp"
)

// instance builds an instance from the parsed file.
func (p *tsplib) instance(opt Options) (*tsp.Instance, error) {
	if err := p.checkType(); err != nil {
		return nil, err
	}
	if _, ok := p.header[keySize]; !ok {
		return nil, p.src.fail(0, keySize, "the keyword is missing: expected a line such as \"DIMENSION: %d\"", max(p.coords.n, 1))
	}
	metric, err := p.metric(opt)
	if err != nil {
		return nil, err
	}
	var in *tsp.Instance
	if metric == tsp.Explicit {
		in, err = p.explicit()
	} else {
		in, err = p.spatial(metric)
	}
	if err != nil {
		return nil, err
	}
	if in, err = p.describe(in, metric); err != nil {
		return nil, err
	}
	return p.route(in)
}

func (p *tsplib) checkType() error {
	e := p.header[keyType]
	switch e.first() {
	case "TSP", "ATSP", "HPP", "":
		return nil
	case "TOUR":
		return p.src.fail(e.line, keyType, "expected an instance, found a tour: use the .tsp file that the tour belongs to")
	}
	if what, ok := otherTypes[e.first()]; ok {
		return p.src.fail(e.line, keyType, "%s, %s, is not supported: expected TSP, ATSP or HPP (a path) for a single tour through all places", e.first(), what)
	}
	return p.src.fail(e.line, keyType, "expected TSP, ATSP or HPP (a path), found %s", quote([]byte(e.value)))
}

// otherTypes lists problem types of TSPLIB and related formats that this program does not solve.
var otherTypes = map[string]string{
	"CVRP": "vehicle routing with capacities", "VRP": "vehicle routing", "DCVRP": "vehicle routing with capacities", "VRPTW": "vehicle routing with time windows",
	"CVRPTW": "vehicle routing with capacities and time windows", "PDPTW": "pickup and delivery", "TSPTW": "a tour with time windows",
	"SOP": "sequential ordering", "HCP": "finding a Hamiltonian cycle", "GTSP": "a tour through one place of each group",
}

// metric returns the metric from Options or EDGE_WEIGHT_TYPE.
func (p *tsplib) metric(opt Options) (tsp.Metric, error) {
	e, ok := p.header[keyMetric]
	name := e.first()
	switch {
	case opt.Metric != "" && name == tsp.Explicit.String():
		return 0, p.src.fail(e.line, keyMetric, "the file contains distances, not places: expected no metric, found %s", opt.Metric)
	case opt.Metric != "":
		name = opt.Metric
	case !ok:
		return 0, p.src.fail(0, keyMetric, "the keyword is missing: expected a line such as \"EDGE_WEIGHT_TYPE: EUC_2D\", or choose a metric")
	case name == "SPECIAL":
		return 0, p.src.fail(e.line, keyMetric, "SPECIAL distances are computed by a program that is not in the file: expected EXPLICIT with a matrix, or one of %s", metricList())
	}
	m, err := tsp.ParseMetric(name)
	if err != nil || m == tsp.Explicit && opt.Metric != "" {
		return 0, p.src.fail(e.line, keyMetric, "expected EXPLICIT or one of %s, found %s", metricList(), quote([]byte(name)))
	}
	return m, nil
}

func metricList() string { return strings.Join(tsp.MetricNames(), ", ") }

// spatial builds an instance from NODE_COORD_SECTION.
func (p *tsplib) spatial(metric tsp.Metric) (*tsp.Instance, error) {
	began, ok := p.began[secCoords]
	if !ok {
		return nil, p.src.fail(p.header[keyMetric].line, keyMetric, "metric %v needs a NODE_COORD_SECTION, but the file has none", metric)
	}
	if err := p.checkCount(secCoords, &p.coords); err != nil {
		return nil, err
	}
	if want := metric.Dims(); metric != tsp.Euclidean && want != p.coords.dims {
		return nil, p.src.fail(p.coords.first, secCoords, "expected %d coordinates per city for %v, found %d", want, metric, p.coords.dims)
	}
	if metric == tsp.Geo || metric == tsp.Haversine {
		for i := range p.coords.n {
			if fault := degreeFault(p.coords.coords[2*i], p.coords.coords[2*i+1]); fault != "" {
				return nil, p.src.fail(p.coords.line(i, began), secCoords, "%s", fault)
			}
		}
	}
	in, err := tsp.FromCoords(metric, p.coords.dims, slices.Clip(p.coords.coords))
	if err != nil {
		return nil, p.src.wrap(began, secCoords, err)
	}
	return in, nil
}

// checkCount compares the number of cities with DIMENSION.
func (p *tsplib) checkCount(section string, pl *nodes) error {
	if pl.n != p.size {
		return p.src.fail(p.header[keySize].line, keySize, "the file declares %d cities, but %s on line %d contains %d: expected the same number",
			p.size, section, p.began[section], pl.n)
	}
	return nil
}

// idsOf returns the ids in a section and rejects duplicates.
func (p *tsplib) idsOf(section string, pl *nodes) ([]int64, error) {
	if _, i := repeated(pl.own, -1); i >= 0 {
		return nil, p.src.fail(pl.line(i, p.began[section]), section, "the number %d is used by two cities: expected unique numbers", pl.own[i])
	}
	return pl.own, nil
}

// explicit builds an instance from EDGE_WEIGHT_SECTION.
func (p *tsplib) explicit() (*tsp.Instance, error) {
	began, ok := p.began[secWeights]
	if !ok {
		return nil, p.src.fail(p.header[keyMetric].line, keyMetric, "EXPLICIT needs an EDGE_WEIGHT_SECTION, but the file has none")
	}
	n := p.size
	full, err := p.fullMatrix(n)
	if err != nil {
		return nil, err
	}
	in, err := tsp.FromMatrix(n, full)
	if err != nil {
		return nil, p.src.wrap(began, secWeights, err)
	}
	if p.header[keyType].first() == "TSP" && !in.Symmetric() {
		i, j := asymmetry(in)
		return nil, p.src.fail(p.header[keyType].line, keyType,
			"TSP instances are symmetric, but the distance from city %d to city %d is %v and the reverse distance is %v: expected \"TYPE: ATSP\", or a symmetric matrix",
			i+1, j+1, full[i*n+j], full[j*n+i])
	}
	return in, nil
}

// asymmetry finds two cities whose distance depends on the direction. It returns 0, 0 if the
// distances are symmetric.
func asymmetry(in *tsp.Instance) (int, int) {
	for i := range in.N() {
		for j := range i {
			if in.Dist(int32(j), int32(i)) != in.Dist(int32(i), int32(j)) {
				return j, i
			}
		}
	}
	return 0, 0
}

// describe adds the name, the comment, the ids, and coordinates that the distances do not need.
func (p *tsplib) describe(in *tsp.Instance, metric tsp.Metric) (*tsp.Instance, error) {
	d := tsp.Details{Name: p.src.title(p.header[keyName].value), Comment: p.comment.String()}
	section, err := secIDs, error(nil)
	switch {
	case metric != tsp.Explicit:
		section = secCoords
		d.IDs, err = p.idsOf(section, &p.coords)
	case p.ids != nil:
		if i := slices.IndexFunc(p.ids, func(id int64) bool { return id < 0 }); i >= 0 {
			err = p.src.fail(p.began[secIDs], secIDs, "expected ids of 0 or more, found %d", p.ids[i])
		}
		d.IDs = p.ids
	}
	if err != nil {
		return nil, err
	}
	if in, err = in.With(d); err != nil {
		return nil, p.src.wrap(p.began[section], section, err)
	}
	return p.withDisplay(in, d, metric)
}

// withDisplay adds coordinates for drawing that the distances do not need: DISPLAY_DATA_SECTION, or
// the coordinates in a file with a matrix.
func (p *tsplib) withDisplay(in *tsp.Instance, d tsp.Details, metric tsp.Metric) (*tsp.Instance, error) {
	section, pl := secDisplay, &p.display
	if pl.n == 0 && metric == tsp.Explicit {
		section, pl = secCoords, &p.coords
	}
	if pl.n == 0 {
		return in, nil
	}
	err := p.checkCount(section, pl)
	switch {
	case err != nil:
	case metric == tsp.Explicit && p.ids == nil:
		d.IDs, err = p.idsOf(section, pl)
	case metric != tsp.Explicit && !pl.equal(&p.coords.idList):
		err = p.src.fail(p.began[section], section, "expected the cities of NODE_COORD_SECTION in the same order")
	}
	if err != nil {
		return nil, err
	}
	if section == secDisplay && p.header[keyDraw].first() == latlonDisplay {
		d.Locations = flat(pl)
	} else {
		d.Display = flat(pl)
	}
	in, err = in.With(d)
	return in, p.src.wrap(p.began[section], section, err)
}

// flat returns the coordinates without a third dimension.
func flat(pl *nodes) []float64 {
	if pl.dims == 2 {
		return slices.Clip(pl.coords)
	}
	xy := make([]float64, 0, 2*pl.n)
	for i := 0; i < len(pl.coords); i += pl.dims {
		xy = append(xy, pl.coords[i], pl.coords[i+1])
	}
	return xy
}

// route adds the conditions on a tour: fixed edges, and the start and end of a path.
func (p *tsplib) route(in *tsp.Instance) (*tsp.Instance, error) {
	find := in.City
	if len(p.fixed) > 0 {
		edges, err := p.edges(find)
		if err != nil {
			return nil, err
		}
		if in, err = in.FixEdges(edges); err != nil {
			return nil, p.src.wrap(p.began[secFixed], secFixed, err)
		}
	}
	var ends [2]int32
	var err error
	for k, keyword := range []string{keyStart, keyEnd} {
		if ends[k], err = p.pathEnd(keyword, find); err != nil {
			return nil, err
		}
	}
	kind := p.header[keyType]
	in, err = withEnds(in, kind.first() == "HPP", ends, "\"TYPE: HPP\" with "+keyEnd)
	return in, p.src.wrap(kind.line, keyType, err)
}

func (p *tsplib) edges(find func(int64) (int32, bool)) ([][2]int32, error) {
	if len(p.fixed)%2 != 0 {
		return nil, p.src.fail(p.began[secFixed], secFixed, "expected pairs of cities, found %d ids", len(p.fixed))
	}
	edges := make([][2]int32, len(p.fixed)/2)
	for k, id := range p.fixed {
		c, ok := find(id)
		if !ok {
			return nil, p.src.fail(p.began[secFixed], secFixed, "expected ids of the instance, found %d", id)
		}
		edges[k/2][k%2] = c
	}
	return edges, nil
}

// pathEnd returns the city that the keyword names, or -1.
func (p *tsplib) pathEnd(keyword string, find func(int64) (int32, bool)) (int32, error) {
	e, ok := p.header[keyword]
	if !ok {
		return -1, nil
	}
	if id, n := parseWhole([]byte(e.value)); n == len(e.value) && n > 0 {
		if c, ok := find(id); ok {
			return c, nil
		}
	}
	return 0, p.src.fail(e.line, keyword, "expected a city id, found %s", quote([]byte(e.value)))
}
