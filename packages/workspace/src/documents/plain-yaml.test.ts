import { expect, test } from 'vitest'
import { expectSameText, expectSameValue, libraryText, testLikeLibrary } from './plain-yaml.testkit.ts'
import { readPlainYaml } from './read-plain-yaml.ts'

testLikeLibrary(150)

test('an ordinary request is printed and read without the library', () => {
  const request = {
    info: { name: 'Add: a book', type: 'http', tags: ['a', 'b c'] },
    http: {
      method: 'POST',
      url: 'https://{{host}}/books?limit=20#top',
      headers: [
        { name: 'X-Thing', value: '7' },
        { name: 'Accept', value: '*/*', disabled: true },
      ],
      body: { type: 'json', data: '{\n  "title": "Lavinia",\n\n  "year": 2008\n}' },
    },
    runtime: { scripts: [{ type: 'tests', code: '// one\ntest("a", () => {})\n' }] },
    settings: { timeout: 0, followRedirects: true, tags: [], none: {} },
  }
  const text = expectSameText(request)
  expect(text).not.toBeNull()
  expect(readPlainYaml(text ?? '')).toEqual(request)
})

test.each([
  'a: b\n c\n',
  'a:\n- b\n',
  'a: b # c\n',
  '# c\na: b\n',
  'a: b\na: c\n',
  'a: b\n---\nc: d\n',
  'a: &x b\nc: *x\n',
  'a: !!int 1\n',
  'a: >-\n  b\n  c\n',
  'a: |+\n  b\n\n',
  'a: |2\n   b\n',
  'a: |\n\n  b\n',
  'a: {b: c}\n',
  'a: [b]\n',
  'a: 1.0\n',
  'a: 0x1f\n',
  'a: 0o7\n',
  'a: +1\n',
  'a: 01\n',
  'a: 12345678901234567890\n',
  'a: .inf\n',
  'a: ~\n',
  'a:\nb: c\n',
  'a: null\n',
  'null: a\n',
  'true: a\n',
  '1: a\n',
  '"a": b\n',
  '? a\n: b\n',
  '- a\n- b: c\n   d: e\n',
  'a: b: c\n',
  'a: b:\n',
  'a: "b\\x41"\n',
  'a: "b\n  c"\n',
  "a: 'b\n  c'\n",
  'a: "b" c\n',
  "a: 'b' c\n",
  'a:\tb\n',
  'a: b \n',
  'a: b',
  'a: b\r\n',
  '\ufeffa: b\n',
  '  a: b\nc: d\n',
  'a:\n    b: c\n  d: e\n',
  '__proto__: a\n',
  'a: b\n...\n',
  '%YAML 1.2\n---\na: b\n',
  '<<<<<<< a\n',
  'a: @b\n',
  'a: `b\n',
  'a: -\n',
  'a: - b\n',
  '-\n',
  '- - a\n',
  '',
  '\n',
  'a\n',
])('%j is left to the library', text => {
  expect(readPlainYaml(text)).toBeUndefined()
})

test.each([
  'a: b\n',
  'a: yes\n',
  'a: Null and void\n',
  'a: -1\n',
  'a: 0\n',
  'a: https://a/b?c=d#e\n',
  'a: b, [c] {d} & e * f ! g | h > i % j @ k\n',
  'a: it\'s "b"\n',
  "a: 'it''s: b'\n",
  'a: "b: \\"c\\" \\u00e9 \\n"\n',
  'a: ""\nb: \'\'\n',
  'a: |\n  b\n\n   c\n  # d\n  e: f\n\n\nb: c\n',
  'a: |-\n  b\n',
  'a:\n  - |-\n    b\n    c\n  - d\n',
  'a:\n      b: c\n      d:\n        - e\n',
  '- a\n- b: c\n  d: e\n\n- f\n',
  '\n\na: b\n\n\nc:\n\n  d: e\n',
  'a: (b)\nc: $d\ne: _f\ng: /h\ni: é\n',
])('%j is read as the library reads it', text => {
  expect(expectSameValue(text)).toBe(true)
})

test.each([
  { a: 'yes' },
  { a: 'b: c' },
  { a: '# b' },
  { a: 'b\nc' },
  { a: 'b\nc\n' },
  { a: ' b\n c' },
  { a: '\nb' },
  { a: '' },
  { a: '---\nb' },
  { a: { b: '---\nc' } },
  { a: '1.0' },
  { a: 'e0' },
  { a: 'E+7' },
  { e1: 'a' },
  { a: '2001-01-01' },
  { a: "it's" },
  { a: 'say "b"' },
  { a: '\u0000\ud800' },
  { a: 'b\t' },
  { a: [[]] },
  { a: [{}, [], { b: [] }] },
  { a: [{ b: { c: 'd' } }, 'e\nf'] },
  { a: -0 },
])('%j is printed as the library prints it', value => {
  const text = expectSameText(value)
  if (text !== null) expectSameValue(text)
  expect(libraryText(value)).not.toBe('')
})
