import 'package:http/http.dart' as http;
import 'package:http_parser/http_parser.dart';

Future<void> main() async {
  final url = Uri.parse('https://a.test/up?key=a%26b');
  final request = http.MultipartRequest('POST', url);
  request.fields['title'] = 'it\'s';
  request.files.add(await http.MultipartFile.fromPath(
    'cover',
    '/home/ann/a b.png',
    filename: 'a b.png',
    contentType: MediaType.parse('image/png'),
  ));

  final response = await http.Response.fromStream(await request.send());
  print(response.statusCode);
  print(response.body);
}

=== without auth, other options
import 'package:http/http.dart' as http;
import 'package:http_parser/http_parser.dart';

Future<void> main() async {
  final url = Uri.parse('https://a.test/up');
  final request = http.MultipartRequest('POST', url);
  request.fields['title'] = 'it\'s';
  request.files.add(await http.MultipartFile.fromPath(
    'cover',
    '/home/ann/a b.png',
    filename: 'a b.png',
    contentType: MediaType.parse('image/png'),
  ));
  request.followRedirects = false;

  final response = await http.Response.fromStream(await request.send().timeout(const Duration(milliseconds: 1500)));
  print(response.statusCode);
  print(response.body);
}
