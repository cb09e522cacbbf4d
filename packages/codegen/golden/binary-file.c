#include <stdio.h>
#include <curl/curl.h>

// libcurl has no Signature v4 authorization; this code sends none.
int main(void) {
  CURL *curl = curl_easy_init();
  if (curl == NULL) return 1;
  curl_easy_setopt(curl, CURLOPT_URL, "https://a.test/file");
  curl_easy_setopt(curl, CURLOPT_CUSTOMREQUEST, "PUT");
  curl_easy_setopt(curl, CURLOPT_FOLLOWLOCATION, 1L);

  struct curl_slist *headers = NULL;
  headers = curl_slist_append(headers, "Content-Type: image/jpeg");
  curl_easy_setopt(curl, CURLOPT_HTTPHEADER, headers);

  FILE *file = fopen("photo.jpg", "rb");
  if (file == NULL) return 1;
  fseek(file, 0, SEEK_END);
  long size = ftell(file);
  rewind(file);
  curl_easy_setopt(curl, CURLOPT_UPLOAD, 1L);
  curl_easy_setopt(curl, CURLOPT_READDATA, file);
  curl_easy_setopt(curl, CURLOPT_INFILESIZE_LARGE, (curl_off_t)size);

  CURLcode code = curl_easy_perform(curl);
  if (code != CURLE_OK) fprintf(stderr, "%s\n", curl_easy_strerror(code));

  curl_slist_free_all(headers);
  fclose(file);
  curl_easy_cleanup(curl);
  return code == CURLE_OK ? 0 : 1;
}

=== without auth, other options
#include <stdio.h>
#include <curl/curl.h>

int main(void) {
  CURL *curl = curl_easy_init();
  if (curl == NULL) return 1;
  curl_easy_setopt(curl, CURLOPT_URL, "https://a.test/file");
  curl_easy_setopt(curl, CURLOPT_CUSTOMREQUEST, "PUT");
  curl_easy_setopt(curl, CURLOPT_TIMEOUT_MS, 1500L);

  struct curl_slist *headers = NULL;
  headers = curl_slist_append(headers, "Content-Type: image/jpeg");
  curl_easy_setopt(curl, CURLOPT_HTTPHEADER, headers);

  FILE *file = fopen("photo.jpg", "rb");
  if (file == NULL) return 1;
  fseek(file, 0, SEEK_END);
  long size = ftell(file);
  rewind(file);
  curl_easy_setopt(curl, CURLOPT_UPLOAD, 1L);
  curl_easy_setopt(curl, CURLOPT_READDATA, file);
  curl_easy_setopt(curl, CURLOPT_INFILESIZE_LARGE, (curl_off_t)size);

  CURLcode code = curl_easy_perform(curl);
  if (code != CURLE_OK) fprintf(stderr, "%s\n", curl_easy_strerror(code));

  curl_slist_free_all(headers);
  fclose(file);
  curl_easy_cleanup(curl);
  return code == CURLE_OK ? 0 : 1;
}
