package audit

import "testing"

func BenchmarkLine(b *testing.B) {
	o := options(b)
	for name, l := range map[string][]byte{
		"row":      line(cases[1].line),
		"exchange": []byte(`{"request":` + asks + `,"response":` + exchanges[0].response + `}`),
	} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			b.SetBytes(int64(len(l)))
			for b.Loop() {
				if _, err := Line(l, o); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
