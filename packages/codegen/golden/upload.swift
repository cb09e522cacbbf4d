import Foundation
#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

var request = URLRequest(url: URL(string: "https://a.test/up?key=a%26b")!)
request.httpMethod = "POST"
let boundary = UUID().uuidString
request.addValue("multipart/form-data; boundary=\(boundary)", forHTTPHeaderField: "Content-Type")
var body = Data()
body.append(Data("--\(boundary)".utf8))
body.append(Data("\r\nContent-Disposition: form-data; name=\"title\"\r\n\r\nit's\r\n".utf8))
body.append(Data("--\(boundary)".utf8))
body.append(Data("\r\nContent-Disposition: form-data; name=\"cover\"; filename=\"a b.png\"\r\nContent-Type: image/png\r\n\r\n".utf8))
body.append(try Data(contentsOf: URL(fileURLWithPath: "/home/ann/a b.png")))
body.append(Data("\r\n".utf8))
body.append(Data("--\(boundary)--\r\n".utf8))
request.httpBody = body

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

var request = URLRequest(url: URL(string: "https://a.test/up")!)
request.httpMethod = "POST"
request.timeoutInterval = 1.5
let boundary = UUID().uuidString
request.addValue("multipart/form-data; boundary=\(boundary)", forHTTPHeaderField: "Content-Type")
var body = Data()
body.append(Data("--\(boundary)".utf8))
body.append(Data("\r\nContent-Disposition: form-data; name=\"title\"\r\n\r\nit's\r\n".utf8))
body.append(Data("--\(boundary)".utf8))
body.append(Data("\r\nContent-Disposition: form-data; name=\"cover\"; filename=\"a b.png\"\r\nContent-Type: image/png\r\n\r\n".utf8))
body.append(try Data(contentsOf: URL(fileURLWithPath: "/home/ann/a b.png")))
body.append(Data("\r\n".utf8))
body.append(Data("--\(boundary)--\r\n".utf8))
request.httpBody = body

let (data, response) = try await URLSession.shared.data(for: request)
if let response = response as? HTTPURLResponse {
    print(response.statusCode)
}
print(String(decoding: data, as: UTF8.self))
