package claim

import "testing"

func BenchmarkSourceNumbers(b *testing.B) {
	b.ReportAllocs()
	b.SetBytes(int64(len(passage)))
	for b.Loop() {
		numbers(passage)
	}
}
