package format

import (
	"fmt"
	"io"

	"github.com/tourmaline-opt/tourmaline/tsp"
)

var writers = map[Format]func(io.Writer, *tsp.Instance) error{
	TSPLIB:  writeTSPLIB,
	CSV:     writeCSV,
	GeoJSON: writeGeoJSON,
	JSON:    writeJSON,
	NPY:     writeNPY,
	GPX:     writeGPX,
}

// Write writes an instance. What each format carries:
//
//   - tsplib: everything but labels and a unit, and written so that reading
//     gives the same instance. EUCLIDEAN and HAVERSINE are edge weight types of
//     our own, as are TYPE HPP with PATH_START and PATH_END, and
//     NODE_ID_SECTION.
//   - json: everything.
//   - csv: places, ids and labels, or a matrix with labels or ids. The metric
//     must be asked for on reading if it is not Euclidean or Haversine.
//   - geojson: places with two coordinates, ids and labels.
//   - gpx: places on the globe with labels, or else ids.
//   - npy: the matrix of distances, whatever they come from.
//
// All but tsplib and json turn GEO's degrees and minutes into true degrees.
func Write(w io.Writer, in *tsp.Instance, f Format) error {
	write, ok := writers[f]
	if !ok {
		return fmt.Errorf("instances cannot be written as %q: expected tsplib, csv, geojson, json, npy or gpx", f)
	}
	if in.Plain() != nil {
		return errTied
	}
	return write(w, in)
}
