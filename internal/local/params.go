package local

import "reflect"

// Params are the parameters of an algorithm: TabuParams, ClimbParams, VNDParams, ILSParams or
// AnnealParams, or a pointer to one of them.
type Params interface {
	// Validate reports all invalid parameters.
	Validate() error
	// Extent returns the number of walks and the number of neighbourhoods that they may enter.
	Extent() (walks, levels int)
	// OnEngine reports whether turns need a move from the engine. If not, a device has no work.
	OnEngine() bool
	// ReadsBack reports whether the host reads the deltas of all moves from a device.
	ReadsBack() bool

	common() Common
}

// Common are the parameters that all algorithms share.
type Common struct {
	Walks int `json:"walks" range:"1..1000000" usage:"number of independent walks, each with its own start; the search can use as many threads"`
	Turns int `json:"turns" range:"0.." usage:"turns of each walk per step; 0: enough to evaluate about 20,000 moves"`
	// ReadBack is the standard method of [LSM13 Algorithm 2]; the other one is the reduction of
	// [LSM13 §3.3].
	ReadBack bool `json:"readback" usage:"whether a device stores the cost changes of all moves and the host reads them and selects the move; otherwise the device selects it; no effect on the CPU, and the same moves"`
}

func (c Common) common() Common { return c }

// Extent returns the number of walks. Each walk stays in one neighbourhood.
func (c Common) Extent() (walks, levels int) { return c.Walks, 1 }

// ReadsBack returns the parameter.
func (c Common) ReadsBack() bool { return c.ReadBack }

// OnEngine returns true, because most algorithms use the moves that an engine picks.
func (c Common) OnEngine() bool { return true }

// newStrategy returns a strategy with the given parameters.
func newStrategy[S any](p Params) strategy[S] {
	switch p := reflect.Indirect(reflect.ValueOf(p)).Interface().(type) { // p may be a pointer
	case ClimbParams:
		return &climber[S]{descent: newDescent[S](p.DescentParams), restarts: p.Restarts}
	case ILSParams:
		return newKicker[S](p)
	case VNDParams:
		return &descender[S]{*newKicker[S](p.ILSParams)}
	case AnnealParams:
		return newAnnealer[S](p)
	default:
		return &tabu[S]{params: p.(TabuParams)}
	}
}
