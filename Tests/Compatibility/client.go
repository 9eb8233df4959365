// The SDK for Go, in the version that Debian has, with a key that it finds in its environment: it takes one for life, and
// presigns nothing with a token. It prints a line for each round.
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

const (
	endpoint = "https://oss-cn-hangzhou.aliyuncs.com"
	name     = "aliyun-oss-go-sdk"
	// Without a blank, which it writes as a plus sign even in a path.
	folder = "Ordner-mit-ü+%/"
)

var (
	text = strings.Repeat("Grüße, 世界 ", 50)
	part = strings.Repeat("a part of an upload that comes in three, the last of which may be short. ", 1500)
)

func main() {
	client, err := oss.New(
		endpoint, os.Getenv("OSS_ACCESS_KEY_ID"), os.Getenv("OSS_ACCESS_KEY_SECRET"),
		oss.SecurityToken(os.Getenv("OSS_SESSION_TOKEN")))
	expect(err)
	bucket, err := client.Bucket(name)
	expect(err)
	for {
		use(bucket)
		fmt.Println("a round")
		time.Sleep(3 * time.Second)
	}
}

// Everything once that it can do.
func use(bucket *oss.Bucket) {
	expect(bucket.PutObject(folder+"text", strings.NewReader(text)))
	expectContent(bucket, "text", text)
	upload(bucket, "large", []string{part, part, part[:100]})
	expectContent(bucket, "large", part+part+part[:100])
	_, err := bucket.CopyObject(folder+"text", folder+"copy")
	expect(err)
	expectContent(bucket, "copy", text)
	expectContent(bucket, "text", text[3:20], oss.Range(3, 19))
	expectList(bucket, "copy large text")
	expect(bucket.DeleteObject(folder + "text"))
	expectList(bucket, "copy large")
	_, err = bucket.DeleteObjects([]string{folder + "copy", folder + "large"})
	expect(err)
	expectList(bucket, "")
}

func expectList(bucket *oss.Bucket, wanted string) {
	found, err := bucket.ListObjects(oss.Prefix(folder))
	expect(err)
	names := []string{}
	for _, object := range found.Objects {
		names = append(names, strings.TrimPrefix(object.Key, folder))
	}
	if strings.Join(names, " ") != wanted {
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

func expectContent(bucket *oss.Bucket, name, wanted string, options ...oss.Option) {
	body, err := bucket.GetObject(folder+name, options...)
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
