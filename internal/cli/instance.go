package cli

import (
	"github.com/spf13/cobra"
	"github.com/tourmaline-opt/tourmaline/internal/job"
	"github.com/tourmaline-opt/tourmaline/tsp"
)

// route are the flags that ask for a path or a start.
type route struct{ job.Route }

func (r *route) flags(c *cobra.Command) {
	addFlags(c, &r.Route)
}

// apply opens the instance as asked; what is not asked stays as the file says.
func (r route) apply(in *tsp.Instance) (*tsp.Instance, error) {
	in, err := r.Apply(in)
	return in, misused(err)
}
