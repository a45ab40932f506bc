package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// rig is an upstream and whatever stands before it, each a process of its own.
type rig struct {
	dir      string // for all files
	gateway  string // the gateway's binary
	upstream *process
}

// newRig starts the upstream.
func newRig(ctx context.Context, gateway string) (*rig, error) {
	binary, err := filepath.Abs(gateway)
	if err != nil {
		return nil, err
	}
	if _, err := os.Stat(binary); err != nil {
		return nil, fmt.Errorf("there is no gateway to measure, build it first: %w", err)
	}
	dir, err := os.MkdirTemp("", "vouchsafe-bench-")
	if err != nil {
		return nil, err
	}
	r := &rig{dir: dir, gateway: binary}
	r.upstream, err = r.own(ctx, "direct", "upstream")
	if err != nil {
		r.close()
		return nil, err
	}
	return r, nil
}

func (r *rig) close() {
	if r.upstream != nil {
		r.upstream.stop()
	}
	_ = os.RemoveAll(r.dir)
}

// own starts a subcommand of this program as a process.
func (r *rig) own(ctx context.Context, name string, args ...string) (*process, error) {
	self, err := os.Executable()
	if err != nil {
		return nil, err
	}
	free, err := freeAddresses(1)
	if err != nil {
		return nil, err
	}
	p := &process{name: name, address: free[0]}
	return p, start(ctx, p, r.dir, append(append([]string{self}, args...), "-listen", p.address)...)
}

// proxy starts what a name of the table stands for.
func (r *rig) proxy(ctx context.Context, kind string) (*process, error) {
	if kind == "fasthttp" {
		return r.own(ctx, kind, "proxy", "-to", r.upstream.address)
	}
	return r.startGateway(ctx, kind)
}

// startGateway starts the gateway's own binary; kind is a mode of a policy
// (off, observe, enforce) and, where traces are not kept as shipped (in a file and in
// SQLite) but nowhere, "+none".
func (r *rig) startGateway(ctx context.Context, kind string) (*process, error) {
	mode, none := strings.CutSuffix(kind, "+none")
	ledger := ""
	if none {
		ledger = "ledger: {store: {driver: none}, jsonl: {path: \"\"}}\n"
	}
	free, err := freeAddresses(2)
	if err != nil {
		return nil, err
	}
	listen, admin := free[0], free[1]
	dir, err := os.MkdirTemp(r.dir, "gateway-")
	if err != nil {
		return nil, err
	}
	config := fmt.Sprintf("listen: %s\nadmin: {listen: %s}\nupstreams: {mock: {base_url: http://%s/v1}}\n"+
		"apps: {default: {policy: measured}}\npolicies: {measured: {extends: balanced, mode: %s, citations: {dialect: segments}}}\n%s",
		listen, admin, r.upstream.address, mode, ledger)
	file := filepath.Join(dir, "vouchsafe.yaml")
	if err := os.WriteFile(file, []byte(config), 0o600); err != nil {
		return nil, err
	}
	p := &process{name: kind, address: listen, admin: admin}
	return p, start(ctx, p, dir, r.gateway, "serve", "-c", file)
}
