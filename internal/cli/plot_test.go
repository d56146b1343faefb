package cli

import (
	"bytes"
	"image"
	"image/draw"
	"image/png"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strconv"
	"strings"
	"testing"

	"github.com/tourmaline-opt/tourmaline/internal/geom"
	"github.com/tourmaline-opt/tourmaline/internal/output"
	"github.com/tourmaline-opt/tourmaline/internal/plot"
	"github.com/tourmaline-opt/tourmaline/internal/testkit"
	"github.com/tourmaline-opt/tourmaline/tsp"
	"github.com/tourmaline-opt/tourmaline/tsp/format"
)

// The pictures in the README are identical to those that `make pictures` draws. The test runs only
// on amd64, because other processors may round differently.
func TestPicturesOfTheReadme(t *testing.T) {
	if _, err := exec.LookPath("bash"); err != nil || runtime.GOARCH != "amd64" {
		t.Skip("for amd64 with bash")
	}
	dir := t.TempDir()
	if out, err := exec.Command("bash", "../../scripts/pictures", dir).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	for _, name := range []string{"stops.png", "drilling.png"} {
		got, want := pixels(t, filepath.Join(dir, name)), pixels(t, filepath.Join("..", "..", "docs", "pictures", name))
		if got.Rect != want.Rect || !bytes.Equal(got.Pix, want.Pix) {
			t.Errorf("docs/pictures/%s is not what the program draws: run make pictures and look at it", name)
		}
	}
}

func pixels(t *testing.T, path string) *image.RGBA {
	t.Helper()
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	img, err := png.Decode(f)
	if err != nil {
		t.Fatal(err)
	}
	plain := image.NewRGBA(img.Bounds())
	draw.Draw(plain, plain.Rect, img, image.Point{}, draw.Src)
	return plain
}

// The optimal tour of gr666 crosses the Bering Strait and the South Pacific. The edges that cross
// the date line leave the map on one side and enter it on the other.
func TestEdgesAcrossTheDateLine(t *testing.T) {
	data := testkit.Data(t)
	in, err := format.ReadFile(filepath.Join(data, "tsplib", "gr666.tsp"), format.Options{})
	if err != nil {
		t.Fatal(err)
	}
	tour, _, err := format.ReadTourFile(filepath.Join(data, "tsplib", "gr666.opt.tour"), in)
	if err != nil {
		t.Fatal(err)
	}
	m := output.Picture{}.Map(in, tour, nil)
	var long int
	for i, city := range m.Tour {
		if d := m.XY[2*city] - m.XY[2*m.Tour[(i+1)%len(m.Tour)]]; max(d, -d) > m.World/2 {
			long++
		}
	}
	var svg bytes.Buffer
	if err := m.SVG(&svg); err != nil {
		t.Fatal(err)
	}
	if ends := reachingTheEdge(t, svg.String()); long != 2 || ends != 2*long {
		t.Errorf("%d edges cross the date line, %d ends of lines are at the edges of the page, want 2 and 4", long, ends)
	}
}

// reachingTheEdge counts the line ends that are in the margins of a map that is 1600 wide.
func reachingTheEdge(t *testing.T, svg string) (count int) {
	t.Helper()
	for _, line := range regexp.MustCompile(`d="M[^mz"]*"`).FindAllString(svg, -1) {
		x := 0.0
		for _, step := range strings.FieldsFunc(line[4:len(line)-1], func(r rune) bool { return r == 'l' }) {
			numbers := strings.Fields(step)
			for i := 0; i < len(numbers); i += 2 {
				dx, err := strconv.ParseFloat(numbers[i], 64)
				if err != nil {
					t.Fatal(err)
				}
				if x += dx; x < 40 || x > 1560 {
					count++
				}
			}
		}
	}
	return count
}

// The cities of an OSRM table, or of any matrix with locations, are drawn on a map with a scale
// bar.
func TestMatrixWithLocationsIsDrawnOnTheGlobe(t *testing.T) {
	in, err := tsp.FromMatrix(3, []float64{0, 1, 1, 1, 0, 1, 1, 1, 0})
	if err != nil {
		t.Fatal(err)
	}
	if in, err = in.With(tsp.Details{Locations: []float64{60, 10, 60, 11, 61, 10}}); err != nil {
		t.Fatal(err)
	}
	m := output.Picture{}.Map(in, nil, nil)
	if width, height := m.XY[2]-m.XY[0], m.XY[5]-m.XY[1]; width/height > 0.51 || width/height < 0.48 {
		t.Errorf("a degree of longitude at 60 degrees is %v degrees of latitude wide", width/height)
	}
	if m.Unit != "m" || m.PerUnit != geom.DegreeLength || !m.Details.Has(plot.Scale) {
		t.Errorf("%v %s a step, details %b", m.PerUnit, m.Unit, m.Details)
	}
}
