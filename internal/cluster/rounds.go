package cluster

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	"github.com/tourmaline-opt/tourmaline/internal/protocol"
)

// The stream of the tours that islands exchange in rounds. The subject of a tour ends with
// <tenant>.<archipelago>.<instance>.<island>.<round>, and that of the tour of a search that has
// ended with "last" instead of the round.
const (
	tourStream  = "TOURS"
	tourSubject = "tours."
	lastRound   = "last"
	// tourAge is how long tours are retained, for islands that continue from an old checkpoint.
	tourAge = 24 * time.Hour
)

// Headers of a stored tour.
const (
	jobHeader   = "Job"   // id of its job
	roundHeader = "Round" // first round for which the last tour counts
)

// Round implements protocol.Handler. The first tour of a round is kept: an island that repeats a
// round after a crash sends the same one, or one that it has already improved.
func (d *Dispatcher) Round(ctx context.Context, pool string, r protocol.Round) ([]byte, error) {
	if !validKey(r.Tenant, r.ID) {
		return nil, fmt.Errorf("%w: invalid job id", protocol.ErrInvalid)
	}
	of, err := d.store.Get(ctx, r.Tenant, r.ID)
	switch {
	case err != nil:
		return nil, storeError(err)
	case !of.owns(pool, r.Claim):
		return nil, protocol.ErrFenced
	case !of.Spec.Rounds.Asked():
		return nil, fmt.Errorf("%w: the job has no rounds", protocol.ErrInvalid)
	case r.Number < 1 || r.Number > of.Spec.LastRound():
		return nil, fmt.Errorf("%w: round %d, expected 1 to %d", protocol.ErrInvalid, r.Number, of.Spec.LastRound())
	case of.N > 0 && len(r.Tour) > protocol.PackedCity*of.N:
		return nil, fmt.Errorf("%w: a tour of %d bytes for %d cities", protocol.ErrInvalid, len(r.Tour), of.N)
	}
	if len(r.Tour) > 0 {
		if err := d.store.putTour(ctx, of, r); err != nil {
			return nil, storeError(err)
		}
	}
	if r.Last {
		return nil, nil
	}
	tour, err := d.store.previousTour(ctx, of, r.Number)
	return tour, storeError(err)
}

// roundSubject returns the subject of the tour of an island.
func roundSubject(of *Record, island int, round string) string {
	instance := strings.TrimPrefix(of.Spec.Instance, "sha256:")
	return tourSubject + strings.Join([]string{of.Tenant, of.Spec.Archipelago, instance, strconv.Itoa(island), round}, ".")
}

// putTour stores the tour of a job, unless its tour of this round is stored already.
func (s *Store) putTour(ctx context.Context, of *Record, r protocol.Round) error {
	if err := s.options.Space(int64(len(r.Tour))); err != nil {
		return err
	}
	round := strconv.Itoa(r.Number)
	m := nats.NewMsg("")
	m.Data = r.Tour
	m.Header.Set(jobHeader, of.ID)
	if r.Last {
		m.Header.Set(roundHeader, round)
		round = lastRound
	}
	m.Subject = roundSubject(of, of.Spec.Rounds.Island, round)
	_, err := s.js.PublishMsg(ctx, m, jetstream.WithExpectLastSequencePerSubject(0))
	if !isConflict(err) {
		return err
	}
	stored, err := s.tour(ctx, m.Subject)
	if err == nil && stored.Header.Get(jobHeader) != of.ID {
		err = fmt.Errorf("%w: job %s is island %d of archipelago %s already: choose another name", protocol.ErrInvalid, stored.Header.Get(jobHeader), of.Spec.Rounds.Island, of.Spec.Archipelago)
	}
	return err
}

// previousTour returns the tour of a round of the previous island. It returns nothing if this tour
// has not arrived.
func (s *Store) previousTour(ctx context.Context, of *Record, round int) ([]byte, error) {
	island := of.Spec.Rounds.Previous()
	m, err := s.tour(ctx, roundSubject(of, island, strconv.Itoa(round)))
	if errors.Is(err, jetstream.ErrMsgNotFound) {
		m, err = s.tour(ctx, roundSubject(of, island, lastRound))
		if err == nil {
			if first, _ := strconv.Atoi(m.Header.Get(roundHeader)); first > round {
				return nil, nil
			}
		}
	}
	switch {
	case errors.Is(err, jetstream.ErrMsgNotFound):
		return nil, nil
	case err != nil:
		return nil, err
	}
	return m.Data, nil
}

// tour returns a stored tour, or jetstream.ErrMsgNotFound.
func (s *Store) tour(ctx context.Context, subject string) (*jetstream.RawStreamMsg, error) {
	stream, err := s.js.Stream(ctx, tourStream)
	if err != nil {
		return nil, err
	}
	return stream.GetLastMsgForSubject(ctx, subject)
}
