package layout

// ambient records what the app's own system text states, where the request
// has other evidence.
func (f *finder) ambient() {}
