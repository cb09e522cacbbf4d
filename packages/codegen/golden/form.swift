import Foundation
#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

var request = URLRequest(url: URL(string: "https://a.test/form")!)
request.httpMethod = "PUT"
request.addValue("application/x-www-form-urlencoded", forHTTPHeaderField: "Content-Type")
let credentials = Data("ann:pässword".utf8).base64EncodedString()
request.addValue("Basic \(credentials)", forHTTPHeaderField: "Authorization")
let body = "a=1+2&a=%C3%A9"
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

var request = URLRequest(url: URL(string: "https://a.test/form")!)
request.httpMethod = "PUT"
request.timeoutInterval = 1.5
request.addValue("application/x-www-form-urlencoded", forHTTPHeaderField: "Content-Type")
let body = "a=1+2&a=%C3%A9"
request.httpBody = Data(body.utf8)

let (data, response) = try await URLSession.shared.data(for: request)
if let response = response as? HTTPURLResponse {
    print(response.statusCode)
}
print(String(decoding: data, as: UTF8.self))
