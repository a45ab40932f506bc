package main

import (
	"archive/zip"
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestAWheelRecordsWhatItHolds: pip refuses a wheel whose record does not fit.
func TestAWheelRecordsWhatItHolds(t *testing.T) {
	r := release{version: "1.2.3", out: t.TempDir(), license: []byte("L"), readme: []byte("# R\n")}
	p := platforms[0]
	if err := r.wheel(p, []byte("binary")); err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile(filepath.Join(r.out, "vouchsafe-1.2.3-py3-none-"+p.wheel+".whl"))
	if err != nil {
		t.Fatal(err)
	}
	z, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		t.Fatal(err)
	}
	held := map[string][]byte{}
	for _, f := range z.File {
		in, err := f.Open()
		if err != nil {
			t.Fatal(err)
		}
		if held[f.Name], err = io.ReadAll(in); err != nil {
			t.Fatal(err)
		}
		if program := strings.Contains(f.Name, "/scripts/"); program != (f.Mode().Perm() == 0o755) {
			t.Errorf("%s has mode %v", f.Name, f.Mode())
		}
	}
	record := strings.Split(strings.TrimSpace(string(held["vouchsafe-1.2.3.dist-info/RECORD"])), "\n")
	if len(record) != len(held) {
		t.Errorf("%d files are recorded, %d are there", len(record), len(held))
	}
	for _, line := range record {
		name, rest, _ := strings.Cut(line, ",")
		sum := sha256.Sum256(held[name])
		want := "sha256=" + base64.RawURLEncoding.EncodeToString(sum[:])
		if got, _, _ := strings.Cut(rest, ","); !strings.HasSuffix(name, "/RECORD") && got != want {
			t.Errorf("%s is recorded as %s, and is %s", name, got, want)
		}
	}
}

func TestAVersionThatOnlyGoReadsIsRefused(t *testing.T) {
	for _, version := range []string{"v1.2.3", "1.2", "1.2.3-rc1", ""} {
		if err := run(version, t.TempDir(), "", parts); err == nil || !strings.Contains(err.Error(), "three numbers") {
			t.Errorf("%q: %v", version, err)
		}
	}
}
