//go:build unix

package replicas

import (
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"vouchsafe/internal/gatewaytest"
	"vouchsafe/internal/need"
	"vouchsafe/internal/wait"
)

// balance starts nginx before some gateways and returns its URL. A call that a
// gateway did not answer, because it is gone, going or cut off, goes to the
// next one; what that costs is a second upstream call at most.
func balance(t *testing.T, replicas []*gatewaytest.Gateway) string {
	t.Helper()
	program := need.Start(t, nginx)
	var servers strings.Builder
	for _, r := range replicas {
		fmt.Fprintf(&servers, "server %s max_fails=0;\n", r.Addr)
	}
	dir, addr := t.TempDir(), need.FreeAddress(t)
	conf := fmt.Sprintf(`daemon off; master_process off; worker_processes 1; pid nginx.pid; error_log error.log;
events { worker_connections 512; }
http {
	access_log off;
	client_body_temp_path body; proxy_temp_path proxy; fastcgi_temp_path fastcgi; uwsgi_temp_path uwsgi; scgi_temp_path scgi;
	upstream gateways { %s }
	server {
		listen %s;
		location / {
			proxy_pass http://gateways;
			proxy_http_version 1.1;
			proxy_buffering off;
			proxy_read_timeout 60s;
			proxy_next_upstream error timeout http_503 non_idempotent;
			add_header X-Replica $upstream_addr always;
		}
	}
}
`, servers.String(), addr)
	if err := os.WriteFile(filepath.Join(dir, "nginx.conf"), []byte(conf), 0o600); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(program, "-p", dir, "-c", "nginx.conf", "-e", "error.log")
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = cmd.Process.Kill()
		_ = cmd.Wait() // it was killed
		if t.Failed() {
			text, _ := os.ReadFile(filepath.Join(dir, "error.log"))
			t.Logf("nginx:\n%s", text)
		}
	})
	wait.Until(t, "nginx takes connections", func() bool {
		c, err := net.Dial("tcp", addr)
		if err == nil {
			c.Close()
		}
		return err == nil
	})
	return "http://" + addr
}

// nginx finds the program, which on Debian is not in everybody's path.
func nginx() (string, error) {
	for _, name := range []string{"nginx", "/usr/sbin/nginx", "/usr/local/sbin/nginx", "/usr/local/nginx/sbin/nginx"} {
		if path, err := exec.LookPath(name); err == nil {
			return path, nil
		}
	}
	return "", need.Missing{Program: "nginx", Package: "nginx-light"}
}
