package routepage

import (
	"bytes"
	"encoding/json"
	"fmt"
	"image"
	"image/png"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"

	"github.com/tourmaline-opt/tourmaline/internal/testkit"
)

// TestInABrowser tests the page in a browser.
func TestInABrowser(t *testing.T) {
	b := openBrowser(t)
	defer func() { b.t = t }()
	for _, test := range []struct {
		name string
		run  func(*testing.T, *browser)
	}{
		{"opens", pageOpens},
		{"list", listMarks},
		{"picture", pictureAnswers},
		{"keys", keysWalk},
		{"ticks", ticksStay},
		{"download", downloadsAreWhole},
		{"map", mapLoadsTiles},
		{"map without a server", mapWithoutServer},
		{"hostile names", namesStayNames},
		{"many stops", manyStopsOpen},
		{"no places", listOnly},
		{"policy", policyHolds},
		{"phone", fitsAPhone},
	} {
		t.Run(test.name, func(t *testing.T) {
			b.t = t
			b.attach()
			test.run(t, b)
		})
	}
}

// saved writes a page to a file and returns its URL.
func saved(t *testing.T, p *Page) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "route.html")
	testkit.WriteFile(t, path, written(t, p))
	return "file://" + filepath.ToSlash(path)
}

// silent checks that the page has made no requests and written nothing to the console.
func silent(t *testing.T, b *browser, own string) {
	t.Helper()
	if got := b.requests(own); len(got) > 0 {
		t.Errorf("the page asked for %q", got)
	}
	if got := b.complaints(); len(got) > 0 {
		t.Errorf("the console says %s", strings.Join(got, "\n"))
	}
}

func expect(t *testing.T, b *browser, script, want string) {
	t.Helper()
	if got := b.eval(script); got != want {
		t.Errorf("%s is %q, want %q", script, got, want)
	}
}

// marker returns a script that yields the number in the marker of a view, or "" if the marker is
// hidden.
func marker(view string) string {
	return fmt.Sprintf("(m => m.getAttribute('visibility') === 'visible' ? m.textContent : '')(document.querySelector('#%s .marker'))", view)
}

const (
	here    = "document.getElementById('here').textContent"
	current = "document.querySelector('tr.current')?.rowIndex ?? 0"
	settled = "new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => done())))"
	// still waits until the picture has not moved for ten frames, because the page scrolls smoothly.
	still    = "new Promise(done => { let top, same = 0; (function look() { const now = document.querySelector('#picture .overlay').getBoundingClientRect().top; same = now === top ? same + 1 : 0; top = now; if (same < 10) requestAnimationFrame(look); else done() })() })"
	clickMap = "document.getElementById('show-map').click()"
)

func pageOpens(t *testing.T, b *browser) {
	own := saved(t, sample())
	b.open(own)
	expect(t, b, "document.title", "Berlin")
	// This shows that the style applies.
	expect(t, b, "getComputedStyle(document.querySelector('.dark')).display", "none")
	expect(t, b, "document.getElementById('map').hidden", "true")
	silent(t, b, own)
}

func listMarks(t *testing.T, b *browser) {
	own := saved(t, sample())
	b.open(own)
	expect(t, b, marker("picture"), "")
	b.eval("document.querySelectorAll('tbody .name button')[2].click()")
	expect(t, b, marker("picture"), "3")
	expect(t, b, current, "3")
	expect(t, b, here, "3 Zoo: 2 km from the previous stop, 3 km so far")
	b.eval("document.querySelector('tfoot .name button').click()")
	expect(t, b, marker("picture"), "1")
	silent(t, b, own)
}

// mouse moves the mouse to a stop in the picture, numbered from 0, and dispatches events there.
func mouse(b *browser, stop int, kinds ...string) {
	b.t.Helper()
	b.eval(still)
	var at [2]float64
	b.result(json.RawMessage(b.eval(fmt.Sprintf(`(() => {
		const spots = JSON.parse(document.getElementById('data').textContent).spots;
		const p = new DOMPoint(spots[%d], spots[%d]).matrixTransform(document.querySelector('#picture .overlay').getScreenCTM());
		return JSON.stringify([p.x, p.y]);
	})()`, 2*stop, 2*stop+1))), &at)
	for _, kind := range kinds {
		event := map[string]any{"type": kind, "x": at[0], "y": at[1], "deltaX": 0, "deltaY": 0}
		switch kind {
		case "mousePressed", "mouseReleased":
			event["button"], event["clickCount"] = "left", 1
		case "mouseWheel":
			event["deltaY"] = -400
		}
		b.call("Input.dispatchMouseEvent", event)
	}
	b.eval(settled)
}

func pictureAnswers(t *testing.T, b *browser) {
	own := saved(t, sample())
	b.open(own)
	mouse(b, 1, "mouseMoved")
	expect(t, b, marker("picture"), "2")
	expect(t, b, current, "2")
	mouse(b, 2, "mouseMoved", "mousePressed", "mouseReleased")
	expect(t, b, current, "3")
	const width = "Math.round(document.querySelector('#picture .light svg').viewBox.baseVal.width)"
	whole := b.eval(width)
	mouse(b, 2, "mouseWheel")
	if got := b.eval(width); got == whole {
		t.Errorf("the wheel does not zoom: %s", got)
	}
	mouse(b, 2, "mouseMoved") // the stop stays at the same position
	expect(t, b, current, "3")
	b.eval("document.querySelector('[data-zoom=all]').click()")
	expect(t, b, width, whole)
	silent(t, b, own)
}

func keysWalk(t *testing.T, b *browser) {
	own := saved(t, sample())
	b.open(own)
	b.eval("document.getElementById('picture').focus()")
	for _, key := range []string{"ArrowRight", "ArrowRight", "ArrowRight", "ArrowLeft"} {
		b.call("Input.dispatchKeyEvent", map[string]any{"type": "keyDown", "key": key})
	}
	expect(t, b, marker("picture"), "2")
	b.call("Input.dispatchKeyEvent", map[string]any{"type": "keyDown", "key": "Escape"})
	expect(t, b, marker("picture"), "")
	unnamed := "[...document.querySelectorAll('button, a, input, [tabindex]')].filter(e => !(e.textContent.trim() || e.ariaLabel)).length"
	expect(t, b, unnamed, "0")
	silent(t, b, own)
}

func ticksStay(t *testing.T, b *browser) {
	own := saved(t, sample())
	b.open(own)
	b.eval("document.querySelectorAll('tbody input')[1].click()")
	expect(t, b, "document.querySelector('#ticks span').textContent", "1 of 3 done")
	b.open(own)
	expect(t, b, "[...document.querySelectorAll('tbody input')].map(box => box.checked).join()", "false,true,false")
	b.eval("document.querySelector('#ticks button').click()")
	b.open(own)
	expect(t, b, "document.querySelectorAll('tbody input:checked').length", "0")
	silent(t, b, own)
}

// downloadsAreWhole checks that a downloaded file is complete.
func downloadsAreWhole(t *testing.T, b *browser) {
	own := saved(t, sample())
	b.open(own)
	folder := t.TempDir()
	b.call("Browser.setDownloadBehavior", map[string]any{"behavior": "allow", "downloadPath": folder, "eventsEnabled": true})
	b.eval("document.querySelector('[data-file=\"berlin.gpx\"]').click()")
	for !b.saved() {
		m, err := b.next()
		if err != nil {
			t.Fatal(err)
		}
		b.events = append(b.events, m)
	}
	data, err := os.ReadFile(filepath.Join(folder, "berlin.gpx"))
	if want := sample().Downloads[0].Text; err != nil || string(data) != want {
		t.Errorf("%q, want %q (%v)", data, want, err)
	}
	silent(t, b, own)
}

// A tileServer records the requested paths.
type tileServer struct {
	*httptest.Server
	mu    sync.Mutex
	paths []string
}

func newTileServer(t *testing.T) *tileServer {
	t.Helper()
	var tile bytes.Buffer
	if err := png.Encode(&tile, image.NewGray(image.Rect(0, 0, 256, 256))); err != nil {
		t.Fatal(err)
	}
	s := &tileServer{}
	s.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		s.mu.Lock()
		s.paths = append(s.paths, r.URL.Path)
		s.mu.Unlock()
		w.Header().Set("Content-Type", "image/png")
		_, _ = w.Write(tile.Bytes()) // a browser may have disconnected
	}))
	t.Cleanup(s.Close)
	return s
}

func (s *tileServer) asked() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return append([]string(nil), s.paths...)
}

// withTiles returns the sample page with a map from a server.
func withTiles(t *testing.T, origin string) *Page {
	t.Helper()
	p := sample()
	var err error
	if p.Tiles, err = ParseTiles(origin + "/t/{z}/{x}/{y}.png"); err != nil {
		t.Fatal(err)
	}
	return p
}

const tilesDone = `new Promise((done, failed) => {
	const look = () => {
		const all = [...document.querySelectorAll('.tiles img')];
		if (all.length && all.every(img => img.complete)) done(all.every(img => img.naturalWidth === 256));
		else requestAnimationFrame(look);
	};
	look();
})`

func mapLoadsTiles(t *testing.T, b *browser) {
	server := newTileServer(t)
	own := saved(t, withTiles(t, server.URL))
	b.open(own)
	b.eval(settled)
	silent(t, b, own)
	if got := server.asked(); len(got) > 0 {
		t.Fatalf("before consent the server was asked for %q", got)
	}
	b.eval(clickMap)
	expect(t, b, tilesDone, "true")
	expect(t, b, "document.getElementById('no-tiles').textContent", "")
	expect(t, b, "document.querySelectorAll('#map .stop').length", "3")
	b.eval("document.querySelector('[data-zoom=in]').click()")
	b.eval(settled)
	expect(t, b, tilesDone, "true")
	for _, path := range server.asked() {
		if !regexp.MustCompile(`^/t/\d+/\d+/\d+\.png$`).MatchString(path) {
			t.Errorf("the server was asked for %s", path)
		}
	}
	asked := b.requests(own)
	if len(asked) == 0 {
		t.Error("no tile was asked for")
	}
	for _, address := range asked {
		if !strings.HasPrefix(address, server.URL+"/t/") {
			t.Errorf("the page asked for %s", address)
		}
	}
	if got := b.complaints(); len(got) > 0 {
		t.Errorf("the console says %q", got)
	}
	b.eval("document.querySelectorAll('tbody .name button')[1].click()")
	expect(t, b, marker("map"), "2")
	b.eval(clickMap)
	expect(t, b, "[document.getElementById('map').hidden, document.getElementById('picture').hidden].join()", "true,false")
	expect(t, b, marker("picture"), "2")
}

// mapWithoutServer checks that the map shows the route without tiles if the tile server does not
// answer.
func mapWithoutServer(t *testing.T, b *browser) {
	server := newTileServer(t)
	own := saved(t, withTiles(t, server.URL))
	server.Close()
	b.open(own)
	b.eval(clickMap)
	expect(t, b, `new Promise(done => {
		const note = document.getElementById('no-tiles'), say = () => done(note.textContent.startsWith('No images came from 127.0.0.1'));
		if (note.textContent) say();
		else new MutationObserver(say).observe(note, {childList: true});
	})`, "true")
	expect(t, b, "document.querySelector('#map .route').getAttribute('d').length > 10", "true")
}

func namesStayNames(t *testing.T, b *browser) {
	own := saved(t, hostile())
	b.open(own)
	expect(t, b, "document.querySelectorAll('script').length", "2")
	expect(t, b, "document.querySelectorAll('tbody tr, tfoot tr').length", fmt.Sprint(len(hostileNames)+1))
	expect(t, b, "typeof pwned", "undefined")
	names, err := json.Marshal(hostileNames)
	if err != nil {
		t.Fatal(err)
	}
	expect(t, b, fmt.Sprintf("[...document.querySelectorAll('tbody .name button')].every((e, i) => e.textContent === %s[i])", names), "true")
	silent(t, b, own)
}

func manyStopsOpen(t *testing.T, b *browser) {
	own := saved(t, crowd(Most))
	b.open(own)
	expect(t, b, "document.querySelectorAll('tbody tr').length", fmt.Sprint(Most))
	expect(t, b, "document.querySelector('details').open", "false")
	mouse(b, Most/2, "mouseMoved")
	if got := b.eval(marker("picture")); got == "" {
		t.Error("no stop answers")
	}
	expect(t, b, "document.querySelectorAll('#picture svg *').length < 500", "true")
	silent(t, b, own)
}

func listOnly(t *testing.T, b *browser) {
	p := sample()
	p.Map = nil
	for i := range p.Stops {
		p.Stops[i].Place = nil
	}
	own := saved(t, p)
	b.open(own)
	expect(t, b, "[document.getElementById('picture'), document.getElementById('map'), document.querySelector('.geo')].join()", ",,")
	b.eval("document.querySelectorAll('tbody .name button')[2].click()")
	expect(t, b, current, "3")
	silent(t, b, own)
}

// policyHolds checks that the content security policy blocks requests even from a script that was
// injected into the page.
func policyHolds(t *testing.T, b *browser) {
	server := newTileServer(t)
	other := newTileServer(t)
	b.open(saved(t, withTiles(t, server.URL)))
	b.eval(fmt.Sprintf(`(async () => {
		const image = new Image();
		await new Promise(done => { image.onerror = image.onload = done; image.src = '%[1]s/image'; });
		await fetch('%[1]s/fetch').catch(() => 0);
		await fetch('%[2]s/fetch').catch(() => 0);
		const script = document.createElement('script');
		script.textContent = 'var pwned = 1';
		document.body.append(script);
		document.body.setAttribute('onclick', 'var pwned = 1');
		document.body.click();
	})()`, other.URL, server.URL))
	if got := append(other.asked(), server.asked()...); len(got) > 0 {
		t.Errorf("servers were asked for %q", got)
	}
	expect(t, b, "typeof pwned", "undefined")
}

func fitsAPhone(t *testing.T, b *browser) {
	b.call("Emulation.setDeviceMetricsOverride", map[string]any{"width": 390, "height": 844, "deviceScaleFactor": 1, "mobile": true})
	long := sample()
	long.Stops[1].Name = strings.Repeat("Donaudampfschifffahrt", 20)
	for _, p := range []*Page{sample(), long, crowd(100)} {
		b.open(saved(t, p))
		expect(t, b, "document.documentElement.scrollWidth", "390")
	}
}
