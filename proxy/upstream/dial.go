package upstream

import (
	"bufio"
	"context"
	"crypto/tls"
	"encoding/base64"
	"errors"
	"fmt"
	"net"
	"net/url"
	"syscall"
	"time"

	"github.com/valyala/fasthttp"
)

// dialer opens connections to one address.
type dialer struct {
	addr  string
	tls   *tls.Config // nil: plain
	proxy *url.URL    // nil: direct
}

// connect opens a connection, through the proxy and with TLS if they are
// configured. The end of ctx ends each of these steps.
func (d *dialer) connect(ctx context.Context) (*conn, error) {
	addr := d.addr
	if d.proxy != nil {
		addr = addrOf(d.proxy)
	}
	socket, err := open(ctx, addr)
	if err != nil && d.proxy != nil {
		return nil, fmt.Errorf("%w: %w", errProxy, err)
	}
	if err != nil {
		return nil, fmt.Errorf("cannot connect: %w", err)
	}
	stop := context.AfterFunc(ctx, func() { _ = socket.Close() })
	stream, err := d.dress(ctx, socket)
	if !stop() && err == nil {
		err = ctx.Err()
	}
	if err != nil {
		_ = socket.Close()
		return nil, err
	}
	return &conn{Conn: stream, socket: socket, raw: socketOf(socket)}, nil
}

// open opens a socket. If the process or the system is out of descriptors it
// waits for one until ctx ends.
func open(ctx context.Context, addr string) (net.Conn, error) {
	for {
		var nd net.Dialer
		socket, err := nd.DialContext(ctx, "tcp", addr)
		if !errors.Is(err, syscall.EMFILE) && !errors.Is(err, syscall.ENFILE) {
			return socket, err
		}
		select {
		case <-ctx.Done():
			return nil, err
		case <-time.After(outOfDescriptors):
		}
	}
}

// outOfDescriptors is how long a call waits before it tries again to open a socket.
const outOfDescriptors = 20 * time.Millisecond

// dress puts the tunnel and TLS on a socket.
func (d *dialer) dress(ctx context.Context, socket net.Conn) (net.Conn, error) {
	stream := socket
	if d.proxy != nil {
		if d.proxy.Scheme == "https" {
			outer := tls.Client(stream, &tls.Config{ServerName: d.proxy.Hostname(), MinVersion: tls.VersionTLS12})
			if err := outer.HandshakeContext(ctx); err != nil {
				return nil, fmt.Errorf("%w: %w with the proxy: %w", errProxy, errTLS, err)
			}
			stream = outer
		}
		if err := tunnel(stream, d.addr, d.proxy.User); err != nil {
			return nil, err
		}
	}
	if d.tls == nil {
		return stream, nil
	}
	secure := tls.Client(stream, d.tls)
	if err := secure.HandshakeContext(ctx); err != nil {
		return nil, fmt.Errorf("%w: %w", errTLS, err)
	}
	return secure, nil
}

// tunnel asks a proxy to connect to addr. After a 200 the proxy sends nothing
// by itself, so no byte of the peer can be lost in the reader here.
func tunnel(stream net.Conn, addr string, user *url.Userinfo) error {
	head := "CONNECT " + addr + " HTTP/1.1\r\nHost: " + addr + "\r\n"
	if user != nil {
		password, _ := user.Password()
		token := base64.StdEncoding.EncodeToString([]byte(user.Username() + ":" + password))
		head += "Proxy-Authorization: Basic " + token + "\r\n"
	}
	if _, err := stream.Write([]byte(head + "\r\n")); err != nil {
		return fmt.Errorf("%w: cannot ask it: %w", errProxy, err)
	}
	resp := fasthttp.AcquireResponse()
	defer fasthttp.ReleaseResponse(resp)
	resp.SkipBody = true
	if err := resp.Read(bufio.NewReaderSize(stream, 4<<10)); err != nil {
		return fmt.Errorf("%w: cannot read its answer: %w", errProxy, err)
	}
	if status := resp.StatusCode(); status != fasthttp.StatusOK {
		return fmt.Errorf("%w: it answered %d", errProxy, status)
	}
	return nil
}
