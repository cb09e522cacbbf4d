import 'dart:convert';
import 'package:http/http.dart' as http;

Future<void> main() async {
  final url = Uri.parse('{{baseUrl}}/books/{{bookId}}?q={{term}}%20x');
  final request = http.Request('POST', url);
  request.headers['Accept'] = 'application/json';
  request.headers['Cookie'] = 'sid={{sid}}';
  request.headers['Content-Type'] = 'application/json';
  request.headers['Authorization'] = 'Bearer {{token}}';
  request.bodyBytes = utf8.encode(
    '{\n'
    '  "title": "{{title}}",\n'
    '  "n": 12345678901234567890\n'
    '}'
  );

  final response = await http.Response.fromStream(await request.send());
  print(response.statusCode);
  print(response.body);
}

=== without auth, other options
import 'dart:convert';
import 'package:http/http.dart' as http;

Future<void> main() async {
  final url = Uri.parse('{{baseUrl}}/books/{{bookId}}?q={{term}}%20x');
  final request = http.Request('POST', url);
  request.headers['Accept'] = 'application/json';
  request.headers['Cookie'] = 'sid={{sid}}';
  request.headers['Content-Type'] = 'application/json';
  request.bodyBytes = utf8.encode(
    '{\n'
    '  "title": "{{title}}",\n'
    '  "n": 12345678901234567890\n'
    '}'
  );
  request.followRedirects = false;

  final response = await http.Response.fromStream(await request.send().timeout(const Duration(milliseconds: 1500)));
  print(response.statusCode);
  print(response.body);
}
