import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;

public class Main {
    public static void main(String[] args) throws Exception {
        String body = "{\n"
            + "  \"title\": \"{{title}}\",\n"
            + "  \"n\": 12345678901234567890\n"
            + "}";
        HttpClient client = HttpClient.newBuilder()
            .followRedirects(HttpClient.Redirect.NORMAL)
            .build();
        HttpRequest request = HttpRequest.newBuilder()
            .uri(URI.create("{{baseUrl}}/books/{{bookId}}?q={{term}}%20x"))
            .header("Accept", "application/json")
            .header("Cookie", "sid={{sid}}")
            .header("Content-Type", "application/json")
            .header("Authorization", "Bearer {{token}}")
            .method("POST", HttpRequest.BodyPublishers.ofString(body))
            .build();

        HttpResponse<String> response = client.send(request, HttpResponse.BodyHandlers.ofString());
        System.out.println(response.statusCode());
        System.out.println(response.body());
    }
}

=== without auth, other options
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;

public class Main {
    public static void main(String[] args) throws Exception {
        String body = "{\n"
            + "  \"title\": \"{{title}}\",\n"
            + "  \"n\": 12345678901234567890\n"
            + "}";
        HttpClient client = HttpClient.newHttpClient();
        HttpRequest request = HttpRequest.newBuilder()
            .uri(URI.create("{{baseUrl}}/books/{{bookId}}?q={{term}}%20x"))
            .timeout(Duration.ofMillis(1500))
            .header("Accept", "application/json")
            .header("Cookie", "sid={{sid}}")
            .header("Content-Type", "application/json")
            .method("POST", HttpRequest.BodyPublishers.ofString(body))
            .build();

        HttpResponse<String> response = client.send(request, HttpResponse.BodyHandlers.ofString());
        System.out.println(response.statusCode());
        System.out.println(response.body());
    }
}
