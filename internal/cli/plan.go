package cli

import (
	"io"

	"github.com/tourmaline-opt/tourmaline"
	"github.com/tourmaline-opt/tourmaline/internal/output"
	"github.com/tourmaline-opt/tourmaline/vrp"
	"github.com/tourmaline-opt/tourmaline/vrp/format"
)

// planForm is the format of CVRPLIB for plans of several vehicles.
const planForm = "sol"

// writePlan writes a plan of several vehicles.
func (v *solve) writePlan(in *vrp.Instance, r *tourmaline.Result) error {
	plan, err := tourmaline.Best[vrp.Plan](r)
	if err != nil {
		return err
	}
	return v.writeAnswer(func(w io.Writer, form string) error {
		switch form {
		case "json":
			return output.WriteJSON(w, r)
		case planForm:
			return format.WriteSolution(w, in, plan)
		}
		return output.WritePlanSummary(w, r, in, plan)
	})
}
