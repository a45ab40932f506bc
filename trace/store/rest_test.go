package store

import "testing"

func TestAStoreAtRestHoldsNoConnectionAndGoesOn(t *testing.T) {
	everywhere(t, func(t *testing.T, s *Store) {
		add(t, s, one(1))
		count(t, s, "traces")
		s.Rest()
		if n := s.db.write.Stats().OpenConnections + s.db.read.Stats().OpenConnections; !s.db.d.numbered && n != 0 {
			t.Errorf("%d connections are open", n)
		}
		add(t, s, one(2))
		if n := count(t, s, "traces"); n != 2 {
			t.Errorf("the store has %d traces, want both", n)
		}
	})
}
