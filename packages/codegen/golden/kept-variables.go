package main

import (
	"fmt"
	"io"
	"log"
	"net/http"
	"strings"
)

func main() {
	body := strings.NewReader("{\n" +
		"  \"title\": \"{{title}}\",\n" +
		"  \"n\": 12345678901234567890\n" +
		"}")
	request, err := http.NewRequest("POST", "{{baseUrl}}/books/{{bookId}}?q={{term}}%20x", body)
	if err != nil {
		log.Fatal(err)
	}
	request.Header.Add("Accept", "application/json")
	request.Header.Add("Cookie", "sid={{sid}}")
	request.Header.Add("Content-Type", "application/json")
	request.Header.Add("Authorization", "Bearer {{token}}")

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
	"strings"
	"time"
)

func main() {
	body := strings.NewReader("{\n" +
		"  \"title\": \"{{title}}\",\n" +
		"  \"n\": 12345678901234567890\n" +
		"}")
	request, err := http.NewRequest("POST", "{{baseUrl}}/books/{{bookId}}?q={{term}}%20x", body)
	if err != nil {
		log.Fatal(err)
	}
	request.Header.Add("Accept", "application/json")
	request.Header.Add("Cookie", "sid={{sid}}")
	request.Header.Add("Content-Type", "application/json")

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
