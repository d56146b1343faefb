package routepage

import (
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"html"
	"math"
	"regexp"
	"strings"
	"testing"

	"github.com/tourmaline-opt/tourmaline/internal/plot"
)

// written returns the text of a page.
func written(t *testing.T, p *Page) string {
	t.Helper()
	var b strings.Builder
	if err := p.Write(&b); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// sample returns a round trip through three stops.
func sample() *Page {
	return &Page{
		Title: "Berlin", Summary: "3 stops, 6 km, start Depot", Noun: "stop", Plural: "stops",
		Facts: []Fact{{"Route", "round trip"}},
		Stops: []Stop{
			{1, "Depot", "", "0 m", []float64{52.5367, 13.3456}, nil, "08:00"},
			{2, "Tor", "1 km", "1 km", []float64{52.5163, 13.3777}, nil, "08:10"},
			{3, "Zoo", "2 km", "3 km", []float64{52.5075, 13.3327}, &About{Address: "Hardenbergplatz 8", Phone: "030 254010"}, "08:20"},
		},
		Return: &Stop{4, "back to Depot", "3 km", "6 km", []float64{52.5367, 13.3456}, nil, "08:00"},
		Map: &plot.Map{
			Details: plot.Names,
			XY:      []float64{13.3327, 52.5075, 13.3456, 52.5367, 13.3777, 52.5163}, Labels: []string{"3 Zoo", "1 Depot", "2 Tor"}, Tour: []int32{1, 2, 0},
		},
		Downloads: []Download{{"berlin.gpx", "application/gpx+xml", "<gpx>\n\"ä\" & '\u2028'</script></gpx>\n"}, {"berlin.json", "application/json", "{}\n"}},
		Tiles:     mustTiles(OpenStreetMap),
	}
}

func mustTiles(address string) *Tiles {
	tiles, err := ParseTiles(address)
	if err != nil {
		panic(err)
	}
	return tiles
}

// crowd returns a path through n stops on a spiral.
func crowd(n int) *Page {
	p := &Page{Title: "Many", Noun: "stop", Plural: "stops", Map: &plot.Map{Open: true}, Tiles: mustTiles(OpenStreetMap)}
	for i := range n {
		r, a := math.Sqrt(float64(i)), math.Sqrt(float64(i))*2
		lat, lon := 50+r*math.Sin(a)/100, 10+r*math.Cos(a)/100
		p.Stops = append(p.Stops, Stop{i + 1, fmt.Sprintf("A street with a name %d", i+1), "12.3 km", "1,234 km", []float64{lat, lon}, nil, ""})
		p.Map.XY = append(p.Map.XY, lon, lat)
		p.Map.Tour = append(p.Map.Tour, int32(i))
	}
	return p
}

// hostileNames contains names that try to escape from their context in the page.
var hostileNames = []string{
	`<script>var pwned = 1</script>`, `</script><script>var pwned = 1</script>`, `"><img src=x onerror="var pwned = 1">`,
	`' onmouseover='var pwned = 1`, "line\u2028separator\u2029", `</title></style></svg><script>var pwned = 1</script>`,
	`]]><!--<script>`, `{{.Title}} ${pwned = 1} \u003c`, `javascript:var pwned = 1`,
}

// hostile returns a page with hostile names wherever a name can occur.
func hostile() *Page {
	all := strings.Join(hostileNames, "\n")
	p := &Page{
		Title: all, Summary: all, Noun: "stop", Plural: "stops", Facts: []Fact{{all, all}}, Map: &plot.Map{Title: all, Note: all},
		Downloads: []Download{{"x\"><script>var pwned = 1</script>.gpx", all, all}}, Tiles: mustTiles(OpenStreetMap),
	}
	for i, name := range hostileNames {
		p.Stops = append(p.Stops, Stop{i + 1, name, name, name, []float64{50, float64(i)}, &About{name, name, name}, name})
		p.Map.XY = append(p.Map.XY, float64(i), 50+float64(i%2))
		p.Map.Labels = append(p.Map.Labels, name)
		p.Map.Tour = append(p.Map.Tour, int32(i))
	}
	p.Return = &p.Stops[0]
	return p
}

func TestPageHasWhatPeopleNeed(t *testing.T) {
	page := written(t, sample())
	for _, want := range []string{
		"<h1>Berlin</h1>", "3 stops, 6 km, start Depot", "<dt>Route</dt><dd>round trip</dd>", `data-file="berlin.gpx"`, ">GPX</button>",
		`href="geo:52.536700,13.345600?q=52.536700,13.345600"`, "back to Depot", "tile.openstreetmap.org", "© OpenStreetMap contributors",
		"prefers-color-scheme: dark", "@media print", ">1 Depot</text>",
	} {
		if !strings.Contains(page, want) {
			t.Errorf("no %q", want)
		}
	}
	if strings.Contains(page, "ZgotmplZ") {
		t.Error("the template refused a value")
	}
}

func TestPagesWithoutAMap(t *testing.T) {
	noTiles := sample()
	noTiles.Tiles = nil
	lost := sample()
	lost.Stops[1].Place = nil
	for name, p := range map[string]*Page{"no tiles": noTiles, "a stop without a place": lost} {
		if page := written(t, p); strings.Contains(page, "openstreetmap") || strings.Contains(page, `id="show-map"`) {
			t.Errorf("%s: there is a map", name)
		}
	}
}

// The policy names the blocks of the page by their hashes, and names no other server.
func TestPolicy(t *testing.T) {
	page := written(t, sample())
	policy := html.UnescapeString(regexp.MustCompile(`Security-Policy" content="([^"]*)"`).FindStringSubmatch(page)[1])
	for _, block := range []string{`(?s)<style>(.*?)</style>`, `(?s)<script>(.*?)</script>`} {
		text := regexp.MustCompile(block).FindStringSubmatch(page)[1]
		sum := sha256.Sum256([]byte(text))
		if hash := base64.StdEncoding.EncodeToString(sum[:]); !strings.Contains(policy, hash) {
			t.Errorf("%s: its hash %s is not in %s", block, hash, policy)
		}
	}
	if !strings.HasPrefix(policy, "default-src 'none'; ") || !strings.Contains(policy, "img-src data: https://tile.openstreetmap.org; ") || strings.Contains(policy, "unsafe") {
		t.Error(policy)
	}
}

func TestNamesAreEscaped(t *testing.T) {
	page := written(t, hostile())
	if got := strings.Count(page, "<script"); got != 2 {
		t.Errorf("%d scripts", got)
	}
	for _, word := range []string{"<img", "onerror=\"", "\u2028separator\u2029\",", "ZgotmplZ"} {
		if i := strings.Index(page, word); i >= 0 {
			t.Errorf("%q in %q", word, page[max(i-60, 0):i+20])
		}
	}
}

func TestSizes(t *testing.T) {
	p := crowd(1000)
	page := written(t, p)
	if len(page) > 500_000 {
		t.Errorf("%d bytes for 1,000 stops", len(page))
	}
	if strings.Contains(page, "<details>") {
		t.Error("1,000 stops are folded")
	}
	if !strings.Contains(written(t, crowd(unfolded+1)), "<details><summary>All 2001 stops") {
		t.Error("2,001 stops are not folded")
	}
}

func TestContradictionsAreRefused(t *testing.T) {
	short := sample()
	short.Map.Tour = short.Map.Tour[:2]
	odd := sample()
	odd.Stops[1].Place = []float64{1}
	for want, p := range map[string]*Page{
		"20001 stops: a page can show at most 20000":                           crowd(Most + 1),
		"the picture shows a tour of 2, but the list contains 3 stops":         short,
		"stop 2: the place has 1 coordinates, expected latitude and longitude": odd,
	} {
		var b strings.Builder
		if err := p.Write(&b); err == nil || err.Error() != want || b.Len() > 0 {
			t.Errorf("%v, want %s", err, want)
		}
	}
}

func TestParseTiles(t *testing.T) {
	got, err := ParseTiles("http://localhost:8080/a/{z}/{x}/{y}@2x.png?key={k}")
	if err != nil || got.Origin != "http://localhost:8080" || got.Host != "localhost:8080" || got.Credit != "" || got.NeedsServer() {
		t.Errorf("%+v, %v", got, err)
	}
	for address, want := range map[string]string{
		"https://a/{z}/{x}.png":                "expected an address with {z}, {x} and {y}",
		"ftp://a/{z}/{x}/{y}":                  "https:// or http://",
		"/tiles/{z}/{x}/{y}":                   "https:// or http://",
		"https:///{z}/{x}/{y}":                 "expected a server name",
		"https://u:secret@a/{z}/{x}/{y}":       "without a password",
		"https://{s}.tile.example/{z}/{x}/{y}": "expected a server name",
		"https://a;script-src */{z}/{x}/{y}":   "",
		"https://*/{z}/{x}/{y}":                "expected a server name",
	} {
		_, err := ParseTiles(address)
		if err == nil || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "secret") {
			t.Errorf("%s: %v", address, err)
		}
	}
}

func TestTicksBelongToTheRoute(t *testing.T) {
	a, b, c := sample(), sample(), sample()
	b.Facts, b.Summary = nil, "found again"
	c.Stops[1], c.Stops[2] = c.Stops[2], c.Stops[1]
	if a.id() != b.id() || a.id() == c.id() {
		t.Errorf("%s, %s for the same route, %s for another", a.id(), b.id(), c.id())
	}
}
