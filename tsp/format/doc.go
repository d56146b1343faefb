// Package format reads and writes instances and tours of the travelling
// salesman problem.
//
// The format is detected by file extension or, if that is unknown, by
// content. Every file may be compressed with gzip or zstd. Every error of a
// reader is an [*Error] with the file, the line and what was expected, or several
// of them. Files of other programs are rejected with advice.
//
// Input is not trusted. Memory grows with the bytes that arrive, at most 40
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
// path), NODE_ID_SECTION (ids of the cities of a matrix), and DISPLAY_DATA_TYPE
// LATLON_DISPLAY (locations of the cities of a matrix).
//
// # CSV (.csv, .tsv)
//
// Fields are separated by tabs, semicolons, bars or commas, whichever most of the first
// lines have, or by blanks if there are none of these; a first line "sep=;" says so. If the
// separator is not a comma, numbers may have a decimal comma. Separators between thousands
// are rejected. Lines that begin with # are comments, unless all rows begin with a number
// such as #1001, or the first line is a header such as #,name,lat,lon with as many fields as
// the next. Files are UTF-8 or UTF-16, and texts that are not UTF-8 are read as
// Windows-1252. Lines may end in any way. Empty rows, and columns that are empty in every
// row, are ignored.
//
// With a header, columns are found by title, in any case and order:
//
//   - lat (latitude) and lon (lng, long, longitude): degrees, Haversine. They may have
//     hemispheres, minutes and seconds: 52.52 N, 9°59'36"E;
//   - x, y and optionally z: Euclidean. A file that has both is read by lat and
//     lon unless a metric of the plane is requested. If both titles have the same unit in
//     brackets, such as X (mm), it is the unit of the cost;
//   - id: whole numbers become ids, anything else codes. No two cities may have the
//     same id. If some cities have none, they are labels;
//   - name, label, city, stop: labels. If there is no column id and the names
//     are distinct whole numbers, they become ids.
//
// Titles of other programs and languages are known, too: stop_lat, Latitude (deg), Breite,
// Längengrad, Easting, Rechtswert, Kunde, Address, Stop ID, Kundennr. A title that fits
// better wins, the names above first; two that fit equally well are an error for
// coordinates. A column that merely looks like ids is ignored if it has duplicates. A
// place may also be in one column: "52.5, 13.4" below a title such as coordinates or
// lat/long, or POINT (13.4 52.5) below WKT or geometry. Options.Columns says which column
// is which where titles do not tell.
//
// Up to seven rows above the header, such as the title of a report, are skipped, with a
// warning. A row must not have more fields than the header, except for empty ones at its
// end. The instance keeps the table as it was written: [tsp.Details].Columns. A table of
// more than 100,000 rows is kept only if it has further columns, or other titles than id,
// name, lat, lon, x, y and z.
//
// A header without coordinate columns belongs to a matrix, whose rows may
// begin with the same names in the same order. Without a header, two columns
// are x, y. Three are x, y, z, with two exceptions: three rows with zeros on
// the diagonal are the distances between three cities, unless a metric is
// requested, and a first column that counts up from 0 or 1 holds ids. More
// columns are a matrix, which must be square. Options.Format [Matrix] makes any
// table a matrix, such as one of two cities without a header, or one whose
// cities are called x and y.
//
// Without a header but with names, the two columns that hold numbers in each of the first
// rows are the places: latitudes and longitudes if they are within ±90 and ±180 and have
// three decimals or more, otherwise x and y. The first column of texts is the name. A third
// column of numbers that counts from 0 or 1 holds ids. A warning says what was understood.
//
// All rows without a valid place are reported at once, in an error that wraps an [*Error] for
// each, or skipped if Options.SkipInvalid is set. So are the features of GeoJSON.
//
// [ReadRows] reads tables that another package has opened by the same rules.
//
// # Warnings
//
// [Load] also returns what may be a mistake, though it was read as written: a place more
// than ten times as far from the middle as three quarters of the others, and whether
// exchanging its coordinates would bring it back; latitude 0 with longitude 0; places that
// repeat; x and y that look like degrees; what was guessed of a table. Places are examined
// in files of up to 100,000 cities, TSPLIB not among them.
//
// # GeoJSON (.geojson)
//
// The points of a FeatureCollection, a Feature or a geometry (Point,
// MultiPoint, GeometryCollection) are read, longitude first. The properties id
// and name identify the cities. Heights are ignored. Features
// without points, such as lines and areas, are skipped, with a warning. With the additional
// member "metric" the points may be places in the plane.
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
// further members "name", "comment", "unit" (of the cost), "ids", "codes" (ids that are
// texts), "labels", "display" ([[x, y], …], to draw a matrix), "locations" ([[lat, lon], …], of the
// cities of a matrix), "fixed" ([[id, id], …], edges that
// must be used), "open", "start" and "end". From a response of OSRM the
// durations are used, or the distances if there are no durations or
// Options.Metric is "distances". The names and locations of its sources become
// labels and locations.
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
