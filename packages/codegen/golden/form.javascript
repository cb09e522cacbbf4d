const response = await fetch('https://a.test/form', {
  method: 'PUT',
  headers: {
    'Content-Type': 'application/x-www-form-urlencoded',
    'Authorization': 'Basic ' + Buffer.from('ann:pässword').toString('base64'),
  },
  body: new URLSearchParams([
    ['a', '1 2'],
    ['a', 'é'],
  ]),
})

console.log(response.status)
console.log(await response.text())

=== without auth, other options
const response = await fetch('https://a.test/form', {
  method: 'PUT',
  headers: {
    'Content-Type': 'application/x-www-form-urlencoded',
  },
  body: new URLSearchParams([
    ['a', '1 2'],
    ['a', 'é'],
  ]),
  redirect: 'manual',
  signal: AbortSignal.timeout(1500),
})

console.log(response.status)
console.log(await response.text())
