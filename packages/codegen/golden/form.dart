import 'dart:convert';
import 'package:http/http.dart' as http;

Future<void> main() async {
  final url = Uri.parse('https://a.test/form');
  final request = http.Request('PUT', url);
  request.headers['Content-Type'] = 'application/x-www-form-urlencoded';
  final credentials = base64Encode(utf8.encode('ann:pässword'));
  request.headers['Authorization'] = 'Basic $credentials';
  request.bodyBytes = utf8.encode('a=1+2&a=%C3%A9');

  final response = await http.Response.fromStream(await request.send());
  print(response.statusCode);
  print(response.body);
}

=== without auth, other options
import 'dart:convert';
import 'package:http/http.dart' as http;

Future<void> main() async {
  final url = Uri.parse('https://a.test/form');
  final request = http.Request('PUT', url);
  request.headers['Content-Type'] = 'application/x-www-form-urlencoded';
  request.bodyBytes = utf8.encode('a=1+2&a=%C3%A9');
  request.followRedirects = false;

  final response = await http.Response.fromStream(await request.send().timeout(const Duration(milliseconds: 1500)));
  print(response.statusCode);
  print(response.body);
}
