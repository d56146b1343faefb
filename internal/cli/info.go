package cli

import (
	"github.com/spf13/cobra"
	"github.com/tourmaline-opt/tourmaline/internal/list"
	"github.com/tourmaline-opt/tourmaline/internal/output"
	"github.com/tourmaline-opt/tourmaline/tsp/format"
)

func newInfo(s streams) *cobra.Command {
	var read reading
	var form textOrJSON
	var what problemFlags
	var way route
	var several vans
	var timing schedule
	c := &cobra.Command{
		Use:   "info FILE",
		Short: "Describe an instance",
		Long: `Describe an instance: its size, metric, unit, what was doubtful in the file, and the best
known cost.

With --vehicles, --capacity or --fleet, or for a VRPLIB file, say what is known about
the plans before any search: the loads beside what the vehicles carry, a lower bound on
the number of vehicles, and the stops that no vehicle can serve, with the reasons.`,
		Example: "  tourmaline info stops.csv\n  tourmaline info stops.xlsx --fleet vans.csv",
		Args:    args(cobra.ExactArgs(1)),
		RunE: func(c *cobra.Command, a []string) error {
			if err := form.checkOverwrite(append(read.files(), a...)...); err != nil {
				return err
			}
			asked, err := several.applies(what.problem, a[0])
			switch {
			case err != nil:
				return err
			case asked:
				return dispatch{several, read, way, timing}.info(s, form, a[0])
			}
			if err := onlyFleets(c); err != nil {
				return err
			}
			if what.problem == "" && read.isDrill(a[0]) {
				return infoDrill(s, read, a[0], form)
			}
			problem, other, err := what.readOther(a[0], read)
			switch {
			case err != nil:
				return err
			case other:
				return infoOther(s, problem, form)
			}
			doc, err := read.document(a[0])
			if err != nil {
				return err
			}
			f := output.Describe(doc.Instance)
			f.RowsLeft, f.Doubts, f.Used = doc.Left, warnings(doc), doc.Used
			f.Skipped = list.Map(doc.Skipped, (*format.Error).Error)
			return form.write(s, f, func(s streams) error { return f.Write(s.out) })
		},
	}
	what.flags(c)
	read.flags(c)
	read.roads.flags(s, c)
	way.flags(c)
	form.flags(c)
	several.flags(c)
	timing.flags(c)
	return c
}
