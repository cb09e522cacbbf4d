require 'net/http'
require 'uri'

uri = URI('https://a.test/up?key=a%26b')
request = Net::HTTP::Post.new(uri)
request.set_form([
  ['title', 'it\'s'],
  ['cover', File.open('/home/ann/a b.png', 'rb'), { filename: 'a b.png', content_type: 'image/png' }],
], 'multipart/form-data')

response = Net::HTTP.start(uri.hostname, uri.port, use_ssl: uri.scheme == 'https') do |http|
  http.request(request)
end

puts response.code
puts response.body

=== without auth, other options
require 'net/http'
require 'uri'

uri = URI('https://a.test/up')
request = Net::HTTP::Post.new(uri)
request.set_form([
  ['title', 'it\'s'],
  ['cover', File.open('/home/ann/a b.png', 'rb'), { filename: 'a b.png', content_type: 'image/png' }],
], 'multipart/form-data')

response = Net::HTTP.start(uri.hostname, uri.port, use_ssl: uri.scheme == 'https', read_timeout: 1.5) do |http|
  http.request(request)
end

puts response.code
puts response.body
