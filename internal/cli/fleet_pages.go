package cli

import (
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"time"

	"github.com/tourmaline-opt/tourmaline/internal/fleet"
	"github.com/tourmaline-opt/tourmaline/internal/output"
	"github.com/tourmaline-opt/tourmaline/internal/routepage"
)

// writePages writes a page for each vehicle, if they are asked for.
func (v *solve) writePages(p *output.Plan) (faults error) {
	if v.pages == "" {
		return nil
	}
	names := pageNames(p.Trips)
	for i := range p.Trips {
		if err := v.writePageOf(p, &p.Trips[i], names[i]); err != nil {
			faults = errors.Join(faults, err)
		}
	}
	return faults
}

// writePageOf writes the page of a vehicle.
func (v *solve) writePageOf(p *output.Plan, t *fleet.Trip, name string) error {
	path, err := v.pageFile(name)
	if err != nil {
		return err
	}
	tiles, err := v.tileServer()
	if err != nil {
		return err
	}
	facts := []routepage.Fact{{Name: "Vehicle", Value: t.Vehicle}}
	if loads := p.Loads(t); loads != "" {
		facts = append(facts, routepage.Fact{Name: "Load", Value: loads})
	}
	route := routepage.Route{
		Instance: t.Instance, Tour: t.Order(), Facts: facts, System: v.system(), Date: time.Now(), Count: t.Stops(), Remarks: p.Remarks(t),
	}
	page, err := route.Page(tiles)
	if err != nil {
		return inputError(err)
	}
	return v.create(path, page.Write)
}

// pageFile returns the name of the page of a vehicle. It makes the folder.
func (v *solve) pageFile(vehicle string) (string, error) {
	pages := v.pages
	if !strings.Contains(pages, "{name}") {
		pages += string(filepath.Separator)
	}
	return nameFor(vehicle, pages, "--pages", ".html")
}

// checkPages checks, before the search, that pages can be written.
func (v *solve) checkPages() error {
	if v.pages == "" {
		return nil
	}
	path, err := v.pageFile("vehicle")
	if err != nil {
		return err
	}
	return v.canWrite(path)
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
