// Package ga implements the family of genetic algorithms of [GA16] for tours.
//
// A gene is a tour. In each generation genes compete in pairs, the winners mate in pairs, and their
// children replace losers. A child is built city by city: its next city is the nearest unvisited
// city that follows the current city on its parents ([Crossover]). A few genes mutate. The pool may
// be divided into groups, which exchange their best genes periodically.
//
// [GA] implements that logic. An [Engine] does the work on whole genes. It is called once for each
// phase of a generation, for the genes of all groups together. All random numbers are drawn in
// advance: an engine executes a plan. [Reference] is plain Go and serves as the specification:
// every other engine creates the same genes, bit for bit.
//
// Beyond the paper, local search may improve the children, which makes the search much better: see
// [Defaults]. [Paper] returns the parameters of the paper.
package ga

import (
	"context"

	"github.com/tourmaline-opt/tourmaline/tsp"
)

// An Engine stores the genes and runs the phases of a generation. It belongs to one instance. Genes
// are numbered across all groups. Each gene starts with city 0 [GA16 §2.3].
type Engine interface {
	// Put stores a tour as a gene.
	Put(gene int, t tsp.Tour) error
	// Gene copies a gene to dst.
	Gene(gene int, dst tsp.Tour) error
	// Lengths copies the lengths of all genes to dst.
	Lengths(ctx context.Context, dst []int64) error
	// Arrange renumbers the genes: gene order[i] becomes gene i.
	Arrange(ctx context.Context, order []int32) error
	// Compete lets the genes of each group compete [GA16 §3.2]. In a group of m genes, the shorter
	// of gene j and gene j + ⌈m/2⌉ is stored at place j. If that is the second gene, it is copied
	// or changes places with the first one (Params.Winners).
	Compete(ctx context.Context) error
	// Cross creates children. Each child replaces a gene that is not a parent. If ctx is cancelled,
	// the first done children are complete, and each of the others is either complete or not
	// started.
	Cross(ctx context.Context, all []Crossing) (done int, err error)
	// Mutate reverses sections of genes, in order.
	Mutate(ctx context.Context, all []Reversal) error
	// Copy replaces genes with other genes. No gene is both copied and replaced.
	Copy(ctx context.Context, all []Transfer) error
	Close() error
}

// A Crossing describes how a child is created from two parents.
type Crossing struct {
	Crossover Crossover
	Parents   [2]int32 // numbers of the parents' genes
	Child     int32    // gene that the child replaces
	First     int32    // for ARX: parent, 0 or 1, that recommends the cities outside Switch
	// for ARX: half-open range of places where the other parent recommends the cities
	Switch [2]int32
}

// A Reversal is a 2-opt move [GA16 §4]: it reverses the cities of a gene from one place to another.
// It never includes place 0.
type Reversal struct{ Gene, From, To int32 }

// A Transfer copies one gene over another [GA16 §3.4].
type Transfer struct{ From, To int32 }

// A Device is a device.Device that can store genes.
type Device interface {
	// FitsGenes returns an error if genes cannot evolve on the device, because of the instance or
	// for lack of memory, as far as this can be determined before the device is opened.
	FitsGenes(in *tsp.Instance, p Params) error
}

// An Opener is a device.Opened that creates engines.
type Opener interface {
	// Genes creates an engine without genes. The device must stay open until the engine is closed.
	Genes(ctx context.Context, in *tsp.Instance, p Params) (Engine, error)
}
