package ils

// A span is a range of stops.
type span struct{ first, end int32 }

// stretch is the number of stops around which a lane descends in a step.
const stretch = 2000

// isNew reports whether there are stops around which the plan has not descended.
func (i *ILS) isNew() bool { return i.p.Descent != none && i.queued < i.share() }

// share returns the number of stops for each lane of a walk, rounded up.
func (i *ILS) share() int32 {
	lanes := int32(len(i.walks[0].lanes))
	return (int32(i.in.N()) + lanes - 1) / lanes
}

// descended returns the number of stops of each lane around which a step descends.
func (i *ILS) descended() int32 { return min(stretch, i.share()-i.queued) }

// span returns the stops around which a lane of a walk descends in this step.
func (i *ILS) span(lane int) span {
	first := int32(lane)*i.share() + i.queued
	return span{first, min(first+i.descended(), int32(i.in.N()))}
}
