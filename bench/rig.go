package main

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
)

// rig is an upstream and whatever stands before it, each a process of its own.
type rig struct {
	dir      string // for all files
	gateway  string // the gateway's binary
	nginx    string // nginx's; "" for none
	upstream *process
}

// newRig starts the upstream.
func newRig(ctx context.Context, gateway, nginx string) (*rig, error) {
	binary, err := filepath.Abs(gateway)
	if err != nil {
		return nil, err
	}
	if _, err := os.Stat(binary); err != nil {
		return nil, fmt.Errorf("there is no gateway to measure, build it first: %w", err)
	}
	if found, err := exec.LookPath(nginx); err == nil {
		nginx, _ = filepath.Abs(found)
	} else {
		nginx = ""
	}
	dir, err := os.MkdirTemp("", "vouchsafe-bench-")
	if err != nil {
		return nil, err
	}
	r := &rig{dir: dir, gateway: binary, nginx: nginx}
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
	address, err := freeAddress()
	if err != nil {
		return nil, err
	}
	p := &process{name: name, address: address}
	return p, start(ctx, p, r.dir, append(append([]string{self}, args...), "-listen", address)...)
}

// proxy starts what a name of the table stands for.
func (r *rig) proxy(ctx context.Context, kind string) (*process, error) {
	switch kind {
	case "fasthttp", "nethttp":
		return r.own(ctx, kind, "proxy", "-library", kind, "-to", r.upstream.address)
	case "nginx":
		return r.startNginx(ctx)
	default:
		return r.startGateway(ctx, kind)
	}
}

// ledgers are the ways of keeping traces: as shipped (a file and SQLite), a
// file only, and none.
func ledgers() map[string]string {
	return map[string]string{
		"":      "",
		"+file": "ledger: {store: {driver: none}}\n",
		"+none": "ledger: {store: {driver: none}, jsonl: {path: \"\"}}\n",
	}
}

// startGateway starts the gateway's own binary; kind is a mode of a policy
// (off, observe, enforce) and a way of keeping traces.
func (r *rig) startGateway(ctx context.Context, kind string) (*process, error) {
	mode, ledger := kind, ""
	for suffix, section := range ledgers() {
		if n := len(kind) - len(suffix); suffix != "" && n > 0 && kind[n:] == suffix {
			mode, ledger = kind[:n], section
		}
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
		"apps: {default: {policy: measured}}\npolicies: {measured: {extends: balanced, mode: %s}}\n%s",
		listen, admin, r.upstream.address, mode, ledger)
	file := filepath.Join(dir, "vouchsafe.yaml")
	if err := os.WriteFile(file, []byte(config), 0o600); err != nil {
		return nil, err
	}
	p := &process{name: kind, address: listen, admin: admin}
	return p, start(ctx, p, dir, r.gateway, "serve", "-c", file)
}

const nginxConf = `daemon off; worker_processes auto; pid nginx.pid; error_log stderr crit;
events { worker_connections 8192; }
http {
  access_log off; client_body_buffer_size 256k; client_max_body_size 64m; keepalive_requests 10000000;
  client_body_temp_path body; proxy_temp_path proxied; fastcgi_temp_path f; uwsgi_temp_path u; scgi_temp_path s;
  upstream mock { server %s; keepalive 1024; keepalive_requests 10000000; }
  server {
    listen %s backlog=4096;
    location / { proxy_pass http://mock; proxy_http_version 1.1; proxy_set_header Connection ""; proxy_buffering off; }
  }
}
`

func (r *rig) startNginx(ctx context.Context) (*process, error) {
	address, err := freeAddress()
	if err != nil {
		return nil, err
	}
	file := filepath.Join(r.dir, "nginx.conf")
	if err := os.WriteFile(file, fmt.Appendf(nil, nginxConf, r.upstream.address, address), 0o600); err != nil {
		return nil, err
	}
	p := &process{name: "nginx", address: address}
	return p, start(ctx, p, r.dir, r.nginx, "-p", r.dir, "-c", file)
}
