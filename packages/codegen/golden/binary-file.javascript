import { openAsBlob } from 'node:fs'

// fetch has no Signature v4 authorization; this code sends none.
const response = await fetch('https://a.test/file', {
  method: 'PUT',
  headers: {
    'Content-Type': 'image/jpeg',
  },
  body: await openAsBlob('photo.jpg'),
})

console.log(response.status)
console.log(await response.text())

=== without auth, other options
import { openAsBlob } from 'node:fs'

const response = await fetch('https://a.test/file', {
  method: 'PUT',
  headers: {
    'Content-Type': 'image/jpeg',
  },
  body: await openAsBlob('photo.jpg'),
  redirect: 'manual',
  signal: AbortSignal.timeout(1500),
})

console.log(response.status)
console.log(await response.text())
