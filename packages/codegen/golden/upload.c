#include <stdio.h>
#include <curl/curl.h>

int main(void) {
  CURL *curl = curl_easy_init();
  if (curl == NULL) return 1;
  curl_easy_setopt(curl, CURLOPT_URL, "https://a.test/up?key=a%26b");
  curl_easy_setopt(curl, CURLOPT_CUSTOMREQUEST, "POST");
  curl_easy_setopt(curl, CURLOPT_FOLLOWLOCATION, 1L);

  curl_mime *form = curl_mime_init(curl);
  curl_mimepart *part;
  part = curl_mime_addpart(form);
  curl_mime_name(part, "title");
  curl_mime_data(part, "it's", 4);
  part = curl_mime_addpart(form);
  curl_mime_name(part, "cover");
  curl_mime_filedata(part, "/home/ann/a b.png");
  curl_mime_filename(part, "a b.png");
  curl_mime_type(part, "image/png");
  curl_easy_setopt(curl, CURLOPT_MIMEPOST, form);

  CURLcode code = curl_easy_perform(curl);
  if (code != CURLE_OK) fprintf(stderr, "%s\n", curl_easy_strerror(code));

  curl_mime_free(form);
  curl_easy_cleanup(curl);
  return code == CURLE_OK ? 0 : 1;
}

=== without auth, other options
#include <stdio.h>
#include <curl/curl.h>

int main(void) {
  CURL *curl = curl_easy_init();
  if (curl == NULL) return 1;
  curl_easy_setopt(curl, CURLOPT_URL, "https://a.test/up");
  curl_easy_setopt(curl, CURLOPT_CUSTOMREQUEST, "POST");
  curl_easy_setopt(curl, CURLOPT_TIMEOUT_MS, 1500L);

  curl_mime *form = curl_mime_init(curl);
  curl_mimepart *part;
  part = curl_mime_addpart(form);
  curl_mime_name(part, "title");
  curl_mime_data(part, "it's", 4);
  part = curl_mime_addpart(form);
  curl_mime_name(part, "cover");
  curl_mime_filedata(part, "/home/ann/a b.png");
  curl_mime_filename(part, "a b.png");
  curl_mime_type(part, "image/png");
  curl_easy_setopt(curl, CURLOPT_MIMEPOST, form);

  CURLcode code = curl_easy_perform(curl);
  if (code != CURLE_OK) fprintf(stderr, "%s\n", curl_easy_strerror(code));

  curl_mime_free(form);
  curl_easy_cleanup(curl);
  return code == CURLE_OK ? 0 : 1;
}
