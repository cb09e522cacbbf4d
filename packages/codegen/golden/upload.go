package main

import (
	"bytes"
	"fmt"
	"io"
	"log"
	"mime/multipart"
	"net/http"
	"net/textproto"
	"os"
)

func main() {
	body := &bytes.Buffer{}
	form := multipart.NewWriter(body)
	{
		part, err := form.CreatePart(textproto.MIMEHeader{
			"Content-Disposition": {"form-data; name=\"title\""},
		})
		if err != nil {
			log.Fatal(err)
		}
		if _, err := io.WriteString(part, "it's"); err != nil {
			log.Fatal(err)
		}
	}
	{
		part, err := form.CreatePart(textproto.MIMEHeader{
			"Content-Disposition": {"form-data; name=\"cover\"; filename=\"a b.png\""},
			"Content-Type": {"image/png"},
		})
		if err != nil {
			log.Fatal(err)
		}
		file, err := os.Open("/home/ann/a b.png")
		if err != nil {
			log.Fatal(err)
		}
		defer file.Close()
		if _, err := io.Copy(part, file); err != nil {
			log.Fatal(err)
		}
	}
	if err := form.Close(); err != nil {
		log.Fatal(err)
	}
	request, err := http.NewRequest("POST", "https://a.test/up?key=a%26b", body)
	if err != nil {
		log.Fatal(err)
	}
	request.Header.Set("Content-Type", form.FormDataContentType())

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
	"bytes"
	"fmt"
	"io"
	"log"
	"mime/multipart"
	"net/http"
	"net/textproto"
	"os"
	"time"
)

func main() {
	body := &bytes.Buffer{}
	form := multipart.NewWriter(body)
	{
		part, err := form.CreatePart(textproto.MIMEHeader{
			"Content-Disposition": {"form-data; name=\"title\""},
		})
		if err != nil {
			log.Fatal(err)
		}
		if _, err := io.WriteString(part, "it's"); err != nil {
			log.Fatal(err)
		}
	}
	{
		part, err := form.CreatePart(textproto.MIMEHeader{
			"Content-Disposition": {"form-data; name=\"cover\"; filename=\"a b.png\""},
			"Content-Type": {"image/png"},
		})
		if err != nil {
			log.Fatal(err)
		}
		file, err := os.Open("/home/ann/a b.png")
		if err != nil {
			log.Fatal(err)
		}
		defer file.Close()
		if _, err := io.Copy(part, file); err != nil {
			log.Fatal(err)
		}
	}
	if err := form.Close(); err != nil {
		log.Fatal(err)
	}
	request, err := http.NewRequest("POST", "https://a.test/up", body)
	if err != nil {
		log.Fatal(err)
	}
	request.Header.Set("Content-Type", form.FormDataContentType())

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
