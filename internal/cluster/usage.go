package cluster

import "context"

// Usage returns the number of stored bytes of each kind.
func (s *Store) Usage(ctx context.Context) (map[string]uint64, error) {
	use := map[string]uint64{}
	for kind, store := range map[string]blobs{"instances": s.instances, "checkpoints": s.states, "results": s.results} {
		status, err := store.objects.Status(ctx)
		if err != nil {
			return nil, err
		}
		use[kind] = status.Size()
	}
	status, err := s.records.Status(ctx)
	if err != nil {
		return nil, err
	}
	use["records"] = status.Bytes()
	return use, nil
}
