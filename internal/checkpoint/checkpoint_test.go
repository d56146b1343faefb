package checkpoint

import (
	"bytes"
	"encoding/json"
	"io"
	"math"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

// enough is a size limit in bytes that is sufficient for every checkpoint in these tests.
const enough = min(4<<30, math.MaxInt)

// sample returns a typical header of a search.
func sample() Header {
	return Header{
		Program: "v1.2.3", Saved: time.Unix(0, 0).UTC().Format(time.RFC3339),
		Problem: "tsp", Instance: "pr1002", Hash: "sha256:aa", N: 1002,
		Algorithm: "ils", Params: json.RawMessage(`{"lanes":8,"kick":"segment"}`), Seed: 7, Engine: "cpu",
		Step: 12, Elapsed: 1.5, Cost: 259045,
	}
}

// encoded returns a valid checkpoint.
func encoded(t testing.TB, h Header, payload string) []byte {
	t.Helper()
	data, err := Encode(h, []byte(payload))
	if err != nil {
		t.Fatal(err)
	}
	return data
}

func TestRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.String()
		finite := rapid.Float64Range(-math.MaxFloat64, math.MaxFloat64)
		want := Header{
			Program: text.Draw(t, "program"), Saved: text.Draw(t, "saved"),
			Problem: text.Draw(t, "problem"), Instance: text.Draw(t, "instance"), Hash: text.Draw(t, "hash"), N: rapid.Int().Draw(t, "n"),
			Algorithm: text.Draw(t, "algorithm"), Seed: rapid.Uint64().Draw(t, "seed"), Engine: text.Draw(t, "engine"),
			Step: rapid.Int().Draw(t, "step"), Elapsed: finite.Draw(t, "elapsed"), Cost: finite.Draw(t, "cost"),
		}
		params, err := json.Marshal(rapid.MapOf(text, text).Draw(t, "params"))
		if err != nil {
			t.Fatal(err)
		}
		want.Params = params
		payload := rapid.SliceOf(rapid.Byte()).Draw(t, "payload")

		data, err := Encode(want, payload)
		if err != nil {
			t.Fatal(err)
		}
		got, back, err := Read(bytes.NewReader(data), int64(len(data)))
		if err != nil {
			t.Fatal(err)
		}
		want.Format, want.Payload = Format, int64(len(payload))
		if diff := cmp.Diff(want, got); diff != "" {
			t.Fatal(diff)
		}
		if !bytes.Equal(back, payload) {
			t.Fatalf("payload: got %x, want %x", back, payload)
		}
		if err := got.Matches(want); err != nil {
			t.Fatal(err)
		}
	})
}

// The first two lines are human-readable.
func TestHeadIsReadable(t *testing.T) {
	h := sample()
	h.Params = json.RawMessage("{\n \"lanes\": 8\n}")
	lines := strings.SplitN(string(encoded(t, h, "\x00\n\n")), "\n", 3)
	if lines[0] != "tourmaline checkpoint 1" {
		t.Errorf("first line: %q", lines[0])
	}
	if !strings.HasPrefix(lines[1], `{"format":1,"program":"v1.2.3"`) || !strings.HasSuffix(lines[1], `"payload":3}`) {
		t.Errorf("second line: %q", lines[1])
	}
}

func TestEncodeRefuses(t *testing.T) {
	for name, change := range map[string]func(h *Header){
		"parameters that are no JSON": func(h *Header) { h.Params = json.RawMessage("{") },
		"a cost that is not finite":   func(h *Header) { h.Cost = math.Inf(1) },
		"a header without end":        func(h *Header) { h.Instance = strings.Repeat("x", headerLimit) },
	} {
		h := sample()
		change(&h)
		if _, err := Encode(h, nil); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
}

// An error from the reader is returned unchanged, not reported as damage.
func TestReadKeepsTheReadersError(t *testing.T) {
	data := encoded(t, sample(), "payload")
	for _, n := range []int{0, 5, 30, len(data) - 40, len(data) - 1, len(data)} {
		broken := io.MultiReader(bytes.NewReader(data[:n]), failing{})
		if _, _, err := Read(broken, enough); err != errBroken { //nolint:errorlint // that very error, unwrapped
			t.Errorf("after %d bytes: got %v, want %v", n, err, errBroken)
		}
	}
}

type failing struct{}

var errBroken = io.ErrClosedPipe

func (failing) Read([]byte) (int, error) { return 0, errBroken }
