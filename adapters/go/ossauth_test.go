// Against the daemon of Tests/Systems/Adapters, which does what a line `scene: …` on standard output says.
package ossauth

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"io"
	"net/http"
	"os"
	"regexp"
	"strings"
	"testing"
	"time"
)

var (
	answers   = bufio.NewReader(os.Stdin)
	scripted  = os.Getenv("SCRIPTED")
	something = map[string]any{"key": "a"}
)

func scene(t *testing.T, what string) {
	t.Helper()
	fmt.Printf("scene: %s\n", what)
	if line, err := answers.ReadString('\n'); line != "done\n" {
		t.Fatal(what, "was not done: ", line, err)
	}
}

func expect[T comparable](t *testing.T, found, wanted T) {
	t.Helper()
	if found != wanted {
		t.Fatalf("%v is not %v", found, wanted)
	}
}

func expectError(t *testing.T, err error, pattern string) {
	t.Helper()
	if err == nil || !regexp.MustCompile(pattern).MatchString(err.Error()) {
		t.Fatalf("the error %v does not match %s", err, pattern)
	}
}

func newProvider() *Provider { return &Provider{Daemon: NewDaemon("")} }

func credentialsOf(t *testing.T, p *Provider) Credentials {
	t.Helper()
	found, err := p.Credentials(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	return found
}

func call(t *testing.T, d *Daemon, path string, request map[string]any) (answer struct {
	URL     string
	Headers map[string]string
}) {
	t.Helper()
	if err := d.Ask(context.Background(), path, request, &answer); err != nil {
		t.Fatal(err)
	}
	return
}

func send(t *testing.T, method, url string, body string, headers ...map[string]string) string {
	t.Helper()
	request, err := http.NewRequest(method, url, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	for _, each := range headers {
		for name, value := range each {
			request.Header.Set(name, value)
		}
	}
	reply, err := http.DefaultClient.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	defer reply.Body.Close()
	content, _ := io.ReadAll(reply.Body)
	return fmt.Sprint(reply.StatusCode, " ", string(content))
}

func TestTheCredentialIsThatOfTheDaemon(t *testing.T) {
	scene(t, "token 1 3600")
	found := credentialsOf(t, &Provider{Daemon: NewDaemon(""), Profile: "main"})
	expect(t, found.AccessKeyID+" "+found.AccessKeySecret+" "+found.SecurityToken, "STS.Key1 SecretOf1 Token+1/=")
	if left := time.Until(*found.Expires); left < 59*time.Minute || left > 61*time.Minute {
		t.Fatal(left)
	}
}

func TestACredentialConvertsIntoThatOfTheSDK(t *testing.T) {
	type sdkCredentials struct {
		AccessKeyID     string
		AccessKeySecret string
		SecurityToken   string
		Expires         *time.Time
	}
	expect(t, sdkCredentials(Credentials{AccessKeyID: "id"}), sdkCredentials{AccessKeyID: "id"})
}

func TestACredentialPrintsNoSecret(t *testing.T) {
	c := Credentials{"id", "the-secret", "the-token", nil}
	expect(t, fmt.Sprintf("%v %+v %#v %s %v", c, c, &c, c, []Credentials{c}), "key id key id key id key id [key id]")
}

func TestACredentialThatHasLongToLiveIsKept(t *testing.T) {
	scene(t, "token 1 3600")
	provider := newProvider()
	expect(t, credentialsOf(t, provider).AccessKeyID, "STS.Key1")
	scene(t, "token 2 3600")
	expect(t, credentialsOf(t, provider).AccessKeyID, "STS.Key1")
	expect(t, credentialsOf(t, newProvider()).AccessKeyID, "STS.Key2")
}

func TestACredentialIsRenewedBeforeItEnds(t *testing.T) {
	scene(t, "token 1 4")
	provider := newProvider()
	first := credentialsOf(t, provider)
	scene(t, "token 2 3600")
	for credentialsOf(t, provider) == first {
		expect(t, first.ended(), false)
		time.Sleep(5 * time.Millisecond)
	}
	expect(t, credentialsOf(t, provider).AccessKeyID, "STS.Key2")
	expect(t, first.ended(), false)
}

func TestACredentialServesWhileTheDaemonIsDownAndNoLongerThanItLives(t *testing.T) {
	scene(t, "token 1 4")
	provider := newProvider()
	first := credentialsOf(t, provider)
	scene(t, "stop")
	found, hadEnded, err := first, false, error(nil)
	for err == nil {
		expect(t, found, first)
		expect(t, hadEnded, false)
		time.Sleep(5 * time.Millisecond)
		hadEnded = first.ended()
		found, err = provider.Credentials(context.Background())
	}
	expectError(t, err, "at .*.local.run.ossauthd.ossauthd.sock .*: is it running.*ossauthctl doctor")
	expect(t, first.ended(), true)
	scene(t, "start")
	scene(t, "token 2 3600")
	expect(t, credentialsOf(t, provider).AccessKeyID, "STS.Key2")
}

func TestSignedRequestsAreAcceptedAlsoAfterARestart(t *testing.T) {
	scene(t, "token 1 3600")
	daemon, own := NewDaemon(""), map[string]string{"x-oss-meta-a": "b"}
	place := map[string]any{"method": "PUT", "bucket": "examplebucket", "key": "Ordner ü/a+b", "headers": own}
	signed := call(t, daemon, "/v1/sign", place)
	expect(t, send(t, "PUT", signed.URL, "content", own, signed.Headers), "200 ")
	scene(t, "restart")
	place["method"], place["expires"] = "GET", 60
	presigned := call(t, daemon, "/v1/presign", place)
	expect(t, send(t, "GET", presigned.URL, "", presigned.Headers), "200 content")
}

func TestARefusalSaysWhyAndWhatIsGranted(t *testing.T) {
	scene(t, "token 1 3600")
	err := NewDaemon("").Ask(context.Background(), "/v1/sign", map[string]any{"bucket": "other", "key": "a"}, nil)
	expectError(t, err, `.+: .*bucket 'other' is not in Bucket=examplebucket.* \(status 403\)$`)
	problem, _ := err.(*Error)
	expect(t, problem.Type, "urn:ossauthd:problem:not-allowed")
}

func TestAnythingButAnAnswerIsAnErrorThatSaysWhere(t *testing.T) {
	for _, name := range []string{"large", "garbage", "half", "deep", "silent", "trickle", "absent"} {
		daemon := NewDaemon(scripted + "/" + name)
		if name == "silent" || name == "trickle" {
			daemon.client.Timeout = 500 * time.Millisecond
		}
		var answer map[string]any
		expectError(t, daemon.Ask(context.Background(), "/v1/presign", something, &answer), "at "+scripted+"/"+name)
	}
}

func TestARequestWithoutAnAnswerIsSentOnceMore(t *testing.T) {
	daemon := NewDaemon(scripted + "/fickle")
	expect(t, call(t, daemon, "/v1/presign", something).URL, "answered")
	expectError(t, daemon.Ask(context.Background(), "/v1/presign", something, &bytes.Buffer{}), "gave no answer")
}

func TestAnAnswerWithoutItsMembersIsAnError(t *testing.T) {
	provider := &Provider{Daemon: NewDaemon(scripted + "/empty")}
	_, err := provider.Credentials(context.Background())
	expectError(t, err, "an answer without AccessKeyId")
}
