// Package format reads and writes instances and tours of the travelling salesman problem.
//
// The format is detected by file extension or, if the extension is unknown, by content. Every file
// may be compressed with gzip or zstd. A reader returns one [*Error], or an error that wraps
// several, each with the file, the line and the expected input. Files of other programs are
// rejected with advice.
//
// Input is not trusted. Memory use is at most 128 MiB plus 40 bytes for each byte that is read; it
// never depends on a header or on the size that the file system reports. Reading stops at the count
// that a header declares. Time is linear in the number of bytes, and Options.MaxBytes limits this
// number. A CSV row or a GPX element may have up to 1 MiB. GPX elements may be nested 64 deep,
// GeoJSON collections 8 deep.
//
// # TSPLIB (.tsp, .atsp, .hpp)
//
// All edge weight types except SPECIAL, all matrix layouts, display data and fixed edges are
// supported. Keywords and sections may appear in any order and case, as "KEY: v", "KEY : v" or "KEY
// v". City numbers may be any integers from 0 up. A few extensions allow every instance to be
// written and read again: EDGE_WEIGHT_TYPE EUCLIDEAN (2 or 3 coordinates, not rounded) and
// HAVERSINE (latitude, longitude in degrees), PATH_START and PATH_END with TYPE HPP (a path),
// NODE_ID_SECTION (ids of the cities of a matrix), and DISPLAY_DATA_TYPE LATLON_DISPLAY (locations
// of the cities of a matrix).
//
// # CSV (.csv, .tsv)
//
// Fields are separated by tabs, semicolons, vertical bars or commas, whichever occurs in most of
// the first lines, or by spaces if none of these occurs. A first line such as "sep=;" sets the
// separator. If the separator is not a comma, numbers may have a decimal comma. Thousands
// separators are rejected. Lines that start with # are comments, unless all rows start with a
// number such as #1001, or the first line is a header such as #,name,lat,lon with as many fields as
// the next line. Files are UTF-8 or UTF-16, and text that is not UTF-8 is read as Windows-1252. All
// common line endings are accepted. Empty rows, and columns that are empty in every row, are
// ignored.
//
// With a header, columns are found by title, in any case and order:
//
//   - lat (latitude) and lon (lng, long, longitude): degrees, Haversine. They may have
//     hemispheres, minutes and seconds: 52.52 N, 9°59'36"E;
//   - x, y and optionally z: Euclidean. A file that also has lat and lon is read by lat and
//     lon unless a metric of the plane is requested. If the titles of x and y have the same
//     unit in brackets, such as X (mm), it is the unit of the cost;
//   - id: whole numbers become ids, anything else becomes codes. No two cities may have the
//     same id. If some cities have no id, the column becomes labels;
//   - name, label, stop: labels. If there is no id column and the names are distinct whole
//     numbers, they become ids. Without such a column, an address or a town is used.
//
// Some titles used by other programs and in other languages are also recognised: stop_lat, Latitude
// (deg), Breite, Längengrad, Easting, Rechtswert, Kunde, Address, Stop ID, Kundennr. The title that
// matches best is used, and the names listed above match best. Two coordinate titles that match
// equally well are an error. A column that merely looks like ids is ignored if it contains
// duplicates. If at most half of the rows have different names, the names are taken from another
// column that looks like a name or, if there is none, from another column of texts; [Document.Used]
// reports the columns. A single column may also hold both coordinates: "52.5, 13.4" below a title
// such as coordinates or lat/long, or POINT (13.4 52.5) below WKT or geometry. Options.Columns
// assigns columns that cannot be recognised by title.
//
// Up to seven rows above the header, such as a report title, are skipped with a warning. So are
// rows without coordinates that start with a word such as Total, and headers that occur again. A
// row must not have more fields than the header, except for empty fields at its end. The instance
// stores the table as it was written: [tsp.Details].Columns. A table of more than 100,000 rows is
// stored only if it has additional columns, or titles other than id, name, lat, lon, x, y and z.
//
// A header without coordinate columns belongs to a matrix. Its rows may start with the same names
// in the same order. Without a header, two columns are x, y. Three columns are x, y, z, with two
// exceptions: three rows with zeros on the diagonal are the distances between three cities, unless
// a metric is requested, and a first column that counts up from 0 or 1 holds ids. A table with more
// columns is a matrix, which must be square. With Options.Format [Matrix], any table is read as a
// matrix, for example a table of two cities without a header, or a table with cities called x and
// y.
//
// In a table with names but without a header, the two columns that hold numbers in each of the
// first rows are the coordinates: latitudes and longitudes if they are within ±90 and ±180 and have
// at least three decimals, otherwise x and y. The first text column is the name. A third numeric
// column that counts up from 0 or 1 holds ids. A warning reports how the columns were interpreted.
//
// All rows without a valid place are reported in one error that wraps an [*Error] for each row. If
// Options.SkipInvalid is set, these rows are skipped instead. The same holds for GeoJSON features.
//
// [ReadRows] reads tables that another package has opened, by the same rules.
//
// # Warnings
//
// [Load] also returns warnings about possible mistakes that were read as written: a place more than
// ten times as far from the centre as three quarters of the cities, and whether swapping its
// coordinates would bring it close to them; latitude 0 with longitude 0; duplicate places; x and y
// that look like degrees; table columns that were guessed. Places are checked in files of up to
// 100,000 cities, except in TSPLIB files.
//
// # GeoJSON (.geojson)
//
// The points of a FeatureCollection, a Feature or a geometry (Point, MultiPoint,
// GeometryCollection) are read, longitude first. The properties id and name identify the cities.
// Heights are ignored. Features without points, such as lines and areas, are skipped with a
// warning. With the additional member "metric", the points may be in the plane.
//
// # JSON (.json)
//
//	{"points": [[x, y], …]}                 Euclidean, or the metric in "metric"
//	{"latlon": [[lat, lon], …]}             Haversine, or GEO if "metric" requests it
//	{"matrix": [[…], …]}                    distances
//	[[x, y], …]   [[d, d, d, d, …], …]      places, or a matrix by the rules for CSV
//	[{"x": 1, "y": 2, "name": "A"}, …]      places with names
//	[{"lat": 1, "lon": 2}, …]               places on the globe
//	{"code": "Ok", "durations": [[…], …]}   a response of OSRM's table service
//
// GeoJSON is accepted too. Points may also be objects. An object may have the additional members
// "name", "comment", "unit" (of the cost), "ids", "codes" (ids that are text), "labels", "display"
// ([[x, y], …], to draw a matrix), "locations" ([[lat, lon], …], of the cities of a matrix),
// "fixed" ([[id, id], …], edges that must be used), "open", "start" and "end". From an OSRM
// response the durations are used, or the distances if there are no durations or Options.Metric is
// "distances". The names and locations of the response's sources become labels and locations.
//
// # NPY (.npy)
//
// Two-dimensional NumPy arrays of integers or floats are read, little or big endian, in C or
// Fortran order. A square array is a distance matrix, even if it is 2 x 2 or 3 x 3, unless a metric
// is requested. Otherwise, two or three columns are x, y[, z].
//
// # GPX (.gpx)
//
// Waypoints are read. If the file has no waypoints, route points are read; if it has no route
// points either, track points are read. Names become labels, or ids if they are distinct whole
// numbers. If a route or track returns to its first point, that point is read only once. The file
// may declare UTF-8, UTF-16, ISO-8859-1 or Windows-1252.
//
// # Tours
//
// [ReadTour] lists the tour formats. [WriteTour] lists the properties of a tour that each format
// states, and [Stated] holds these properties after reading.
package format
