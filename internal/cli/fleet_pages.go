package cli

import (
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/tourmaline-opt/tourmaline/internal/fleet"
	"github.com/tourmaline-opt/tourmaline/internal/output"
	"github.com/tourmaline-opt/tourmaline/internal/routepage"
)

// writePages writes the files that are asked for, each for one vehicle.
func (v *solve) writePages(p *output.Plan) (faults error) {
	names := pageNames(p.Trips)
	for _, pages := range v.pages {
		for i := range p.Trips {
			if err := v.writeTrip(p, &p.Trips[i], pages, names[i]); err != nil {
				faults = errors.Join(faults, err)
			}
		}
	}
	return faults
}

// writeTrip writes the route of a vehicle as a page, or in the format that the file name states.
func (v *solve) writeTrip(p *output.Plan, t *fleet.Trip, pages, name string) error {
	path, err := pageFile(pages, name)
	if err != nil {
		return err
	}
	if form := formOf(path); form != output.HTML {
		return v.create(path, func(w io.Writer) error { return output.WriteTour(w, t.Instance, t.Order(), nil, form) })
	}
	return v.writePage(p, t, path)
}

// formOf returns the format that a file name states.
func formOf(path string) output.Form {
	return output.Form(strings.TrimPrefix(strings.ToLower(filepath.Ext(path)), "."))
}

// writePage writes the page of a vehicle.
func (v *solve) writePage(p *output.Plan, t *fleet.Trip, path string) error {
	tiles, err := v.tileServer()
	if err != nil {
		return err
	}
	facts := []routepage.Fact{{Name: "Vehicle", Value: t.Vehicle}}
	if loads := p.Loads(t); loads != "" {
		facts = append(facts, routepage.Fact{Name: "Load", Value: loads})
	}
	route := routepage.Route{
		Instance: t.Instance, Tour: t.Order(), Facts: facts, System: v.system(), Date: time.Now(), Count: t.Stops(), Trip: t, Remarks: p.Remarks(t),
	}
	page, err := route.Page(tiles)
	if err != nil {
		return inputError(err)
	}
	return v.create(path, page.Write)
}

// pageFile returns the name of the file of a vehicle. It makes the folder.
func pageFile(pages, vehicle string) (string, error) {
	if !strings.Contains(pages, "{name}") {
		pages += string(filepath.Separator)
	}
	return nameFor(vehicle, pages, "--pages", ".html")
}

// checkPages checks, before the search, that pages can be written.
func (v *solve) checkPages() error {
	for _, pages := range v.pages {
		path, err := pageFile(pages, "vehicle")
		if err != nil {
			return err
		}
		if form := formOf(path); form == output.JSON || !slices.Contains(output.Downloads(), form) {
			return usageError("--pages %s: expected a folder, or a pattern that ends in .html, .gpx, .kml, .xlsx, .csv, .geojson, .png or .svg", pages)
		}
		if err := v.canWrite(path); err != nil {
			return err
		}
	}
	return nil
}

// pageNames returns the names of the vehicles as file names, which differ.
func pageNames(trips []fleet.Trip) []string {
	names, taken := make([]string, len(trips)), map[string]bool{}
	for i := range trips {
		name := output.FileName(trips[i].Vehicle)
		for k := 2; taken[name]; k++ {
			name = fmt.Sprintf("%s %d", output.FileName(trips[i].Vehicle), k)
		}
		names[i], taken[name] = name, true
	}
	return names
}
