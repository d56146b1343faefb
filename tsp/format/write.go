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
//   - tsplib: everything except labels, codes and a unit. Reading the file
//     gives the same instance. The edge weight types EUCLIDEAN and HAVERSINE,
//     PATH_START and PATH_END with TYPE HPP, NODE_ID_SECTION, and the
//     DISPLAY_DATA_TYPE LATLON_DISPLAY are extensions of TSPLIB. Where there are locations,
//     display data are left out.
//   - json: everything.
//   - csv: places, ids or codes, and labels, or a matrix with labels or ids. The metric
//     must be given when reading if it is not Euclidean or Haversine.
//   - geojson: places with two coordinates, ids or codes, and labels; of a matrix the
//     locations without the distances.
//   - gpx: places on the globe with labels or, without labels, codes or ids; of a matrix
//     the locations without the distances.
//   - npy: the matrix of distances, for any metric.
//
// The table that an instance was read from (Columns) is written by none of them.
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
