require 'net/http'
require 'uri'

uri = URI('https://a.test/form')
request = Net::HTTP::Put.new(uri)
request['Content-Type'] = 'application/x-www-form-urlencoded'
request.basic_auth('ann', 'pässword')
request.body = URI.encode_www_form([
  ['a', '1 2'],
  ['a', 'é'],
])

response = Net::HTTP.start(uri.hostname, uri.port, use_ssl: uri.scheme == 'https') do |http|
  http.request(request)
end

puts response.code
puts response.body

=== without auth, other options
require 'net/http'
require 'uri'

uri = URI('https://a.test/form')
request = Net::HTTP::Put.new(uri)
request['Content-Type'] = 'application/x-www-form-urlencoded'
request.body = URI.encode_www_form([
  ['a', '1 2'],
  ['a', 'é'],
])

response = Net::HTTP.start(uri.hostname, uri.port, use_ssl: uri.scheme == 'https', read_timeout: 1.5) do |http|
  http.request(request)
end

puts response.code
puts response.body
