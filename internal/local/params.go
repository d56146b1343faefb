package local

// Params are those of one of the algorithms: TabuParams, ClimbParams, VNDParams,
// ILSParams or AnnealParams, or a pointer to them.
type Params interface {
	// Validate names everything that is wrong.
	Validate() error
	// Extent is how many walks there are, and how many neighbourhoods they may enter.
	Extent() (walks, levels int)
	// OnEngine tells whether turns ask the engine for a move. Where they do not, a device
	// would have no work.
	OnEngine() bool

	common() Common
	value() any // the parameters themselves, where a pointer to them is asked
}

// Common are the parameters that all algorithms share.
type Common struct {
	Walks int `json:"walks" range:"1..1000000" usage:"independent walks, each from a start of its own: how many threads the search can keep busy"`
	Turns int `json:"turns" range:"0.." usage:"turns of each walk in a step; 0: as many as score about 20,000 moves"`
}

func (c Common) common() Common { return c }

// Extent is so many walks, of which each stays in one neighbourhood.
func (c Common) Extent() (walks, levels int) { return c.Walks, 1 }

// OnEngine is true: most algorithms take what an engine picks.
func (c Common) OnEngine() bool { return true }

// newStrategy is that of some parameters.
func newStrategy[S any](p Params) strategy[S] {
	switch p := p.value().(type) {
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
