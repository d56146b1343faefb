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
	{"vehicles vehicle fleet drivers trucks vans num-vehicles", "solve plans one vehicle: put the stops of each vehicle into a file of its own, and pass all the files"},
	{"capacity capacities demand demands load loads weight volume max-load", "solve plans one vehicle that visits every stop once, without loads: leave out the stops that do not fit"},
	{"time-windows time-window timewindows windows window tw earliest latest due ready", "solve does not plan for time windows: the column is copied to the results, so that you can check the order"},
	{"before after precedence pickup delivery first last sequence", "solve cannot put one stop before another: --start NAME and --end NAME fix the first and the last stop"},
	{"depart departure start-time speed service-time service minutes-per-stop duration eta arrival", "solve gives lengths, not arrival times: use --osrm URL or --matrix FILE with --unit min for travel times"},
	{"priority priorities prize optional skip", "solve visits every stop: leave out the stops that are not needed"},
	{"roundtrip round-trip closed return return-to-start", "a round trip is the default; --open finds a path instead"},
	{"google google-maps maps map apple-maps qr kml", "-o route.html writes a page that opens each stop in a maps app, and -o route.gpx a file for navigation apps"},
	{"iterations iters generations steps max-iterations", "use --max-steps N"},
	{"timeout time runtime limit max-time seconds", "use -t, as in -t 30s"},
	{"algo method solver heuristic", "use -a, as in -a ils; 'tourmaline algorithms' lists them"},
	{"out outfile output-file save", "use -o FILE"},
	{"lat latitude lon lng longitude name id address column x y", "use --columns, as in --columns lat=TITLE,lon=TITLE,name=TITLE"},
	{"delimiter separator sep encoding header no-header decimal", "separators, encodings and headers are recognised automatically; --columns lat=1,lon=2 names columns by number"},
	{"json csv gpx geojson html text", "use --format NAME, or -o with a name that ends in it"},
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
