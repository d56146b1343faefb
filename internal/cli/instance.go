package cli

import (
	"github.com/spf13/cobra"
	"github.com/tourmaline-opt/tourmaline/internal/job"
	"github.com/tourmaline-opt/tourmaline/tsp"
)

// route has the flags for the ends of a route.
type route struct{ job.Route }

func (r *route) flags(c *cobra.Command) {
	addFlags(c, &r.Route)
}

// apply returns the instance with the ends of the flags. Ends that are not set remain those
// of the file.
func (r route) apply(in *tsp.Instance) (*tsp.Instance, error) {
	in, err := r.Apply(in)
	return in, flagError(err)
}
