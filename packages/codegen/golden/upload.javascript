import { openAsBlob } from 'node:fs'

const form = new FormData()
form.append('title', 'it\'s')
form.append('cover', await openAsBlob('/home/ann/a b.png', { type: 'image/png' }), 'a b.png')

const response = await fetch('https://a.test/up?key=a%26b', {
  method: 'POST',
  body: form,
})

console.log(response.status)
console.log(await response.text())

=== without auth, other options
import { openAsBlob } from 'node:fs'

const form = new FormData()
form.append('title', 'it\'s')
form.append('cover', await openAsBlob('/home/ann/a b.png', { type: 'image/png' }), 'a b.png')

const response = await fetch('https://a.test/up', {
  method: 'POST',
  body: form,
  redirect: 'manual',
  signal: AbortSignal.timeout(1500),
})

console.log(response.status)
console.log(await response.text())
