package main

import (
	"archive/zip"
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestAWheelRecordsWhatItHolds: pip refuses a wheel whose record does not fit.
func TestAWheelRecordsWhatItHolds(t *testing.T) {
	r := release{version: "1.2.3", out: t.TempDir(), notices: []file{{"LICENSE", []byte("L"), false}, {"NOTICE", []byte("N"), false}}, readme: []byte("# R\n")}
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
	if at := "vouchsafe-1.2.3.dist-info/"; string(held[at+"licenses/NOTICE"]) != "N" || !strings.Contains(string(held[at+"METADATA"]), "License-File: NOTICE\n") {
		t.Errorf("the wheel has no notice: %s", held[at+"METADATA"])
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

// TestThePageOfAPackageLinksToNowhere: outside the repository there is no docs/, no NOTICE and no picture.
func TestThePageOfAPackageLinksToNowhere(t *testing.T) {
	readme, err := os.ReadFile("../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	for page, want := range map[string]string{
		"![a](docs/images/a.png)See [how](docs/quick-start.md#first), [the terms](NOTICE), [below](#here), [Go](https://go.dev).": "See how (`vouchsafe docs quick-start#first`), the terms, [below](#here), [Go](https://go.dev).",
		string(readme): "",
	} {
		got := string(apart([]byte(page)))
		if want != "" && got != want {
			t.Errorf("%q", got)
		}
		for at := range strings.SplitSeq(got, "](") {
			if !strings.HasPrefix(at, "#") && !strings.HasPrefix(at, "http") && at != got[:len(at)] {
				t.Errorf("a link leads to %.40q", at)
			}
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

// TestChecksumsNameAFileThatIsNotThere: `make npm` leaves its packages in a folder below that of
// `make dist`, under names that both have.
func TestChecksumsNameAFileThatIsNotThere(t *testing.T) {
	dir := t.TempDir()
	held := map[string]string{"vouchsafe-0.0.0.tgz": "of all platforms", "npm/vouchsafe-0.0.0.tgz": "of this one", "wheel/a.whl": "wheel"}
	if err := os.MkdirAll(filepath.Join(dir, "wheel"), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.MkdirAll(filepath.Join(dir, "npm"), 0o755); err != nil {
		t.Fatal(err)
	}
	for name, text := range held {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for _, of := range []string{filepath.Join(dir, "npm"), dir, dir} { // make npm, make dist, and that again
		if err := writeChecksums(of); err != nil {
			t.Fatal(err)
		}
	}
	data, err := os.ReadFile(filepath.Join(dir, "SHA256SUMS"))
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(data)) {
		sum, name, _ := strings.Cut(strings.TrimSpace(line), "  ")
		text, known := held[name]
		if want := fmt.Sprintf("%x", sha256.Sum256([]byte(text))); !known || sum != want {
			t.Errorf("%q is listed as %s, want %s", name, sum, want)
		}
		delete(held, name)
	}
	if len(held) > 0 {
		t.Errorf("these are not listed: %v", held)
	}
	if program, err := exec.LookPath("sha256sum"); err == nil {
		check := exec.Command(program, "--check", "SHA256SUMS")
		check.Dir = dir
		if out, err := check.CombinedOutput(); err != nil {
			t.Errorf("%v: %s", err, out)
		}
	}
}
