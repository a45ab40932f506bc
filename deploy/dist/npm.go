package main

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	_ "embed" // the launcher
	"encoding/json"
	"fmt"
	"maps"
)

// launcher finds the package of the platform and runs its binary.
//
//go:embed launcher.js
var launcher []byte

// npmName is the package that carries the binary of a platform. The package
// vouchsafe wants all of them, and npm installs the one that fits.
func npmName(p platform) string { return fmt.Sprintf("vouchsafe-%s-%s", p.os, p.cpu) }

// npm packs the binary of one platform.
func (r *release) npm(p platform, binary []byte) error {
	about := r.about(npmName(p), map[string]any{"os": []string{p.os}, "cpu": []string{p.cpu}, "preferUnplugged": true})
	return r.npmPackage(npmName(p), about, file{"package/bin/" + p.program(), binary, true})
}

// npmLauncher packs what a user installs.
func (r *release) npmLauncher(built []platform) error {
	optional := map[string]string{}
	for _, p := range built {
		optional[npmName(p)] = r.version
	}
	about := r.about("vouchsafe", map[string]any{"bin": map[string]string{"vouchsafe": "launcher.js"}, "optionalDependencies": optional,
		"engines": map[string]string{"node": ">=18"}})
	return r.npmPackage("vouchsafe", about, file{"package/launcher.js", launcher, true}, file{"package/README.md", r.readme, false})
}

// about is a package.json with what a package has of its own.
func (r *release) about(name string, own map[string]any) map[string]any {
	all := map[string]any{"name": name, "version": r.version, "license": "Apache-2.0",
		"description": "An OpenAI-compatible gateway that lets an LLM answer through only when every citation in it is vouched for"}
	maps.Copy(all, own)
	return all
}

// npmPackage writes a package as `npm pack` would.
func (r *release) npmPackage(name string, about map[string]any, files ...file) error {
	described, err := json.MarshalIndent(about, "", "  ")
	if err != nil {
		return err
	}
	data, err := tarred(r.withNotices("package/", append(files, file{"package/package.json", described, false})...))
	if err != nil {
		return err
	}
	return r.create(fmt.Sprintf("%s-%s.tgz", name, r.version), data)
}

// tarred packs files without times and owners.
func tarred(files []file) ([]byte, error) {
	var out bytes.Buffer
	z := gzip.NewWriter(&out)
	t := tar.NewWriter(z)
	for _, f := range files {
		if err := t.WriteHeader(&tar.Header{Name: f.name, Mode: f.mode(), Size: int64(len(f.data))}); err != nil {
			return nil, err
		}
		if _, err := t.Write(f.data); err != nil {
			return nil, err
		}
	}
	if err := t.Close(); err != nil {
		return nil, err
	}
	if err := z.Close(); err != nil {
		return nil, err
	}
	return out.Bytes(), nil
}
