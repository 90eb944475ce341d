package standards

import "testing"

// BenchmarkLoad reads and checks the whole pack and assembles its documents.
func BenchmarkLoad(b *testing.B) {
	for b.Loop() {
		p, err := loadFiles(dataFiles())
		if err != nil {
			b.Fatal(err)
		}
		if _, err := p.assemble(); err != nil {
			b.Fatal(err)
		}
	}
}
