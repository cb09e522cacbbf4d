import { expect, test } from 'vitest'
import { KnownSecrets } from './known-secrets.ts'

const secretsNamed = (prefix: string, count: number) =>
  Array.from({ length: count }, (_, at) => ({ name: `${prefix}${at}`, text: `value-of-${prefix}${at}-end` }))

test('the secrets of a workspace stay hidden, however many there are', async () => {
  const stored = secretsNamed('stored', 205)
  const known = new KnownSecrets([])
  known.addStored(stored)
  for (const sent of secretsNamed('token', 3)) known.addSent([sent])
  const hide = await known.hider()
  for (const at of [0, 204]) expect(hide(`value-of-stored${at}-end`)).not.toContain(`value-of-stored${at}`)
  expect(hide('value-of-token2-end')).not.toContain('value-of-token2')
})

test.each([
  ['lines', 'a value-\nof-the-\r\nkey.', 'a {{key}}.'],
  ['lines of an event stream', 'event: x\ndata: value-of\ndata: -the-key\n\n', 'event: x\ndata: {{key}}\n\n'],
  ['lines that are like them', 'data: other\ndata: lines\n', 'data: other\ndata: lines\n'],
])('a secret that %s divide is hidden', async (_, text, hidden) => {
  const hide = await new KnownSecrets([{ name: 'key', text: 'value-of-the-key' }]).hider()
  expect(hide(text)).toBe(hidden)
})
