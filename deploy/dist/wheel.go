package main

import (
	"archive/zip"
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"strings"
)

// file is one of an archive.
type file struct {
	name       string
	data       []byte
	executable bool
}

func (f file) mode() int64 {
	if f.executable {
		return 0o755
	}
	return 0o644
}

// wheel packs the binary so that pip puts it beside Python's own programs:
// https://packaging.python.org/en/latest/specifications/binary-distribution-format/
func (r *release) wheel(p platform, binary []byte) error {
	dist := "vouchsafe-" + r.version
	files := r.withNotices(dist+".dist-info/licenses/",
		file{dist + ".data/scripts/" + p.program(), binary, true},
		file{dist + ".dist-info/METADATA", r.metadata(), false},
		file{dist + ".dist-info/WHEEL", wheelTags(p), false})
	record := dist + ".dist-info/RECORD"
	files = append(files, file{record, recordOf(files, record), false})
	data, err := zipped(files)
	if err != nil {
		return err
	}
	return r.create(fmt.Sprintf("%s-py3-none-%s.whl", dist, p.wheel), data)
}

// metadata describes the package, with the README as its page.
func (r *release) metadata() []byte {
	head := "Metadata-Version: 2.4\nName: vouchsafe\nVersion: " + r.version + "\n" +
		"Summary: An OpenAI-compatible gateway that lets an LLM answer through only when every citation in it is vouched for\n" +
		"License-Expression: Apache-2.0\nRequires-Python: >=3.8\nDescription-Content-Type: text/markdown\n"
	for _, n := range r.notices {
		head += "License-File: " + n.name + "\n"
	}
	return append([]byte(head+"\n"), r.readme...)
}

// wheelTags names every platform that the wheel is for, each in a line.
func wheelTags(p platform) []byte {
	var b strings.Builder
	b.WriteString("Wheel-Version: 1.0\nGenerator: vouchsafe-dist\nRoot-Is-Purelib: false\n")
	for tag := range strings.SplitSeq(p.wheel, ".") {
		fmt.Fprintf(&b, "Tag: py3-none-%s\n", tag)
	}
	return []byte(b.String())
}

// recordOf lists files with hash and size, and itself without.
func recordOf(files []file, itself string) []byte {
	var b strings.Builder
	for _, f := range files {
		sum := sha256.Sum256(f.data)
		fmt.Fprintf(&b, "%s,sha256=%s,%d\n", f.name, base64.RawURLEncoding.EncodeToString(sum[:]), len(f.data))
	}
	return append([]byte(b.String()), itself+",,\n"...)
}

// zipped packs files without times, so that the same input gives the same bytes.
func zipped(files []file) ([]byte, error) {
	var out bytes.Buffer
	z := zip.NewWriter(&out)
	for _, f := range files {
		head := &zip.FileHeader{Name: f.name, Method: zip.Deflate, CreatorVersion: 3 << 8} // of Unix: the mode counts
		head.ExternalAttrs = uint32(0o100000|f.mode()) << 16
		w, err := z.CreateHeader(head)
		if err != nil {
			return nil, err
		}
		if _, err := w.Write(f.data); err != nil {
			return nil, err
		}
	}
	if err := z.Close(); err != nil {
		return nil, err
	}
	return out.Bytes(), nil
}
