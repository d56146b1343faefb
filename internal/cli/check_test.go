package cli

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"
	"github.com/tourmaline-opt/tourmaline/internal/output"
	"github.com/tourmaline-opt/tourmaline/tsp"
	"github.com/tourmaline-opt/tourmaline/tsp/format"
)

// carriers lists the ways to pass a file to the program. Each function returns the name to pass to
// check.
var carriers = map[string]func(t *testing.T, name, text string) string{
	"plain": func(t *testing.T, name, text string) string { return keep(t, name, []byte(text)) },
	"mark":  func(t *testing.T, name, text string) string { return keep(t, name, []byte("\xef\xbb\xbf"+text)) },
	"gzip": func(t *testing.T, name, text string) string {
		return packed(t, name+".gz", text, func(w io.Writer) io.WriteCloser { return gzip.NewWriter(w) })
	},
	"zstd": func(t *testing.T, name, text string) string {
		return packed(t, name+".zst", text, func(w io.Writer) io.WriteCloser {
			z, err := zstd.NewWriter(w)
			if err != nil {
				t.Fatal(err)
			}
			return z
		})
	},
	"stdin": func(t *testing.T, _, text string) string {
		readFromStdin(t, text)
		return "-"
	},
	"pipe": func(t *testing.T, _, text string) string {
		if _, err := os.Stat("/dev/fd"); err != nil {
			t.Skip(err)
		}
		return fmt.Sprintf("/dev/fd/%d", piped(t, text).Fd())
	},
}

// readFromStdin makes text the standard input of this process until the test ends.
func readFromStdin(t *testing.T, text string) {
	before := os.Stdin
	os.Stdin = piped(t, text)
	t.Cleanup(func() { os.Stdin = before })
}

func keep(t *testing.T, name string, data []byte) string {
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, data, 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

func packed(t *testing.T, name, text string, packer func(io.Writer) io.WriteCloser) string {
	var b bytes.Buffer
	w := packer(&b)
	if _, err := io.WriteString(w, text); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return keep(t, name, b.Bytes())
}

// piped returns the read end of a pipe that contains a short text. The write end is already closed.
func piped(t *testing.T, text string) *os.File {
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = r.Close() })
	if _, err := w.WriteString(text); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return r
}

const fiveStops = "id,lat,lon\n1234501,52.5,13.4\n1234502,48.1,11.6\n1234503,50.9,7\n1234504,53.6,10\n1234505,50.1,8.7\n"

// False statements in a file fail the check in every format, however the file is passed.
func TestCheckFindsWhatIsFalse(t *testing.T) {
	instance := keep(t, "stops.csv", []byte(fiveStops))
	closed, err := format.ReadFile(instance, format.Options{})
	if err != nil {
		t.Fatal(err)
	}
	path, err := closed.Path(-1, -1)
	if err != nil {
		t.Fatal(err)
	}
	for _, in := range []*tsp.Instance{closed, path} {
		for _, f := range []format.Format{format.Tour, format.CSV, format.JSON, format.GeoJSON, format.GPX} {
			var b bytes.Buffer
			if err := format.WriteTour(&b, in, tsp.Tour{0, 3, 2, 4, 1}, nil, f); err != nil {
				t.Fatal(err)
			}
			for how, carry := range carriers {
				t.Run(fmt.Sprintf("%s/%s/%s", output.Kind(in), f, how), func(t *testing.T) {
					checkSays(t, 0, "a "+output.Kind(in)+" of 5 stops", instance, carry(t, "a."+string(f), b.String()))
					checkSays(t, exitCheck, "states", instance, carry(t, "a."+string(f), otherCost(t, in, f, b.String())))
					exchanged := strings.NewReplacer("1234502", "1234503", "1234503", "1234502").Replace(b.String())
					checkSays(t, exitCheck, "", instance, carry(t, "a."+string(f), exchanged))
				})
			}
		}
	}
}

func checkSays(t *testing.T, code int, want, instance, file string) {
	t.Helper()
	var out bytes.Buffer
	if got := Main([]string{"check", instance, file}, &out, &out); got != code || !strings.Contains(out.String(), want) {
		t.Errorf("exit code %d, expected %d and %q: %s", got, code, want, &out)
	}
}

// otherCost changes a digit of the cost or, in a table, of the last total. In GeoJSON, the cost of
// a path occurs a second time, as the last total.
func otherCost(t *testing.T, in *tsp.Instance, f format.Format, text string) string {
	figure := fmt.Sprint(int(in.Cost(tsp.Tour{0, 3, 2, 4, 1})))
	if f == format.CSV {
		row := strings.TrimSpace(text)
		figure, _, _ = strings.Cut(row[strings.LastIndex(row, ",")+1:], ".")
	}
	last := figure[len(figure)-1]
	other := figure[:len(figure)-1] + string('0'+(last-'0'+1)%10)
	if n := strings.Count(text, figure); n != 1 && !(f == format.GeoJSON && in.Open() && n == 2) {
		t.Fatalf("expected %s once in\n%s", figure, text)
	}
	return strings.Replace(text, figure, other, 1)
}
