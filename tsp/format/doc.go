// Package format reads and writes instances and tours of the travelling
// salesman problem.
//
// The format is detected by file extension or, if that does not tell, by
// content. Every file may be compressed with gzip or zstd. Every error of a
// reader is an [*Error] with the file, the line and what was expected.
//
// Files are not trusted. Memory grows with the bytes that arrive, at most 40
// bytes for each and 128 MiB in any case, never with what a header or the file
// system claims, and a count that a header announces ends reading. Time is
// linear in those bytes, whose number Options.MaxBytes limits. A row of CSV and
// an element of GPX may have 1 MiB; elements of GPX may be nested 64 deep,
// collections of GeoJSON 8 deep.
//
// # TSPLIB (.tsp, .atsp, .hpp)
//
// All edge weight types except SPECIAL, all matrix layouts, display data and
// fixed edges are supported. Keywords and sections may come in any order and
// case, as "KEY: v", "KEY : v" or "KEY v". Cities may have any numbers from 0
// on. A few extensions allow every instance to be written and read again:
// EDGE_WEIGHT_TYPE EUCLIDEAN (2 or 3 coordinates, not rounded) and HAVERSINE
// (latitude, longitude in degrees), PATH_START and PATH_END with TYPE HPP (a
// path), and NODE_ID_SECTION (ids of the cities of a matrix).
//
// # CSV (.csv, .tsv)
//
// Fields are separated by commas, semicolons or tabs, or by blanks if the file
// has none of these. If the separator is not a comma, numbers may have a decimal
// comma. Lines that begin with # are comments. With a header, columns are
// found by name, in any case and order:
//
//   - lat (latitude) and lon (lng, long, longitude): degrees, Haversine;
//   - x, y and optionally z: Euclidean. A file that has both is read by lat and
//     lon unless a metric of the plane is requested;
//   - id: whole numbers become ids. Anything else becomes labels, which take
//     precedence over the names. No two cities may have the same id;
//   - name, label, city, stop: labels. If there is no column id and the names
//     are distinct whole numbers, they become ids.
//
// A row must not have more fields than the header, except for empty ones at its
// end. A header without coordinate columns belongs to a matrix, whose rows may
// begin with the same names in the same order. Without a header, two columns
// are x, y. Three are x, y, z, with two exceptions: three rows with zeros on
// the diagonal are the distances between three cities, unless a metric is
// requested, and a first column that counts up from 0 or 1 holds ids. More
// columns are a matrix, which must be square. Options.Format [Matrix] makes any
// table a matrix, such as one of two cities without a header, or one whose
// cities are called x and y.
//
// # GeoJSON (.geojson)
//
// The points of a FeatureCollection, a Feature or a geometry (Point,
// MultiPoint, GeometryCollection) are read, longitude first. The properties id
// and name identify the cities. Lines, areas and heights are ignored. With the
// additional member "metric" the points may be places in the plane.
//
// # JSON (.json)
//
//	{"points": [[x, y], …]}                 Euclidean, or as "metric" says
//	{"latlon": [[lat, lon], …]}             Haversine, or GEO as "metric" says
//	{"matrix": [[…], …]}                    distances
//	[[x, y], …]   [[d, d, d, d, …], …]      places, or a matrix by the rules for CSV
//	[{"x": 1, "y": 2, "name": "A"}, …]      places with names
//	[{"lat": 1, "lon": 2}, …]               places on the globe
//	{"code": "Ok", "durations": [[…], …]}   a response of OSRM's table service
//
// GeoJSON is accepted too. Points may also be objects. An object may have the
// further members "name", "comment", "unit" (of the cost), "ids", "labels",
// "display" ([[x, y], …], to draw a matrix), "fixed" ([[id, id], …], edges that
// must be used), "open", "start" and "end". From a response of OSRM the
// durations are used, or the distances if there are no durations or
// Options.Metric is "distances". The names and locations of its sources become
// labels and display data.
//
// # NPY (.npy)
//
// Two-dimensional NumPy arrays of integers or floats, little or big endian, C
// or Fortran order. A square array is a matrix of distances, also if it is 2 x 2
// or 3 x 3, unless a metric is requested. Otherwise, two or three columns are
// x, y[, z].
//
// # GPX (.gpx)
//
// Waypoints are read; if there are none, route points; if there are none
// either, track points. Names become labels, or ids if they are distinct whole
// numbers. If a route or track returns to its first point, that point is read
// once.
//
// # Tours
//
// [ReadTour] lists the formats of tours, [WriteTour] what each of them states
// of a tour, and [Stated] is that after reading.
package format
