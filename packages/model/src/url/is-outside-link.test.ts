import { expect, test } from 'vitest'
import { isOutsideLink } from './is-outside-link.ts'

test.each([
  'http://example.com',
  'https://example.com/a?b=c#d',
  'HTTPS://EXAMPLE.COM/',
  'http://[::1]:8080/',
  'http://user@example.com/',
  'mailto:ada@example.com',
  'mailto:ada@example.com?subject=Hi',
  'https://example.com/a%20b',
  'https://xn--bcher-kva.example/ü',
])('%s may be opened', url => {
  expect(isOutsideLink(url)).toBe(true)
})

const schemes =
  'file javascript data vbscript about chrome view-source blob ftp ssh tel sms ms-settings search-ms ms-msdt jar intent itms-services parley x-apple.systempreferences smb ws wss git ldap dict gopher'
const hostileParts = ['\n', '\r', '\t', ' ', '"', '<', '>', '`', '\0', '\u0085', '\u2028']

/** More than a hundred addresses that would start a program, open a file or become two arguments. */
const hostile = [
  ...schemes
    .split(' ')
    .flatMap(scheme => [`${scheme}:`, `${scheme}:///etc/passwd`, `${scheme}://evil.test/`]),
  ...hostileParts.flatMap(part => [`http://evil.test/${part}--flag`, `${part}http://evil.test/`]),
  ...['', '/', '//evil.test', '/etc/passwd', '--flag', '-v', 'http:', 'http://', 'http:///etc/passwd'],
  ...['https:/evil.test', 'http:evil.test', 'http:\\\\evil.test', 'mailto:', 'mailto:/etc', 'mailto: a'],
  ...['http://?a', 'http://#a', 'C:\\Windows\\System32\\calc.exe', '\\\\evil.test\\share', '$(id)', '|id'],
]

test('at least a hundred hostile addresses are listed (DT1)', () => {
  expect(new Set(hostile).size).toBeGreaterThan(100)
})

test.each(hostile)('%j is not opened (DT1)', url => {
  expect(isOutsideLink(url)).toBe(false)
})
