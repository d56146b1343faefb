package cli

import (
	"slices"
	"strings"

	"github.com/tourmaline-opt/tourmaline/internal/suggest"
)

// A wish is a group of flags that people type although the command solve lacks them.
type wish struct {
	flags  string // separated by spaces, in lower case
	answer string // what to do instead
}

var wishes = []wish{
	{"vehicle drivers trucks vans num-vehicles cars", "use --vehicles N, or --fleet vans.csv with a row per kind of vehicle"},
	{"capacities demand demands load loads weight volume max-load", "use --vehicles N --capacity 100; the loads of the stops are a column, such as demand or boxes, or --columns demand=TITLE"},
	{"time-windows time-window timewindows windows window tw earliest latest due ready", "add columns such as open and close, or window, to the table, and --vehicles N, also for one vehicle"},
	{"before after precedence pickup delivery first last sequence", "solve cannot put one stop before another: --start NAME and --end NAME fix the first and the last stop"},
	{"departure start-time eta arrival leave-at", "use --depart 08:00 for times of arrival, with --speed 40 if the distances are lengths"},
	{"service-time service duration stop-time stay", "use --minutes-per-stop N, with --depart 08:00 for times of arrival; with --vehicles N, a column such as service sets the minutes of each stop"},
	{"detour circuity factor", "use --road-factor 1.3, which estimates the length by road"},
	{"duplicates dedupe deduplicate unique merge", "use --merge-duplicates, which joins the stops at the same place into one"},
	{"priority priorities prize optional skip", "with --vehicles N, a column named prize makes stops optional; otherwise leave out the stops that are not needed"},
	{"roundtrip round-trip closed return return-to-start", "a round trip is the default; --open finds a path instead"},
	{"balance balanced fair even equal", "use --max-stops N or --max-duration HOURS, which divide the stops among the vehicles"},
	{"geocode geocoding addresses", "solve reads coordinates: geocode the addresses first, and add columns such as lat and lon"},
	{"print pdf", "-o route.html writes a page to print; for several vehicles, --pages FOLDER writes one per vehicle"},
	{"traffic road by-road roads road-network tolls", "--osrm URL requests times by road from an OSRM server, and --road-factor 1.3 estimates the length by road"},
	{"google google-maps maps map apple-maps qr", "-o route.html writes a page that opens each stop in a maps app, and -o route.gpx a file for navigation apps"},
	{"iterations iters generations steps max-iterations", "use --max-steps N"},
	{"timeout time runtime limit max-time seconds", "use -t, as in -t 30s"},
	{"algo method solver heuristic", "use -a, as in -a ils; 'tourmaline algorithms' lists them"},
	{"out outfile output-file save", "use -o FILE"},
	{"lat latitude lon lng longitude name id address column x y", "use --columns, as in --columns lat=TITLE,lon=TITLE,name=TITLE"},
	{"delimiter separator sep encoding header no-header decimal", "separators, encodings and headers are recognised automatically; --columns lat=1,lon=2 names columns by number"},
	{"json csv gpx geojson html text kml xlsx excel", "use --format NAME, or -o with a name that ends in it"},
	{"picture image svg png draw", "use --plot FILE.svg or --plot FILE.png"},
	{"cpus cores jobs workers parallel", "use -j N for the number of threads"},
	{"gpu cuda opencl", "use --engine opencl"},
}

// adviceOn returns advice on an unknown flag, given the names of the known ones: what to use
// instead, or a flag with a similar name. It returns "" if there is neither.
func adviceOn(typed string, known []string) string {
	typed = strings.ToLower(typed)
	for _, w := range wishes {
		if slices.Contains(strings.Fields(w.flags), strings.ReplaceAll(typed, "_", "-")) {
			return w.answer
		}
	}
	if like, ok := suggest.Nearest(typed, known); ok {
		return "did you mean --" + like + "?"
	}
	return ""
}
