package run

import (
	"testing"

	"drafthorse/store"
)

// TestUnaccounted has the files that a kill may leave, one at a time or by several
// kills, and others.
func TestUnaccounted(t *testing.T) {
	shard := func(g, n int) store.Record {
		return store.Record{Kind: KindShard, Name: ShardName(g, n), Facts: store.Facts{Generation: g}}
	}
	net := func(g int) store.Record {
		return store.Record{Kind: KindNet, Name: netName(g), Facts: store.Facts{Generation: g}}
	}
	records := []store.Record{net(0), shard(0, 0), shard(0, 1), net(1), shard(0, 2), shard(1, 0), net(2)}
	for name, fine := range map[string]bool{
		"games/00000-0002.arrow":         true,  // recorded
		"games/00000-0003.arrow":         true,  // the last of net 0, which is not the newest any more
		"games/00001-0001.arrow":         true,  // the same of net 1
		"games/00001-0002.arrow":         false, // two beyond
		"games/00002-0000.arrow":         true,  // the first of the newest net
		"games/00002-0001.arrow":         false,
		"games/00003-0000.arrow":         false, // by a net that is not known
		"nets/00003.safetensors":         true,
		"nets/00004.safetensors":         false,
		"nets/123456.safetensors":        false,
		"annotated/00002.pdn":            true,
		"annotated/00003.pdn":            false,
		CheckpointName:                   true,
		"games/00003-0000.arrow.partial": true, // swept
		"nets/best.safetensors":          true, // nothing that a run writes
		"nets/7.safetensors":             true,
	} {
		if lost := unaccounted([]string{name}, records); (len(lost) == 0) != fine {
			t.Errorf("%s: unaccounted %v, want it to be fine: %t", name, lost, fine)
		}
	}
	for name, fine := range map[string]bool{"nets/00000.safetensors": true, "nets/00001.safetensors": false, "games/00000-0000.arrow": false, CheckpointName: false} {
		if lost := unaccounted([]string{name}, nil); (len(lost) == 0) != fine {
			t.Errorf("%s without records: unaccounted %v, want it to be fine: %t", name, lost, fine)
		}
	}
}
