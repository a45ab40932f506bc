// Command dist makes what a release hands out: for each platform the static binary,
// a Python wheel and an npm package that carry it, a bill of materials, and one file of
// checksums. It needs Go alone; nothing is published. With backend.py beside it pip makes
// the wheel of the machine that it runs on.
package main

import (
	"crypto/sha256"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
)

// platform is one that a release is built for, and what Python and Node.js call it.
type platform struct{ goos, goarch, wheel, os, cpu string }

// platforms are all of them. The wheels' tags ask for no C library, since the binary
// is static; macOS 12 is the oldest on which Go's programs run.
var platforms = []platform{
	{"linux", "amd64", "manylinux_2_17_x86_64.manylinux2014_x86_64.musllinux_1_1_x86_64", "linux", "x64"},
	{"linux", "arm64", "manylinux_2_17_aarch64.manylinux2014_aarch64.musllinux_1_1_aarch64", "linux", "arm64"},
	{"darwin", "amd64", "macosx_12_0_x86_64", "darwin", "x64"},
	{"darwin", "arm64", "macosx_12_0_arm64", "darwin", "arm64"},
	{"windows", "amd64", "win_amd64", "win32", "x64"},
	{"windows", "arm64", "win_arm64", "win32", "arm64"},
}

// program is the name of the binary on a platform.
func (p platform) program() string {
	if p.goos == "windows" {
		return "vouchsafe.exe"
	}
	return "vouchsafe"
}

// release is what is handed out: a version, and the folder that it goes to.
type release struct {
	version, out string
	parts        []string // of it that are made
	notices      []file   // that stand beside every copy of the program
	readme       []byte
}

// withNotices are files of a package, and the notices in a folder of it.
func (r *release) withNotices(folder string, files ...file) []file {
	for _, n := range r.notices {
		files = append(files, file{folder + n.name, n.data, false})
	}
	return files
}

// parts are those of a release, beside the binaries and their checksums.
var parts = []string{"wheel", "npm", "bill"}

// versions are those that Python, Node.js and Go all read alike.
var versions = regexp.MustCompile(`^[0-9]+\.[0-9]+\.[0-9]+$`)

func main() {
	version := flag.String("version", "0.0.0", "version, three numbers")
	out := flag.String("o", "dist", "folder to write to")
	only := flag.String("only", "", "build for one platform, such as linux/amd64; this: the one that it runs on")
	some := flag.String("parts", strings.Join(parts, ","), "what to make of each binary")
	flag.Parse()
	if *only == "this" {
		*only = runtime.GOOS + "/" + runtime.GOARCH
	}
	if err := run(*version, *out, *only, strings.Split(*some, ",")); err != nil {
		fmt.Fprintln(os.Stderr, "dist:", err)
		os.Exit(1)
	}
}

// run makes a release. It works in the folder of the repository.
func run(version, out, only string, some []string) error {
	if !versions.MatchString(version) {
		return fmt.Errorf("the version %q is not three numbers such as 1.2.3", version)
	}
	for _, part := range some {
		if !slices.Contains(parts, part) {
			return fmt.Errorf("there is no part %q of a release; there are %s", part, strings.Join(parts, ", "))
		}
	}
	r := release{version: version, out: out, parts: some}
	if err := os.MkdirAll(out, 0o755); err != nil {
		return err
	}
	readme, err := os.ReadFile("README.md")
	if err != nil {
		return fmt.Errorf("run it in the folder of the repository: %w", err)
	}
	r.readme = apart(readme)
	for _, name := range []string{"LICENSE", "NOTICE"} {
		data, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		r.notices = append(r.notices, file{name, data, false})
		if err := r.create(name, data); err != nil {
			return err
		}
	}
	var built []platform
	for _, p := range platforms {
		if name := p.goos + "/" + p.goarch; only != "" && only != name {
			continue
		}
		if err := r.make(p); err != nil {
			return fmt.Errorf("%s/%s: %w", p.goos, p.goarch, err)
		}
		built = append(built, p)
	}
	if len(built) == 0 {
		return fmt.Errorf("there is no platform %q", only)
	}
	if slices.Contains(some, "npm") {
		if err := r.npmLauncher(built); err != nil {
			return err
		}
	}
	return writeChecksums(out)
}

// links are those of a page to other files of the repository, with the pages that the binary carries.
var links = regexp.MustCompile(`(!?)\[([^\]]*)\]\((?:docs/([\w-]+)\.md((?:#[\w-]+)?)|[^)#:][^):]*)\)`)

// apart is a page outside the repository: it names the command that prints a page which it links to, and
// has no picture.
func apart(page []byte) []byte {
	return links.ReplaceAllFunc(page, func(link []byte) []byte {
		switch part := links.FindSubmatch(link); {
		case len(part[1]) > 0:
			return nil
		case len(part[3]) > 0:
			return fmt.Appendf(nil, "%s (`vouchsafe docs %s%s`)", part[2], part[3], part[4])
		default:
			return part[2]
		}
	})
}

// make builds the binary of a platform, and packs it.
func (r *release) make(p platform) error {
	name := filepath.Join(r.out, fmt.Sprintf("vouchsafe-%s-%s-%s", r.version, p.goos, p.goarch)) + filepath.Ext(p.program())
	cmd := exec.Command("go", "build", "-trimpath", "-ldflags", "-s -w -X main.version="+r.version, "-o", name, "./cmd/vouchsafe")
	cmd.Env = append(os.Environ(), "CGO_ENABLED=0", "GOOS="+p.goos, "GOARCH="+p.goarch)
	cmd.Stderr = os.Stderr
	if err := cmd.Run(); err != nil {
		return err
	}
	binary, err := os.ReadFile(name)
	if err != nil {
		return err
	}
	make := map[string]func() error{
		"wheel": func() error { return r.wheel(p, binary) },
		"npm":   func() error { return r.npm(p, binary) },
		"bill":  func() error { return r.bill(p, name) },
	}
	for _, part := range r.parts {
		if err := make[part](); err != nil {
			return err
		}
	}
	return nil
}

// create writes a file of the release.
func (r *release) create(name string, data []byte) error {
	return os.WriteFile(filepath.Join(r.out, name), data, 0o644)
}

// writeChecksums lists the SHA-256 of every file of a release by its path below the folder, as
// `sha256sum -c` in it reads them. A list of an earlier release below it, such as that of
// `make npm`, is left out.
func writeChecksums(dir string) error {
	const list = "SHA256SUMS"
	var lines strings.Builder
	err := filepath.WalkDir(dir, func(path string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() || e.Name() == list {
			return err
		}
		data, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		name, err := filepath.Rel(dir, path)
		fmt.Fprintf(&lines, "%x  %s\n", sha256.Sum256(data), filepath.ToSlash(name))
		return err
	})
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(dir, list), []byte(lines.String()), 0o644)
}
