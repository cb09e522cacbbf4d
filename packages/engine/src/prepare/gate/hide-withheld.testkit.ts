import { expect, test } from 'vitest'
import { hideInText } from './hide-withheld.ts'

/** How programs write a text into another one, which a server may send back or redirect to. */
export const encoders: Readonly<Record<string, (text: string) => string>> = {
  'percent-encoding': encodeURIComponent,
  'percent-encoding in lower case': text =>
    encodeURIComponent(text).replace(/%../g, code => code.toLowerCase()),
  'percent-encoding of every byte': text =>
    [...new TextEncoder().encode(text)].map(byte => `%${byte.toString(16).padStart(2, '0')}`).join(''),
  'percent-encoding twice': text => encodeURIComponent(encodeURIComponent(text)),
  'percent-encoding three times': text => encodeURIComponent(encodeURIComponent(encodeURIComponent(text))),
  'a form': text => new URLSearchParams({ q: text }).toString().slice(2),
  JSON: text => JSON.stringify(text).slice(1, -1),
  'JSON in ASCII, as of Python': text => escapeUnits(JSON.stringify(text).slice(1, -1), /[^ -~]/g),
  'JSON with escaped slashes, as of PHP': text =>
    escapeUnits(JSON.stringify(text).slice(1, -1), /[^ -~]/g).replaceAll('/', '\\/'),
  'JSON with escaped HTML, as of Go': text =>
    escapeUnits(JSON.stringify(text).slice(1, -1), /[<>&\u2028\u2029]/g),
  'JSON with escaped signs, as of .NET': text => escapeUnits(text, /[^ !#-%(-*,-;=?-[\]-_a-~]/g, true),
  'JSON in JSON': text => JSON.stringify(JSON.stringify(text).slice(1, -1)).slice(1, -1),
  HTML: text =>
    text.replace(
      /[&<>"']/g,
      one => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[one] ?? '&#39;',
    ),
  'HTML by numbers': text => [...text].map(one => `&#x${one.codePointAt(0)?.toString(16)};`).join(''),
  'HTML by decimal numbers': text => [...text].map(one => `&#${one.codePointAt(0)};`).join(''),
  'UTF-8 read as Latin-1': text => Buffer.from(text).toString('latin1'),
}

function escapeUnits(text: string, units: RegExp, isUpper = false): string {
  return text.replace(units, unit => {
    const code = unit.charCodeAt(0).toString(16).padStart(4, '0')
    return `\\u${isUpper ? code.toUpperCase() : code}`
  })
}

/** Defines a test for each length of secrets, in characters, and more. */
export function testLongSecrets(lengths: readonly number[]): void {
  test.each(lengths)('a secret of %i characters and more is found in what changes its signs', count => {
    for (const piece of ['x', 'Ab1+/z=', '書', '%', '&', '\\', '\\"', '%25'])
      for (const [name, encode] of Object.entries(encoders).filter(([one]) => !/every byte|by/.test(one))) {
        const text = `${piece.repeat(count / piece.length)}!`
        const shown = hideInText(`x ${encode(text)} y ${encode(text)}`, [{ name: 'S', text }])
        expect([piece, name, shown.slice(0, 50)]).toEqual([piece, name, 'x {{S}} y {{S}}'])
        const other = `${text.slice(0, -1)}?`
        if (count <= 400) expect(hideInText(other, [{ name: 'S', text }])).toBe(other)
      }
  })
}

/** Defines the test of texts that repeat the beginning of a secret this often. */
export function testLongText(count: number): void {
  test('is searched for in a long text of its beginnings', () => {
    const secrets = ['%25%25%25%25%25', '\\\\\\\\\\\\', 'aaaaaaaa', '&amp;&amp;&', '        '].map(text => ({
      name: 'S',
      text: `${text}!`,
    }))
    for (const piece of ['%25', '\\', 'a', '&amp;', ' ', '+', '%2525', '&#0'])
      expect(hideInText(piece.repeat(count), secrets)).toBe(piece.repeat(count))
  })
}
