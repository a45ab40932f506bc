package main

import (
	"debug/buildinfo"
	"encoding/json"
	"fmt"
)

// component is a module in a CycloneDX bill of materials: https://cyclonedx.org/specification/overview/
type component struct {
	Type    string `json:"type"`
	Name    string `json:"name"`
	Version string `json:"version"`
	PURL    string `json:"purl,omitempty"`
}

// bill lists the modules that a binary was built of, as the binary itself records
// them.
func (r *release) bill(p platform, binary string) error {
	info, err := buildinfo.ReadFile(binary)
	if err != nil {
		return err
	}
	parts := []component{{"application", "go", info.GoVersion, ""}}
	for _, m := range info.Deps {
		if m.Replace != nil {
			m = m.Replace
		}
		parts = append(parts, component{"library", m.Path, m.Version, fmt.Sprintf("pkg:golang/%s@%s", m.Path, m.Version)})
	}
	data, err := json.MarshalIndent(map[string]any{
		"bomFormat": "CycloneDX", "specVersion": "1.6", "version": 1, "components": parts,
		"metadata": map[string]any{"component": component{"application", "vouchsafe", r.version, ""}},
	}, "", "  ")
	if err != nil {
		return err
	}
	return r.create(fmt.Sprintf("vouchsafe-%s-%s-%s.cdx.json", r.version, p.goos, p.goarch), data)
}
