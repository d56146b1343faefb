package cluster

import (
	"context"
	"errors"
	"slices"
	"strings"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	"github.com/tourmaline-opt/tourmaline/internal/retry"
)

// followEvents applies events until the context is done. It first waits until all records have been
// read.
func (h *Hub) followEvents(ctx context.Context) {
	select {
	case <-ctx.Done():
	case <-h.ready:
	}
	for ctx.Err() == nil {
		err := h.resumeEvents(ctx)
		if errors.Is(err, jetstream.ErrStreamNotFound) {
			// The stream was in the memory of a server that has restarted.
			err = createStreams(ctx, h.store.js, []jetstream.StreamConfig{eventsStream(h.store.options)})
		}
		if err != nil && ctx.Err() == nil {
			h.log.Debug("cannot follow the events", "error", err)
			retry.Sleep(ctx, pause)
		}
	}
}

func (h *Hub) resumeEvents(ctx context.Context) error {
	within, cancel := withTimeout(ctx)
	defer cancel()
	stream, err := h.store.js.Stream(within, eventStream)
	if err != nil {
		return err
	}
	c, err := stream.OrderedConsumer(within, jetstream.OrderedConsumerConfig{
		DeliverPolicy: jetstream.DeliverByStartSequencePolicy, OptStartSeq: h.nextSequence(stream.CachedInfo()),
	})
	if err != nil {
		return err
	}
	return h.consume(ctx, c)
}

// nextSequence returns the sequence number after the last event, or 1 if the stream was created
// again or has lost its messages.
func (h *Hub) nextSequence(of *jetstream.StreamInfo) uint64 {
	h.mu.Lock()
	defer h.mu.Unlock()
	if !of.Created.Equal(h.streamCreated) || of.State.LastSeq < h.lastEvent {
		h.streamCreated, h.lastEvent = of.Created, 0
		for e := range h.index.all() {
			if e.live != nil {
				e.live.events, e.live.latest.Sequence = nil, 0
			}
		}
	}
	return h.lastEvent + 1
}

// consume applies events until the connection has been lost and re-established, because the stream
// may then be a new one.
func (h *Hub) consume(ctx context.Context, c jetstream.Consumer) error {
	all, err := c.Messages()
	if err != nil {
		return err
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	connected := h.store.nc.StatusChanged(nats.CONNECTED)
	defer h.store.nc.RemoveStatusListener(connected)
	go func() {
		select {
		case <-ctx.Done():
		case <-connected:
		}
		all.Stop()
	}()
	for {
		m, err := all.Next()
		if err != nil {
			return err
		}
		h.applyEvent(m)
	}
}

// applyEvent applies an event, unless its job was deleted or retired, or has been claimed again
// since the event.
func (h *Hub) applyEvent(m jetstream.Msg) {
	meta, err := m.Metadata()
	if err != nil {
		return
	}
	e, err := decodeEvent(m.Data())
	if err != nil {
		h.log.Warn("unreadable event", "error", err)
		return
	}
	e.Tenant, e.ID, _ = cutKey(strings.TrimPrefix(m.Subject(), eventSubject))
	e.Sequence = meta.Sequence.Stream
	h.mu.Lock()
	defer h.mu.Unlock()
	h.lastEvent = e.Sequence
	of := h.index.find(e.Tenant, e.ID)
	if of == nil || of.live == nil || of.live.eventless || e.Epoch > 0 && e.Epoch < of.live.record.Epoch {
		return
	}
	f := of.live
	f.events = append(f.events, e)
	if e.Progress != nil {
		f.latest = e
	}
	if len(f.events) > maxEvents {
		f.events = slices.Clone(f.events[len(f.events)-maxEvents:])
	}
	h.notifyWatchers(of)
}
