package layout

import (
	"testing"

	"vouchsafe/test/layouts/cases"
)

// readCases reads a file of cases.
func readCases(t testing.TB, name string) []cases.Case {
	t.Helper()
	list, err := cases.Read(name)
	if err != nil {
		t.Fatal(err)
	}
	return list
}
