import { gzipSync } from 'node:zlib'
import { type FixedAnswer, type Sink, startSink } from '@parley/testkit'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { version } from '../version.ts'
import { json, newer, type PackagedParley, startPackaged } from './packaged-parley.testkit.ts'

const { link } = newer
let answer = json('')
let server: Sink
let parley: PackagedParley

beforeAll(async () => {
  server = await startSink(() => answer)
  parley = await startPackaged({ address: server.url })
})

afterAll(async () => {
  await parley.close()
  await server.close()
})

/** What the address may answer, and how the check ends. */
const answers: Readonly<Record<string, readonly [answer: FixedAnswer, end: object]>> = {
  'the same version': [json(`{"version":"${version}"}`), { kind: 'current' }],
  'a newer version with more members': [
    json(JSON.stringify({ ...newer, run: 'rm -rf /', __proto__: null })),
    { kind: 'newer', ...newer },
  ],
  'numbers that sort as numbers': [
    json(`{"version":"0.${'9'.repeat(9)}.10","link":"${link}"}`),
    { kind: 'newer' },
  ],
  'an older version': [
    json(JSON.stringify({ version: '0.0.1', link })),
    { code: 'UPDATE_OLDER', sentence: expect.stringContaining('0.0.1, which is older') },
  ],
  'more than 64 kB': [json(`"${'x'.repeat(65_536)}"`), { code: 'UPDATE_TOO_LARGE' }],
  'a bomb of gzip': [
    json(gzipSync(Buffer.alloc(50_000_000, ' ')), ['Content-Encoding', 'gzip']),
    { code: 'UPDATE_TOO_LARGE' },
  ],
  'gzip that is none': [json('no gzip', ['Content-Encoding', 'gzip']), { code: 'UPDATE_NOT_UNDERSTOOD' }],
  'no content': [json(''), { code: 'UPDATE_NOT_UNDERSTOOD' }],
  'a page': [json('<!doctype html><script>alert(1)</script>'), { code: 'UPDATE_NOT_UNDERSTOOD' }],
  'half of JSON': [json('{"version":"99.0.0"'), { code: 'UPDATE_NOT_UNDERSTOOD' }],
  'bytes that are not UTF-8': [
    json(Buffer.from('{"version":"\xff"}', 'latin1')),
    { code: 'UPDATE_NOT_UNDERSTOOD' },
  ],
  'lists nested 30,000 deep': [
    json('['.repeat(30_000) + ']'.repeat(30_000)),
    { code: 'UPDATE_NOT_UNDERSTOOD' },
  ],
  null: [json('null'), { code: 'UPDATE_NOT_UNDERSTOOD' }],
  'a list': [json('[{"version":"99.0.0"}]'), { code: 'UPDATE_NOT_UNDERSTOOD' }],
  'a version that is a number': [json(`{"version":99,"link":"${link}"}`), { code: 'UPDATE_NOT_UNDERSTOOD' }],
  'a version that is a list': [
    json(`{"version":["99.0.0"],"link":"${link}"}`),
    { code: 'UPDATE_NOT_UNDERSTOOD' },
  ],
  'a version of a prototype': [
    json(`{"__proto__":{"version":"99.0.0","link":"${link}"}}`),
    { code: 'UPDATE_NOT_UNDERSTOOD' },
  ],
  'markup in the version': [
    json(JSON.stringify({ version: '99.0.0<img src=x onerror=alert(1)>', link })),
    { code: 'UPDATE_NOT_UNDERSTOOD' },
  ],
  'a version with a line below': [
    json(JSON.stringify({ version: '99.0.0\nrm -rf /', link })),
    { code: 'UPDATE_NOT_UNDERSTOOD' },
  ],
  'a version of a million digits': [
    json(`{"version":"1.${'9'.repeat(60_000)}.0","link":"${link}"}`),
    { code: 'UPDATE_NOT_UNDERSTOOD' },
  ],
  'no link': [json('{"version":"99.0.0"}'), { code: 'UPDATE_LINK_REFUSED' }],
  'a link that is an object': [json('{"version":"99.0.0","link":{}}'), { code: 'UPDATE_LINK_REFUSED' }],
  ...Object.fromEntries(
    [
      'http://updates.example/',
      'javascript:alert(1)',
      'file:///usr/bin/parley',
      'data:text/html,<script>alert(1)</script>',
      'parley://open?path=/',
      '//updates.example/',
      'https:updates.example',
      'https://good.example@evil.example/',
      'https://updates.example/"><script>alert(1)</script>',
      'https://updates.example/ --flag',
      'https://updates.example/\u202Egpj.exe',
      `https://updates.example/${'x'.repeat(2000)}`,
    ].map(bad => [
      `the link ${bad.slice(0, 60)}`,
      [json(JSON.stringify({ version: '99.0.0', link: bad })), { code: 'UPDATE_LINK_REFUSED' }] as const,
    ]),
  ),
  ...Object.fromEntries(
    [301, 302, 303, 307, 308].map(statusCode => [
      `a redirect with ${statusCode}`,
      [
        { statusCode, headers: ['Location', 'https://evil.example/%1B[31m'], content: '' },
        {
          code: 'UPDATE_REDIRECTED',
          sentence: expect.stringMatching(/^The address for updates redirects to https:\/\/evil\.example\//),
        },
      ] as const,
    ]),
  ),
  ...Object.fromEntries(
    [204, 401, 404, 500].map(statusCode => [
      `the status ${statusCode}`,
      [
        { statusCode, headers: [], content: '' },
        { code: 'UPDATE_REFUSED', sentence: expect.stringContaining(String(statusCode)) },
      ] as const,
    ]),
  ),
}

test.each(Object.entries(answers))(
  'the address for updates answers with %s (DT1)',
  async (_, [given, end]) => {
    answer = given
    const before = server.requests.length
    const state = await parley.check()
    expect(state).toMatchObject(end)
    if (state.kind === 'failed') {
      expect(state.sentence).toMatch(/^[A-Z][^\p{Cc}<]{10,400}\.$/u)
      expect(state.nextStep).toMatch(/^[A-Z].+\.$/)
    }
    expect(server.requests).toHaveLength(before + 1)
  },
)
