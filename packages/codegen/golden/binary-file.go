package main

import (
	"fmt"
	"io"
	"log"
	"net/http"
	"os"
)

func main() {
	// net/http has no Signature v4 authorization; this code sends none.
	body, err := os.Open("photo.jpg")
	if err != nil {
		log.Fatal(err)
	}
	defer body.Close()
	information, err := body.Stat()
	if err != nil {
		log.Fatal(err)
	}
	request, err := http.NewRequest("PUT", "https://a.test/file", body)
	if err != nil {
		log.Fatal(err)
	}
	request.Header.Add("Content-Type", "image/jpeg")
	request.ContentLength = information.Size()

	response, err := http.DefaultClient.Do(request)
	if err != nil {
		log.Fatal(err)
	}
	defer response.Body.Close()

	content, err := io.ReadAll(response.Body)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(response.Status)
	fmt.Println(string(content))
}

=== without auth, other options
package main

import (
	"fmt"
	"io"
	"log"
	"net/http"
	"os"
	"time"
)

func main() {
	body, err := os.Open("photo.jpg")
	if err != nil {
		log.Fatal(err)
	}
	defer body.Close()
	information, err := body.Stat()
	if err != nil {
		log.Fatal(err)
	}
	request, err := http.NewRequest("PUT", "https://a.test/file", body)
	if err != nil {
		log.Fatal(err)
	}
	request.Header.Add("Content-Type", "image/jpeg")
	request.ContentLength = information.Size()

	client := &http.Client{
		Timeout: 1500 * time.Millisecond,
		CheckRedirect: func(*http.Request, []*http.Request) error {
			return http.ErrUseLastResponse
		},
	}
	response, err := client.Do(request)
	if err != nil {
		log.Fatal(err)
	}
	defer response.Body.Close()

	content, err := io.ReadAll(response.Body)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(response.Status)
	fmt.Println(string(content))
}
