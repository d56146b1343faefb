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

// Write writes an instance. The formats carry:
//
//   - tsplib: everything except labels and a unit. Reading the file
//     gives the same instance. The edge weight types EUCLIDEAN and HAVERSINE,
//     PATH_START and PATH_END with TYPE HPP, and NODE_ID_SECTION are
//     extensions of TSPLIB.
//   - json: everything.
//   - csv: places, ids and labels, or a matrix with labels or ids. The metric
//     must be given when reading if it is not Euclidean or Haversine.
//   - geojson: places with two coordinates, ids and labels.
//   - gpx: places on the globe with labels or, without labels, ids.
//   - npy: the matrix of distances, for any metric.
//
// All formats except tsplib and json convert GEO's degrees and minutes to decimal degrees.
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
