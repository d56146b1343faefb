package job

import (
	"github.com/tourmaline-opt/tourmaline"
	"github.com/tourmaline-opt/tourmaline/internal/params"
)

// checkParams reports every parameter fault that depends neither on the instance nor on a
// combination of parameters.
func checkParams(of tourmaline.AlgorithmInfo, values map[string]string) error {
	all := make([]params.Param, len(of.Params))
	for i, p := range of.Params {
		all[i] = params.Param(p)
	}
	return params.Check(all, values)
}
