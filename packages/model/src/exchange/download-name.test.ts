import { expect, test } from 'vitest'
import { downloadName } from './download-name.ts'

const named = (disposition: string, targetUri = 'http://localhost/export/7') =>
  downloadName(
    {
      headers: [{ name: 'content-disposition', value: disposition }],
      content: { mediaType: 'text/csv', charset: 'utf-8' } as never,
    },
    targetUri,
  )

test.each([
  ['attachment; filename="Books of 2026.csv"', 'Books of 2026.csv'],
  ['attachment; filename=books.csv', 'books.csv'],
  ['inline; FILENAME = "a\\"b;c.txt"', 'a-b;c.txt'],
  ['attachment; filename="old.csv"; filename*=UTF-8\'\'b%C3%BCcher.csv', 'bücher.csv'],
  ["attachment; filename*=UTF-8''%ff; filename=plain.csv", 'plain.csv'],
  ['attachment; filename=report', 'report.csv'],
])('the name that a server gives is used: %s', (disposition, name) => {
  expect(named(disposition)).toBe(name)
})

test.each([
  ['attachment', '7.csv'],
  ['attachment; filename=""', '7.csv'],
  ['attachment; xfilename=evil.exe', '7.csv'],
  ['attachment; filename="../../etc/passwd"', 'passwd.csv'],
  ['attachment; filename="C:\\\\windows\\\\x.dll"', 'x.dll'],
  ["attachment; filename*=UTF-8''..%2f..%2f.bashrc", 'bashrc.csv'],
  ["attachment; filename*=UTF-8''%00%0d%0aX: y", '‹U+0000›‹U+000D›‹U+000A›X.csv'],
  ["attachment; filename*=UTF-8''a%E2%80%AEgpj.exe", 'a‹U+202E›gpj.exe'],
  ['attachment; filename="CON"', 'CON-.csv'],
  ['attachment; filename="nul.txt. . "', 'nul-.txt'],
  [`attachment; filename="${'a'.repeat(5000)}.txt"`, `${'a'.repeat(80)}.txt`],
  ['attachment; filename="a:b|c?.txt"', 'a-b-c-.txt'],
])('an unsafe name is not used: %s', (disposition, name) => {
  expect(named(disposition)).toBe(name)
})

test('a field that repeats file names is read in linear time', () => {
  expect(named(`attachment${'; filename='.repeat(20_000)}"${'\\'.repeat(20_000)}`)).toBe('7.csv')
  expect(named(`attachment;${' '.repeat(200_000)}`)).toBe('7.csv')
})
