const response = await fetch('{{baseUrl}}/books/{{bookId}}?q={{term}}%20x', {
  method: 'POST',
  headers: {
    'Accept': 'application/json',
    'Cookie': 'sid={{sid}}',
    'Content-Type': 'application/json',
    'Authorization': 'Bearer {{token}}',
  },
  body: '{\n' +
    '  "title": "{{title}}",\n' +
    '  "n": 12345678901234567890\n' +
    '}',
})

console.log(response.status)
console.log(await response.text())

=== without auth, other options
const response = await fetch('{{baseUrl}}/books/{{bookId}}?q={{term}}%20x', {
  method: 'POST',
  headers: {
    'Accept': 'application/json',
    'Cookie': 'sid={{sid}}',
    'Content-Type': 'application/json',
  },
  body: '{\n' +
    '  "title": "{{title}}",\n' +
    '  "n": 12345678901234567890\n' +
    '}',
  redirect: 'manual',
  signal: AbortSignal.timeout(1500),
})

console.log(response.status)
console.log(await response.text())
