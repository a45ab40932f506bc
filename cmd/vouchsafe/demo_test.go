package main

import (
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestADemoLeavesARealGatewayAlone: it may be started where one runs.
func TestADemoLeavesARealGatewayAlone(t *testing.T) {
	for _, stay := range []bool{false, true} {
		c, clean, err := demoConfig("http://127.0.0.1:1/v1", demoFlags{stay: stay})
		if err != nil {
			t.Fatal(err)
		}
		defer clean()
		for _, path := range []string{c.Ledger.JSONL.Path, c.Ledger.Store.DSN} {
			if !filepath.IsAbs(path) || !strings.Contains(path, "vouchsafe-demo") {
				t.Errorf("stay %t: traces go to %s", stay, path)
			}
		}
	}
	taken, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer taken.Close()
	address := taken.Addr().String()
	free := freeAddress("", address)
	if free == address {
		t.Fatalf("%s is taken", free)
	}
	if again := freeAddress("", free); again != free {
		t.Errorf("%s was free, and became %s", free, again)
	}
}

// TestADemoNeedsNoTemporaryFolderOfTheSystem: there is none in an empty image.
func TestADemoNeedsNoTemporaryFolderOfTheSystem(t *testing.T) {
	t.Chdir(t.TempDir())
	t.Setenv("TMPDIR", filepath.Join(t.TempDir(), "missing"))
	dir, err := demoDir()
	if err != nil {
		t.Fatal(err)
	}
	if wd, _ := os.Getwd(); filepath.Dir(dir) != wd {
		t.Errorf("the demo writes to %s, not below %s", dir, wd)
	}
}
