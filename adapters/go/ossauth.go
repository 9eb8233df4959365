// Package ossauth has credentials and signatures of ossauthd, by the standard library only. Copy it; docs/adapters.md says how.
package ossauth

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"os"
	"sync"
	"syscall"
	"time"
)

const (
	answerLimit = 64 << 20 // The daemon gives no longer answer.
	retryPause  = 10 * time.Second
)

// Credentials has the fields of credentials.Credentials of the SDK, so that it can be converted into that.
type Credentials struct {
	AccessKeyID, AccessKeySecret, SecurityToken string     // encoding/json takes "AccessKeyId" for the first.
	Expires                                     *time.Time `json:"Expiration"`
}

func (c Credentials) ended() bool { return c.Expires == nil || !time.Now().Before(*c.Expires) }

// Format keeps the secret out of logs.
func (c Credentials) Format(to fmt.State, _ rune) { fmt.Fprint(to, "key "+c.AccessKeyID) }

// Error is a refusal of the daemon: it says why, and what to do.
type Error struct {
	Type, Title, Detail string
	Status              int
}

func (e *Error) Error() string { return fmt.Sprintf("%s: %s (status %d)", e.Title, e.Detail, e.Status) }

// Daemon asks the daemon; NewDaemon("") finds its socket. It serves any number of goroutines.
type Daemon struct {
	socket string
	client http.Client
}

func NewDaemon(socket string) *Daemon {
	socket = socketPath(socket)
	dial := func(ctx context.Context, _, _ string) (net.Conn, error) {
		return (&net.Dialer{}).DialContext(ctx, "unix", socket)
	}
	return &Daemon{socket, http.Client{Timeout: 15 * time.Second, Transport: &http.Transport{DialContext: dial}}}
}

// Ask posts a request to /v1/sign or /v1/presign (docs/api.md) and reads the answer; with nil as request it gets.
func (d *Daemon) Ask(ctx context.Context, path string, request, answer any) error {
	method := http.MethodPost
	body, err := json.Marshal(request)
	if err != nil {
		return err
	}
	if request == nil {
		method, body = http.MethodGet, nil
	}
	message, err := http.NewRequestWithContext(ctx, method, "http://ossauthd"+path, bytes.NewReader(body))
	if err != nil {
		return err
	}
	message.Header["Idempotency-Key"] = nil // Not sent: net/http asks once more where a restart closed the kept connection.
	reply, err := d.client.Do(message)
	if err != nil {
		return fmt.Errorf("ossauthd gave no answer at %s (%w): is it running, and is this user in the group of that socket? "+
			"`ossauthctl doctor` says more", d.socket, err)
	}
	defer reply.Body.Close()
	problem := &Error{}
	if reply.StatusCode != http.StatusOK {
		answer = problem
	}
	content := io.LimitReader(reply.Body, answerLimit)
	if err := json.NewDecoder(content).Decode(answer); err != nil {
		return fmt.Errorf("the answer at %s is cut off, too long, or not of ossauthd: %w", d.socket, err)
	}
	io.Copy(io.Discard, content) // A connection is kept only if all of it was read.
	if answer == problem {
		return problem
	}
	return nil
}

// Provider keeps a credential of a profile, "" for the default one, and renews it after half of its life.
type Provider struct {
	Daemon  *Daemon
	Profile string
	lock    sync.Mutex
	kept    Credentials
	renewAt time.Time
}

// Credentials gives a credential that has not ended; the kept one serves while the daemon gives no other.
func (p *Provider) Credentials(ctx context.Context) (Credentials, error) {
	p.lock.Lock()
	defer p.lock.Unlock()
	if !p.kept.ended() && time.Now().Before(p.renewAt) {
		return p.kept, nil
	}
	p.renewAt = time.Now().Add(retryPause) // So long all others go on with the kept one.
	p.lock.Unlock()
	fresh, err := p.fetch(ctx)
	p.lock.Lock()
	if err == nil {
		p.kept, p.renewAt = fresh, time.Now().Add(time.Until(*fresh.Expires)/2)
	} else if p.kept.ended() {
		return Credentials{}, err
	}
	return p.kept, nil
}

func (p *Provider) fetch(ctx context.Context) (Credentials, error) {
	query := url.Values{}
	if p.Profile != "" {
		query.Set("profile", p.Profile)
	}
	var found Credentials
	err := p.Daemon.Ask(ctx, "/v1/credentials?"+query.Encode(), nil, &found)
	if err == nil && (found.AccessKeyID == "" || found.AccessKeySecret == "" || found.Expires == nil) {
		err = fmt.Errorf("an answer without AccessKeyId, AccessKeySecret or Expiration: is %s that of ossauthd?", p.Daemon.socket)
	}
	return found, err
}

func socketPath(given string) string {
	own := []string{ownSocket(os.Getenv("XDG_RUNTIME_DIR")), ownSocket(os.Getenv("HOME") + "/.local/run")}
	for _, path := range append([]string{given, os.Getenv("OSSAUTHD_SOCKET")}, own...) {
		if path != "" {
			return path
		}
	}
	return "/run/ossauthd/ossauthd.sock"
}

func ownSocket(folder string) string {
	path, of, at := folder+"/ossauthd/ossauthd.sock", syscall.Stat_t{}, syscall.Stat_t{}
	if syscall.Stat(folder, &of) == nil && syscall.Stat(path, &at) == nil && int(of.Uid) == os.Getuid() && of.Uid == at.Uid {
		return path
	}
	return ""
}
