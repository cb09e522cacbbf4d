#include <stdio.h>
#include <curl/curl.h>

int main(void) {
  CURL *curl = curl_easy_init();
  if (curl == NULL) return 1;
  curl_easy_setopt(curl, CURLOPT_URL, "{{baseUrl}}/books/{{bookId}}?q={{term}}%20x");
  curl_easy_setopt(curl, CURLOPT_CUSTOMREQUEST, "POST");
  curl_easy_setopt(curl, CURLOPT_FOLLOWLOCATION, 1L);

  struct curl_slist *headers = NULL;
  headers = curl_slist_append(headers, "Accept: application/json");
  headers = curl_slist_append(headers, "Cookie: sid={{sid}}");
  headers = curl_slist_append(headers, "Content-Type: application/json");
  headers = curl_slist_append(headers, "Authorization: Bearer {{token}}");
  curl_easy_setopt(curl, CURLOPT_HTTPHEADER, headers);

  static const char content[] = "{\n"
    "  \"title\": \"{{title}}\",\n"
    "  \"n\": 12345678901234567890\n"
    "}";
  curl_easy_setopt(curl, CURLOPT_POSTFIELDS, content);
  curl_easy_setopt(curl, CURLOPT_POSTFIELDSIZE_LARGE, (curl_off_t)(sizeof content - 1));

  CURLcode code = curl_easy_perform(curl);
  if (code != CURLE_OK) fprintf(stderr, "%s\n", curl_easy_strerror(code));

  curl_slist_free_all(headers);
  curl_easy_cleanup(curl);
  return code == CURLE_OK ? 0 : 1;
}

=== without auth, other options
#include <stdio.h>
#include <curl/curl.h>

int main(void) {
  CURL *curl = curl_easy_init();
  if (curl == NULL) return 1;
  curl_easy_setopt(curl, CURLOPT_URL, "{{baseUrl}}/books/{{bookId}}?q={{term}}%20x");
  curl_easy_setopt(curl, CURLOPT_CUSTOMREQUEST, "POST");
  curl_easy_setopt(curl, CURLOPT_TIMEOUT_MS, 1500L);

  struct curl_slist *headers = NULL;
  headers = curl_slist_append(headers, "Accept: application/json");
  headers = curl_slist_append(headers, "Cookie: sid={{sid}}");
  headers = curl_slist_append(headers, "Content-Type: application/json");
  curl_easy_setopt(curl, CURLOPT_HTTPHEADER, headers);

  static const char content[] = "{\n"
    "  \"title\": \"{{title}}\",\n"
    "  \"n\": 12345678901234567890\n"
    "}";
  curl_easy_setopt(curl, CURLOPT_POSTFIELDS, content);
  curl_easy_setopt(curl, CURLOPT_POSTFIELDSIZE_LARGE, (curl_off_t)(sizeof content - 1));

  CURLcode code = curl_easy_perform(curl);
  if (code != CURLE_OK) fprintf(stderr, "%s\n", curl_easy_strerror(code));

  curl_slist_free_all(headers);
  curl_easy_cleanup(curl);
  return code == CURLE_OK ? 0 : 1;
}
