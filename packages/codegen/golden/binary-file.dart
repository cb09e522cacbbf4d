import 'dart:io';
import 'package:http/http.dart' as http;

Future<void> main() async {
  // package:http has no Signature v4 authorization; this code sends none.
  final url = Uri.parse('https://a.test/file');
  final request = http.Request('PUT', url);
  request.headers['Content-Type'] = 'image/jpeg';
  request.bodyBytes = await File('photo.jpg').readAsBytes();

  final response = await http.Response.fromStream(await request.send());
  print(response.statusCode);
  print(response.body);
}

=== without auth, other options
import 'dart:io';
import 'package:http/http.dart' as http;

Future<void> main() async {
  final url = Uri.parse('https://a.test/file');
  final request = http.Request('PUT', url);
  request.headers['Content-Type'] = 'image/jpeg';
  request.bodyBytes = await File('photo.jpg').readAsBytes();
  request.followRedirects = false;

  final response = await http.Response.fromStream(await request.send().timeout(const Duration(milliseconds: 1500)));
  print(response.statusCode);
  print(response.body);
}
