import { newHttpRequest } from '@parley/model'
import { describe, expect, test } from 'vitest'
import { describeCurlNote } from './describe-curl.ts'
import { importCurl } from './import-curl.ts'

const url = 'http://a.test/p'
const row = (name: string, value: string) => ({ name, value, enabled: true })
/** The type that curl sends for text that is no form. */
const ownType = row('Content-Type', 'application/x-www-form-urlencoded')
const text = (value: string) => ({ body: { type: 'raw', text: value } })
const fields = (...rows: object[]) => ({ body: { type: 'urlEncoded', fields: rows } })
const file = (filePath: string) => ({ body: { type: 'file', files: [{ filePath }] } })

/** Each option that affects a request, in each spelling, and its effect. */
const flags: readonly (readonly [does: object, ...written: string[]])[] = [
  [{ method: 'PUT' }, '-X PUT', '-XPUT', '--request PUT', '--request=PUT', '-sSXPUT', '-kX PUT'],
  [{ headers: [row('A', 'b')] }, "-H 'A: b'", '-HA:b', "--header 'A:  b'", "-sH 'A: b'"],
  [{ headers: [row('A', '')] }, "-H 'A;'"],
  [{ headers: [row('User-Agent', 'me/1')] }, '-A me/1', '--user-agent me/1', '-Ame/1'],
  [{ headers: [row('Referer', 'http://r')] }, '-e http://r', '--referer http://r', "-e 'http://r;auto'"],
  [{ cookies: [row('a', '1'), row('b', '2')] }, "-b 'a=1; b=2'", "--cookie 'a=1; b=2'", '-b a=1 -b b=2'],
  [
    { auth: { type: 'basic', username: 'u', password: 'p:q' } },
    '-u u:p:q',
    '--user u:p:q',
    '-uu:p:q',
    '--basic -u u:p:q',
  ],
  [{ auth: { type: 'digest', username: 'u', password: 'p' } }, '--digest -u u:p', '-u u:p --digest'],
  [{ auth: { type: 'bearer', token: 't' } }, '--oauth2-bearer t'],
  [
    {
      auth: {
        type: 'signatureV4',
        accessKeyId: 'AK',
        secretAccessKey: 'SK',
        region: 'eu-west-1',
        service: 'es',
      },
    },
    '--aws-sigv4 aws:amz:eu-west-1:es -u AK:SK',
  ],
  [
    { method: 'POST', ...fields(row('a', '1'), row('b', '2')) },
    '-d a=1 -d b=2',
    '--data a=1 --data b=2',
    "-da=1 --data-ascii 'b=2'",
    "--data-binary 'a=1&b=2'",
    "--data-raw 'a=1&b=2'",
  ],
  [{ method: 'POST', headers: [ownType], ...text('@x') }, '--data-raw @x'],
  [{ method: 'POST', ...file('x.bin') }, '-d @x.bin', '--data-binary @x.bin', '--data-binary "@x.bin"'],
  [{ method: 'POST', ...fields(row('n', 'é &')) }, "--data-urlencode 'n=é &'", "--data-urlencode=n='é &'"],
  [
    {
      method: 'POST',
      headers: [row('Content-Type', 'application/json'), row('Accept', 'application/json')],
      ...text('{}'),
    },
    "--json '{}'",
  ],
  [
    {
      method: 'POST',
      body: {
        type: 'multipart',
        parts: [
          { kind: 'text', name: 'a', value: 'b' },
          { kind: 'file', name: 'f', filePaths: ['x.png'], contentType: 'image/png' },
          { kind: 'text', name: 'r', value: '@y' },
        ],
      },
    },
    '-F a=b -F f=@x.png --form-string r=@y',
    "--form a=b --form 'f=@x.png;type=image/png' --form-string 'r=@y'",
  ],
  [{ method: 'GET', url: `${url}?a=1` }, '-G -d a=1', '--get -d a=1', '-Gda=1'],
  [{ method: 'HEAD' }, '-I', '--head', '-sI'],
  [{ method: 'PUT', ...file('x.bin') }, '-T x.bin', '--upload-file x.bin', '-Tx.bin'],
  [{ headers: [row('Accept-Encoding', 'deflate, gzip, br, zstd')] }, '--compressed'],
  [{ settings: { followRedirects: true } }, '-L', '--location', '-sL'],
  [{ settings: { followRedirects: false } }, '--no-location', '-L --no-location'],
  [{ settings: { maxRedirects: 3 } }, '--max-redirs 3'],
  [{ settings: { timeoutMs: 2500 } }, '-m 2.5', '--max-time 2.5', '-m2.5'],
  [{ settings: { httpVersion: '1.1' } }, '--http1.1'],
  [{ settings: { httpVersion: '2' } }, '--http2', '--http2-prior-knowledge'],
]

describe('an option that affects a request', () => {
  test.each(flags.flatMap(([does, ...written]) => written.map(one => [one, does] as const)))(
    '%s',
    (written, does) => {
      const { requests, notes, faults } = importCurl(`curl ${written} ${url}`)
      expect(faults).toEqual([])
      const hasNote = written.startsWith('-kX') || written.includes('-d @')
      expect(notes).toHaveLength(hasNote ? 1 : 0)
      expect(requests).toMatchObject([{ method: 'GET', url, ...does }])
      // Everything else is as in a command without the option.
      const { requests: plain } = importCurl(`curl ${url}`)
      const named = new Set([...Object.keys(does), 'params'])
      for (const name of Object.keys(newHttpRequest({})))
        if (!named.has(name))
          expect(Reflect.get(requests[0] ?? {}, name)).toEqual(Reflect.get(plain[0] ?? {}, name))
    },
  )

  test.each([
    ['', '/x.bin'],
    ['/', '/x.bin'],
    ['/p', '/p'],
    ['/p/', '/p/x.bin'],
    // A URL may end with a slash only once its dot segments are removed.
    ['/.', '/x.bin'],
    ['/p/.', '/p/x.bin'],
    ['/p/..', '/x.bin'],
    ['/p/../q', '/q'],
    ['/..?a=1', '/x.bin?a=1'],
  ])('-T names the file at %j as %j', (path, expected) => {
    const { requests } = importCurl(`curl -T dir/x.bin 'http://a.test${path}'`)
    expect(requests).toMatchObject([{ url: `http://a.test${expected}` }])
  })

  test('--url and --next', () => {
    const { requests } = importCurl(`curl --url ${url} -H A:1 --next --url=${url}/2 -d x -: ${url}/3`)
    expect(requests).toMatchObject([
      { url, headers: [row('A', '1')], method: 'GET' },
      { url: `${url}/2`, headers: [ownType], method: 'POST' },
      { url: `${url}/3`, method: 'GET' },
    ])
  })

  test.each([
    ['-k', 'Settings → Certificates → Disable SSL Verification'],
    ['-x http://proxy:1', 'Settings → Proxy'],
    ['--cert c.pem', 'Settings → Certificates.'],
    ['--key k.pem', 'Settings → Certificates.'],
    ['--cacert ca.pem', 'Settings → Certificates.'],
    ['--resolve a.test:80:127.0.0.1', '--resolve a.test:80:127.0.0.1 cannot be part of a request'],
  ])('%s belongs to the connection, and the note says where to set it', (written, expected) => {
    const { requests, notes } = importCurl(`curl ${written} ${url}`)
    expect(requests).toHaveLength(1)
    expect(notes.map(note => describeCurlNote(note))).toEqual([expect.stringContaining(expected)])
  })
})

describe('a report', () => {
  test('contains no password', () => {
    const command =
      "curl -U u:canary --proxy-user u:canary -x http://u:canary@p:1 --socks5 u:canary@p:1 --cert c.pem:canary -E 'C:\\c.pem:canary' --pass canary --tlspassword canary --proxy-pass canary --proxy-header 'X: canary' -H 'Cookie: a=1' -b 'sid=canary'"
    const { notes, filesToPick } = importCurl(`${command} ${url}`)
    expect(notes.length).toBeGreaterThan(9)
    expect(JSON.stringify([notes, filesToPick])).not.toContain('canary')
    expect(filesToPick.map(one => one.filePath)).toEqual(['c.pem', 'C:\\c.pem'])
  })
})
