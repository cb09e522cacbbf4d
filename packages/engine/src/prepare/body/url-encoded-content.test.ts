import { type Row, row } from '@parley/model'
import { expect, test } from 'vitest'
import { urlEncodedContent } from './url-encoded-content.ts'

function encoded(...fields: readonly Row[]): string {
  const { parts, contentType } = urlEncodedContent({ type: 'urlEncoded', fields })
  expect(contentType).toBe('application/x-www-form-urlencoded')
  const [part] = parts ?? []
  if (parts?.length !== 1 || part?.kind !== 'bytes') throw new Error('One piece of bytes was expected')
  return new TextDecoder().decode(part.bytes)
}

const texts = [
  'plain',
  'a b  c',
  '+%20&=?#/',
  'Zoë 書 🦜',
  '*-._~!\'()"<>\\^`{|}[]@:;,$',
  '\r\n\t\0\x7f',
  '\ud800',
  'a\udc00b',
  '{{x}}',
  '',
]

test.each(texts)('%j is written as a browser writes it', text => {
  expect(encoded(row(text, `v${text}`))).toBe(new URLSearchParams([[text, `v${text}`]]).toString())
})

test('keeps order, duplicates and empty values, and skips unticked and blank rows', () => {
  const unticked = { ...row('no', 'no'), enabled: false }
  const fields = [
    row('b', '2'),
    row('a', '1'),
    unticked,
    row('b', '2'),
    row('', 'v'),
    row('n', ''),
    row('', ''),
  ]
  expect(encoded(...fields)).toBe('b=2&a=1&b=2&=v&n=')
})

test('without rows is empty', () => {
  expect(encoded()).toBe('')
})

test('the outline has the fields that are sent and their encoded text', () => {
  const fields = [row('a b', 'é'), { ...row('no', 'no'), enabled: false }, row('', '')]
  expect(urlEncodedContent({ type: 'urlEncoded', fields }).outline).toEqual({
    kind: 'form',
    fields: [{ name: 'a b', value: 'é' }],
    text: 'a+b=%C3%A9',
  })
})
