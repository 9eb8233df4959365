// The SDK for Go, in the version that Debian has, with a key that it finds in its environment: it takes one for life, and
// presigns nothing with a token. For each round it prints the id of the key that signed in it.
package main

import (
	"bytes"
	"fmt"
	"io"
	"log"
	"os"
	"strings"
	"time"

	"github.com/aliyun/aliyun-oss-go-sdk/oss"
)

// Without a blank, which it writes as a plus sign even in a path.
const folder = "go/Ordner-mit-ü+%/"

var (
	key  = os.Getenv("OSS_ACCESS_KEY_ID")
	text = strings.Repeat("Grüße, 世界 ", 50)
	part = strings.Repeat("a part of an upload that comes in three, the last of which may be short. ", 1500)
)

func main() {
	client, err := oss.New(
		os.Getenv("COMPAT_ENDPOINT"), key, os.Getenv("OSS_ACCESS_KEY_SECRET"),
		oss.SecurityToken(os.Getenv("OSS_SESSION_TOKEN")))
	expect(err)
	bucket, err := client.Bucket(os.Getenv("COMPAT_BUCKET"))
	expect(err)
	for {
		use(bucket)
		fmt.Printf("[%q]\n", key)
		time.Sleep(3 * time.Second)
	}
}

// Everything once that it can do.
func use(bucket *oss.Bucket) {
	expect(bucket.PutObject(folder+"text", strings.NewReader(text)))
	expectContent(bucket, "text", text)
	upload(bucket, "large", []string{part, part, part[:100]})
	expectContent(bucket, "large", part+part+part[:100])
	found, err := bucket.ListObjects(oss.Prefix(folder))
	expect(err)
	names := []string{}
	for _, object := range found.Objects {
		names = append(names, strings.TrimPrefix(object.Key, folder))
	}
	if strings.Join(names, " ") != "large text" {
		log.Fatalf("the list is %q", names)
	}
}

func upload(bucket *oss.Bucket, name string, parts []string) {
	begun, err := bucket.InitiateMultipartUpload(folder + name)
	expect(err)
	done := []oss.UploadPart{}
	for index, content := range parts {
		sent, err := bucket.UploadPart(begun, strings.NewReader(content), int64(len(content)), index+1)
		expect(err)
		done = append(done, sent)
	}
	_, err = bucket.CompleteMultipartUpload(begun, done)
	expect(err)
}

func expectContent(bucket *oss.Bucket, name, wanted string) {
	body, err := bucket.GetObject(folder + name)
	expect(err)
	defer body.Close()
	content, err := io.ReadAll(body)
	expect(err)
	if !bytes.Equal(content, []byte(wanted)) {
		log.Fatalf("%s has %d bytes, and not what was sent", name, len(content))
	}
}

func expect(err error) {
	if err != nil {
		log.Fatal(err)
	}
}
