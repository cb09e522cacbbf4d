import Foundation
#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

var request = URLRequest(url: URL(string: "{{baseUrl}}/books/{{bookId}}?q={{term}}%20x")!)
request.httpMethod = "POST"
request.addValue("application/json", forHTTPHeaderField: "Accept")
request.addValue("sid={{sid}}", forHTTPHeaderField: "Cookie")
request.addValue("application/json", forHTTPHeaderField: "Content-Type")
request.addValue("Bearer {{token}}", forHTTPHeaderField: "Authorization")
let body = "{\n"
    + "  \"title\": \"{{title}}\",\n"
    + "  \"n\": 12345678901234567890\n"
    + "}"
request.httpBody = Data(body.utf8)

let (data, response) = try await URLSession.shared.data(for: request)
if let response = response as? HTTPURLResponse {
    print(response.statusCode)
}
print(String(decoding: data, as: UTF8.self))

=== without auth, other options
import Foundation
#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

var request = URLRequest(url: URL(string: "{{baseUrl}}/books/{{bookId}}?q={{term}}%20x")!)
request.httpMethod = "POST"
request.timeoutInterval = 1.5
request.addValue("application/json", forHTTPHeaderField: "Accept")
request.addValue("sid={{sid}}", forHTTPHeaderField: "Cookie")
request.addValue("application/json", forHTTPHeaderField: "Content-Type")
let body = "{\n"
    + "  \"title\": \"{{title}}\",\n"
    + "  \"n\": 12345678901234567890\n"
    + "}"
request.httpBody = Data(body.utf8)

let (data, response) = try await URLSession.shared.data(for: request)
if let response = response as? HTTPURLResponse {
    print(response.statusCode)
}
print(String(decoding: data, as: UTF8.self))
