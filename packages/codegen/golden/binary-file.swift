import Foundation
#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

// URLSession has no Signature v4 authorization; this code sends none.
var request = URLRequest(url: URL(string: "https://a.test/file")!)
request.httpMethod = "PUT"
request.addValue("image/jpeg", forHTTPHeaderField: "Content-Type")
request.httpBody = try Data(contentsOf: URL(fileURLWithPath: "photo.jpg"))

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

var request = URLRequest(url: URL(string: "https://a.test/file")!)
request.httpMethod = "PUT"
request.timeoutInterval = 1.5
request.addValue("image/jpeg", forHTTPHeaderField: "Content-Type")
request.httpBody = try Data(contentsOf: URL(fileURLWithPath: "photo.jpg"))

let (data, response) = try await URLSession.shared.data(for: request)
if let response = response as? HTTPURLResponse {
    print(response.statusCode)
}
print(String(decoding: data, as: UTF8.self))
