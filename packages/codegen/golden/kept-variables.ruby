require 'net/http'
require 'uri'

uri = URI('{{baseUrl}}/books/{{bookId}}?q={{term}}%20x')
request = Net::HTTP::Post.new(uri)
request['Accept'] = 'application/json'
request['Cookie'] = 'sid={{sid}}'
request['Content-Type'] = 'application/json'
request['Authorization'] = 'Bearer {{token}}'
request.body = "{\n" \
  "  \"title\": \"{{title}}\",\n" \
  "  \"n\": 12345678901234567890\n" \
  '}'

response = Net::HTTP.start(uri.hostname, uri.port, use_ssl: uri.scheme == 'https') do |http|
  http.request(request)
end

puts response.code
puts response.body

=== without auth, other options
require 'net/http'
require 'uri'

uri = URI('{{baseUrl}}/books/{{bookId}}?q={{term}}%20x')
request = Net::HTTP::Post.new(uri)
request['Accept'] = 'application/json'
request['Cookie'] = 'sid={{sid}}'
request['Content-Type'] = 'application/json'
request.body = "{\n" \
  "  \"title\": \"{{title}}\",\n" \
  "  \"n\": 12345678901234567890\n" \
  '}'

response = Net::HTTP.start(uri.hostname, uri.port, use_ssl: uri.scheme == 'https', read_timeout: 1.5) do |http|
  http.request(request)
end

puts response.code
puts response.body
