package claim

// Load reads the tables that judging needs, which the first claim would else
// wait for. It takes some milliseconds.
func Load() {
	loadLexicon()
	loadForest()
	loadHarm()
}
