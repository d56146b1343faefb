// Package format reads and writes instances and tours of the travelling
// salesman problem.
//
// The format is told by extension or, where that says nothing, by content.
// Every file may be compressed by gzip or zstd. Nothing is believed before it
// is seen: a header that announces more than the file holds costs no memory.
// Every error of a reader is an [*Error] with file, line and what was expected.
//
// # TSPLIB (.tsp, .atsp, .hpp)
//
// All edge weight types but SPECIAL, all matrix layouts, display data, fixed
// edges; keywords and sections in any order and case, as "KEY: v", "KEY : v"
// or "KEY v". Cities may have any numbers from 0 on. Of our own, so that every
// instance can be written and read again, are EDGE_WEIGHT_TYPE EUCLIDEAN (2 or
// 3 coordinates, not rounded) and HAVERSINE (latitude, longitude in degrees),
// PATH_START and PATH_END with TYPE HPP (a path), and NODE_ID_SECTION (ids of
// the cities of a matrix).
//
// # CSV (.csv, .tsv)
//
// Fields are separated by commas, semicolons or tabs (or blanks, where there
// is none of these); where it is not a comma, numbers may have a decimal
// comma. Lines that begin with # are comments. With a header, columns are
// found by name, in any case and order:
//
//   - lat (latitude) and lon (lng, long, longitude): degrees, Haversine;
//   - x, y and, if there is one, z: Euclidean. A file that has both is read
//     by lat and lon unless a metric of the plane is asked for;
//   - id: whole numbers become ids, anything else labels, before the names.
//     No id may stand for two cities;
//   - name, label, city, stop: labels; where there is no column id, whole
//     numbers, each once, become ids.
//
// A row must not have more fields than the header, but for empty ones at its
// end. A header without columns of places is that of a matrix, whose rows may
// begin with the same names in the same order. Without a header, two columns
// are x, y. Three are x, y, z, with two exceptions: three rows with zeros on
// the diagonal are the distances of three cities, unless a metric is asked for,
// and a first column that just counts from 0 or 1 holds ids. More columns are a matrix and must be as many
// as the rows. Options.Format [Matrix] makes any table a matrix, such as one of
// two cities without a header, or one whose cities are called x and y.
//
// # GeoJSON (.geojson)
//
// The points of a FeatureCollection, a Feature or a geometry (Point,
// MultiPoint, GeometryCollection), longitude first. The properties id and name
// name the cities. Lines, areas and heights are passed over. A member "metric"
// of our own makes it places in the plane.
//
// # JSON (.json)
//
//	{"points": [[x, y], …]}                 Euclidean, or as "metric" says
//	{"latlon": [[lat, lon], …]}             Haversine, or GEO as "metric" says
//	{"matrix": [[…], …]}                    distances
//	[[x, y], …]   [[d, d, d, d, …], …]      places; a matrix where CSV has one
//	[{"x": 1, "y": 2, "name": "A"}, …]      places with names
//	[{"lat": 1, "lon": 2}, …]               places on the globe
//	{"code": "Ok", "durations": [[…], …]}   the answer of OSRM's table service
//
// or GeoJSON. Points may also be objects. An object may say more: "name",
// "comment", "unit" (of the cost), "ids", "labels", "display" ([[x, y], …] for
// pictures of a matrix), "fixed" ([[id, id], …], edges to be used), "open",
// "start", "end". Of OSRM's answer the durations count, or the distances if
// there are no durations or Options.Metric is "distances"; the names and
// locations of its sources become labels and display data.
//
// # NPY (.npy)
//
// Two-dimensional NumPy arrays of integers or floats, little or big endian, C
// or Fortran order. A square is a matrix of distances, also one of 2 x 2 or
// 3 x 3 unless a metric is asked for; two or three columns are x, y[, z].
//
// # GPX (.gpx)
//
// Waypoints; if there are none, route points; if there are none either, track
// points. Names become labels, or ids where they are whole numbers, each once.
// A route or track that returns to its first point has it once.
package format
