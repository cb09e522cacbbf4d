require 'net/http'
require 'uri'

# Net::HTTP has no Signature v4 authorization; this code sends none.
uri = URI('https://a.test/file')
request = Net::HTTP::Put.new(uri)
request['Content-Type'] = 'image/jpeg'
request.body = File.binread('photo.jpg')

response = Net::HTTP.start(uri.hostname, uri.port, use_ssl: uri.scheme == 'https') do |http|
  http.request(request)
end

puts response.code
puts response.body

=== without auth, other options
require 'net/http'
require 'uri'

uri = URI('https://a.test/file')
request = Net::HTTP::Put.new(uri)
request['Content-Type'] = 'image/jpeg'
request.body = File.binread('photo.jpg')

response = Net::HTTP.start(uri.hostname, uri.port, use_ssl: uri.scheme == 'https', read_timeout: 1.5) do |http|
  http.request(request)
end

puts response.code
puts response.body
