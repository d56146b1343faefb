package routepage

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"math"

	"github.com/tourmaline-opt/tourmaline/internal/list"
)

// data holds the input of the script, which the page contains as JSON.
type data struct {
	ID        string         `json:"id"` // key for the stops that readers tick off
	Spots     []float64      `json:"spots"`
	Places    [][2]float64   `json:"places"`
	Lines     [][][2]float64 `json:"lines"`
	Closed    bool           `json:"closed"`
	Tiles     *Tiles         `json:"tiles"`
	Downloads []packed       `json:"downloads"`
}

// packed holds a download in the form that the script unpacks.
type packed struct {
	File string `json:"file"`
	Type string `json:"type"`
	Gzip []byte `json:"gzip"` // encoded as base64
}

func pack(d Download) (packed, error) {
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	_, err := z.Write([]byte(d.Text))
	err = errors.Join(err, z.Close()) // must precede b.Bytes
	return packed{d.File, d.Type, b.Bytes()}, err
}

func (v *view) data() (data, error) {
	d := data{ID: v.id(), Closed: v.Return != nil, Tiles: v.Tiles}
	for _, file := range v.Downloads {
		p, err := pack(file)
		if err != nil {
			return d, err
		}
		d.Downloads = append(d.Downloads, p)
	}
	if v.Tiles != nil {
		v.addPlaces(&d)
	}
	return d, nil
}

// addPlaces adds the places and lines for the map.
func (v *view) addPlaces(d *data) {
	d.Places = list.Map(v.Stops, func(s Stop) [2]float64 { return onGlobe([2]float64(s.Place)) })
	for _, line := range v.Lines {
		d.Lines = append(d.Lines, list.Map(line, onGlobe))
	}
}

// id returns a string that depends only on the title and the stops in their order. Ticks therefore
// survive when the page is written again.
func (p *Page) id() string {
	h := sha256.New()
	fmt.Fprintf(h, "%q\n", p.Title)
	for _, s := range p.Stops {
		fmt.Fprintf(h, "%d %q %v\n", s.Number, s.Name, s.Place)
	}
	return hex.EncodeToString(h.Sum(nil)[:8])
}

// onGlobe rounds a place to about a tenth of a metre.
func onGlobe(place [2]float64) [2]float64 {
	return [2]float64{rounded(place[0], 1e6), rounded(place[1], 1e6)}
}

// rounded rounds v to a multiple of 1/parts.
func rounded(v, parts float64) float64 { return math.Round(v*parts) / parts }
