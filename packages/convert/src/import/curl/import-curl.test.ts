import { existsSync, globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { corpus as corpusNeed, needs } from '@parley/testkit/needs'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { importCurl } from './import-curl.ts'
import { looksLikeCurl } from './looks-like-curl.ts'

describe('hostile input', () => {
  test('any text is read to its end without an exception', () => {
    const pieces = fc.constantFrom(
      ...['curl ', "'", '"', '`', '\\', '$(', '${', "$'", '^', '^"', '\n', ' -d ', ' -H ', ' -F ', '@', ';'],
      ...[
        '<<E',
        '{',
        '[',
        '1-9',
        ']',
        '}',
        'http://a',
        '=',
        '&',
        '|',
        '--next',
        '“',
        '\u0000',
        '\ud800',
        '-X',
      ],
    )
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 40 }), texts => {
        const { requests, faults } = importCurl(texts.join(''))
        expect(requests.length + faults.length).toBeGreaterThan(0)
      }),
      { numRuns: 1000 },
    )
  })

  test.each([
    ["curl '", 'an unclosed quote'],
    ['curl $(', 'unclosed substitutions'],
    ['curl http://a/[1-9]', 'patterns'],
    ['curl \\\n', 'continued lines'],
    ['curl -F "a=b;type=', 'form fields'],
    ['curl http://a{{', 'variables'],
    ['^"', 'carets'],
  ])('%s five thousand times: %s', piece => {
    expect(importCurl(piece.repeat(5_000)).faults.length).toBeGreaterThanOrEqual(0)
  })

  test('names of object members are ordinary names', () => {
    const { requests } = importCurl("curl http://a.test -F __proto__=1 -H '__proto__: x' -b constructor=1")
    expect(requests[0]).toMatchObject({
      headers: [{ name: '__proto__', value: 'x' }],
      cookies: [{ name: 'constructor', value: '1' }],
      body: { parts: [{ name: '__proto__' }] },
    })
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined()
  })
})

describe('looksLikeCurl', () => {
  test.each([
    'curl https://a.test',
    '  $ curl -X POST a.test',
    'curl.exe "https://a.test"',
    '/usr/bin/curl a.test',
    'curl \\\n a.test',
    '# a comment\ncurl a.test',
    'sudo curl a.test',
  ])('%j', text => expect(looksLikeCurl(text)).toBe(true))

  test.each([
    'https://curl.se/docs',
    'curl',
    'curl.se/x',
    'curlew https://a.test',
    'http://a.test?x=curl y',
    '',
  ])('not %j', text => expect(looksLikeCurl(text)).toBe(false))
})

const corpus = fileURLToPath(new URL('../../../../../../shared/corpus/curl', import.meta.url))

/** Parses the records below `### id` lines, or one file with one command. */
function commandsOf(file: string): readonly (readonly [string, string])[] {
  const text = readFileSync(`${corpus}/${file}`, 'utf8')
  const records = text.split(/^### /m).slice(1)
  if (records.length === 0) return [[file, text]]
  return records.map(record => {
    const end = record.indexOf('\n')
    return [record.slice(0, end), record.slice(end + 1)]
  })
}

/** Commands that curl refuses too, or that are no commands; all others become requests. */
const refused = new Map([
  ['powershell-iwr', 'NOT_CURL'],
  ['wget-not-curl', 'NOT_CURL'],
  ['head-and-data', 'CONFLICTING_METHODS'],
  ['j_data_priority_than_f', 'CONFLICTING_METHODS'],
  ['multiple_urls', 'CONFLICTING_METHODS'],
  ['put_with_T_option', 'CONFLICTING_METHODS'],
  ['compressed-ssh-1', 'UNSUPPORTED_SCHEME'],
  ['upload-file-2', 'UNSUPPORTED_SCHEME'],
  ['sample-13', 'MISSING_URL'],
  ['1-clicks.examples.curl.oneClicks_create', 'UNCLOSED_QUOTE'],
  ['parse-curl-32', 'UNCLOSED_QUOTE'],
  ['parse-curl-37', 'UNCLOSED_QUOTE'],
  ['parse-curl-41', 'UNCLOSED_QUOTE'],
  ['parse-curl-46', 'UNCLOSED_QUOTE'],
])

describe('the corpus of commands (../shared/corpus/curl)', needs(existsSync(corpus), corpusNeed), () => {
  const files = existsSync(corpus) ? globSync('**/*.txt', { cwd: corpus }) : []
  test.each(files.filter(file => !file.endsWith('name.txt')).flatMap(commandsOf))('%s', (id, command) => {
    const { requests, faults } = importCurl(command)
    expect(faults.map(fault => fault.code)).toEqual(refused.has(id) ? [refused.get(id)] : [])
    if (refused.has(id)) return
    expect(requests.length).toBeGreaterThan(0)
    // Checks independently that the requested hosts appear in the text.
    const isPattern = /[{[]/.test(command)
    const hosts = requests.map(request => request.url.replace(/^https?:\/\//, '').split(/[/?]/)[0] ?? '')
    expect(hosts.filter(host => !isPattern && !command.includes(host) && !host.startsWith('{{'))).toEqual([])
    expect(looksLikeCurl(command)).toBe(true)
  })
})

test.each([
  ['600', 'bytes=600-'],
  ['-600', 'bytes=-600'],
  ['0-9,20-29', 'bytes=0-9,20-29'],
])('--range %s is sent as by curl', (range, value) => {
  const [request] = importCurl(`curl --range ${range} http://a.test`).requests
  expect(request).toMatchObject({ headers: [{ name: 'Range', value }] })
})
