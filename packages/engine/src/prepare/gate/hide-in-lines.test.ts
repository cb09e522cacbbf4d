import { mustEnd } from '@parley/testkit/must-end'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { PiecewiseHider, SecretHider } from './hide-in-lines.ts'
import { anyLineBreaks, dataLineBreaks } from './line-gaps.ts'

/** Of 15 bytes, so that its Base64 has no character that depends on what follows. */
const secret = 'se+cret/ü-12"x'
const hider = new SecretHider([{ name: 'S', text: secret }])
const raw = new SecretHider([{ name: 'S', text: secret }], { gaps: dataLineBreaks })

const written = {
  'as it is': secret,
  'percent-encoded': encodeURIComponent(secret),
  'in JSON': JSON.stringify(secret).slice(1, -1),
  'in Base64': Buffer.from(secret).toString('base64'),
}

describe.each(Object.entries(written))('a secret %s', (_, form) => {
  const cuts = Array.from({ length: form.length - 1 }, (_unused, at) => at + 1)
  const halves = cuts.map(at => [form.slice(0, at), form.slice(at)] as const)

  test.each(['\n', '\r\n', '\r'])('is hidden if %j divides it at any place', lineBreak => {
    for (const [one, other] of halves) {
      const shown = hider.hide(`a ${one}${lineBreak}${other} b\nc`)
      expect(shown).toMatch(/^a \{\{S\}\} b\nc$/)
    }
  })

  test.each([
    '\ndata: ',
    '\r\ndata:',
    '\rdata: ',
    '\nid: 3\ndata: ',
    '\n: a comment\nevent: e\ndata: ',
    '\ndata\ndata: ',
  ])('is hidden if %j divides it in an event stream', gap => {
    for (const [one, other] of halves) {
      const shown = raw.hide(`data: ${one}${gap}${other} b\n\ndata: c`)
      expect(shown).toMatch(/^data: \{\{S\}\} b\n\ndata: c$/)
    }
  })

  test('is hidden if two pieces divide it at any place', () => {
    for (const at of Array.from({ length: form.length + 9 }, (_unused, index) => index)) {
      const text = `text ${form} and `.repeat(3)
      const piecewise = new PiecewiseHider(hider)
      const shown = piecewise.write(text.slice(0, at)) + piecewise.write(text.slice(at)) + piecewise.end()
      expect(shown).toBe(hider.hide(text))
      expect(shown).toMatch(/^(?:text \{\{S\}\} and ){3}$/)
    }
  })
})

test('two events do not divide one secret', () => {
  const text = `data: ${secret.slice(0, 5)}\n\ndata: ${secret.slice(5)}\n\n`
  expect(raw.hide(text)).toBe(text)
})

test('pieces of any size give the same text as the whole', () => {
  const part = fc.constantFrom(secret, '\n', 'data: ', secret.slice(0, 6), secret.slice(6), 'x'.repeat(300))
  fc.assert(
    fc.property(fc.array(part, { maxLength: 30 }), fc.integer({ min: 1, max: 700 }), (parts, size) => {
      const text = parts.join('')
      const piecewise = new PiecewiseHider(hider)
      let shown = ''
      for (let at = 0; at < text.length; at += size) shown += piecewise.write(text.slice(at, at + size))
      expect(shown + piecewise.end()).toBe(hider.hide(text))
    }),
  )
})

test('of secrets that overlap nothing is left, and the longest one is named', () => {
  const both = new SecretHider([
    { name: 'short', text: '12345678' },
    { name: 'long', text: 'abc12345678' },
    { name: 'other', text: '5678-efgh' },
  ])
  expect(both.hide('x abc12345678-efgh y')).toBe('x {{long}} y')
  expect(both.hide('12345678')).toBe('{{short}}')
})

test('a secret of several lines is hidden, also where a stream repeats it', () => {
  const key = { name: 'key', text: '-----BEGIN-----\nMIIabc\nMIIdef\n-----END-----' }
  expect(new SecretHider([key]).hide(`k=${key.text}.`)).toBe('k={{key}}.')
  const stream = `data: k=${key.text.replaceAll('\n', '\ndata: ')}.\n\n`
  expect(new SecretHider([key], { gaps: dataLineBreaks }).hide(stream)).toBe('data: k={{key}}.\n\n')
})

test('shorter values are left', () => {
  const short = new SecretHider([{ name: 'S', text: '1234567' }])
  expect(short.isEmpty).toBe(true)
  expect(short.hide('1234567')).toBe('1234567')
})

test('the work on bodies of very many lines ends, with a secret on each or on none', () => {
  const any = new SecretHider([{ name: 'S', text: secret }], { gaps: anyLineBreaks })
  const hiders = { any, events: raw, lines: hider }
  for (const [name, one] of Object.entries(hiders)) {
    const plain = ' {"id": 1},\n'.repeat(60_000)
    expect(
      mustEnd(() => one.hide(plain)),
      name,
    ).toBe(plain)
    const full = mustEnd(() => one.hide(`${secret},\n`.repeat(10_000)))
    expect(full, name).toBe('{{S}},\n'.repeat(10_000))
  }
})
