import { existsSync, writeFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { useSendFixture } from '../send/send-fixture.testkit.ts'

const fixture = useSendFixture()
const sent = () => fixture.sink.requests.at(-1)

describe('words that users of cURL, HTTPie and xh type', () => {
  test.each([['-L'], ['--location'], ['-s'], ['-sS'], ['-N'], ['-g'], ['--http1.1'], ['--follow']])(
    '%s means what is done here',
    async word => {
      const ended = await fixture.run(['send', word, fixture.sink.url])
      expect(ended).toMatchObject({ code: 0, stderr: '' })
    },
  )

  test.each([
    [['-A', 'me'], "Give it as -H 'User-Agent: NAME'."],
    [['--max-time', '3'], 'Give it in milliseconds, as --timeout 5000.'],
    [['-I'], 'Write HEAD before the URL, and add -i.'],
    [['-v'], 'Give --timing'],
    [['--compressed'], "-H 'Accept-Encoding"],
    [['-a', 'ada:x'], 'Give it as --user NAME:PASSWORD'],
    [['--body', 'x'], 'Give it as --data'],
    [['--headers'], 'Give -i'],
  ])('%j is refused with what to give instead', async (words, sentence) => {
    const before = fixture.sink.requests.length
    const { code, stderr } = await fixture.run(['send', ...words, fixture.sink.url])
    expect(code).toBe(3)
    expect(stderr).toContain(sentence)
    expect(fixture.sink.requests).toHaveLength(before)
  })
})

test.each([
  [[':1/a', 'title=x'], '“title=x” is a field'],
  [['POST', ':1/a', 'n:=1'], '“n:=1” is a field'],
  [['-'], 'Give the URL. Standard input is the body'],
  [['curl', '--help'], 'parley send --help lists'],
])('%j is refused with what to give', async (words, sentence) => {
  const { code, stderr } = await fixture.run(['send', ...words])
  expect({ code, stderr }).toEqual({ code: 3, stderr: expect.stringContaining(sentence) })
})

test('--request is --method, --offline is --dry-run, and --check-status is --fail', async () => {
  await fixture.run(['send', '--request', 'PUT', fixture.sink.url])
  expect(sent()?.method).toBe('PUT')
  const shown = await fixture.run(['send', '--offline', fixture.sink.url])
  expect(shown.stdout.toString()).toMatch(/^GET /)
  expect(fixture.sink.requests).toHaveLength(1)
  const failing = await fixture.run(['send', '--check-status', `${fixture.demo.baseUrl}/status/404`])
  expect(failing.code).toBe(1)
})

describe('a pasted command', () => {
  test.each<readonly [string, readonly string[], (folder: string) => readonly string[], number]>([
    ['prints the head', ['curl', '-i', 'URL/status/404'], () => ['out: HTTP/1.1 404'], 0],
    ['fails by status', ['curl', '-sSf', 'URL/status/404'], () => [], 1],
    [
      'keeps the body',
      ['curl', '-o', 'kept.txt', 'URL/status/404'],
      folder => [`file: ${folder}/kept.txt`],
      0,
    ],
    ['keeps it by name', ['curl', '-OJ', 'URL/status/404'], folder => [`file: ${folder}/404`], 0],
    [
      'names what it leaves out',
      ['curl', 'URL/status/404', '-w', '%{http_code}', '--retry', '3', '--no-progress-meter'],
      () => ['err: --write-out of the command has no effect here.', 'err: --retry of the command has'],
      0,
    ],
  ])('%s', async (_, words, expected, code) => {
    const typed = words.map(word => word.replace('URL', fixture.demo.baseUrl))
    const ended = await fixture.run(['send', ...typed])
    expect(ended).toMatchObject({ code })
    for (const one of expected(fixture.folder)) {
      const [where, text = ''] = one.split(': ')
      if (where === 'file') expect(existsSync(text)).toBe(true)
      else expect(String(where === 'out' ? ended.stdout : ended.stderr)).toContain(text)
    }
    expect(ended.stderr).not.toContain('progress')
  })

  test('is sent as cURL sends it, with the options before it', async () => {
    writeFileSync(fixture.path('body.txt'), 'a=1')
    const command = [
      'curl',
      '-X',
      'PUT',
      `${fixture.sink.url}/it's?a=b`,
      '-H',
      'X-A: $b {{c}}',
      '--data-binary',
      '@body.txt',
    ]
    const { code, stdout } = await fixture.run(['send', '-i', '--var', 'c=d', ...command])
    expect(code).toBe(0)
    expect(stdout.toString()).toMatch(/^HTTP\/1\.1 200 OK\n/)
    expect(sent()).toMatchObject({ method: 'PUT', url: "/it's?a=b", content: Buffer.from('a=1') })
    expect(sent()?.headers).toContainEqual({ name: 'X-A', value: '$b d' })
  })

  test.each(['--dry-run', '--offline'])('sends nothing with %s, wherever it stands', async word => {
    for (const words of [
      [word, 'curl', '-X', 'DELETE', fixture.sink.url],
      ['curl', '-X', 'DELETE', fixture.sink.url, word],
      ['curl', word, '-X', 'DELETE', fixture.sink.url],
      ['--timeout', '5000', word, '-H', 'X: 1', 'curl', '-X', 'DELETE', fixture.sink.url],
    ]) {
      const { stdout } = await fixture.run(['send', ...words])
      if (!words.includes('-H')) expect(stdout.toString()).toMatch(/^DELETE \/ /)
    }
    expect(fixture.sink.requests).toEqual([])
  })

  test.each([[['--timeout', '5000']], [['-o', 'F', '--force']], [['--timeout=5000']], [['-sS']]])(
    'is known behind %j',
    async before => {
      expect((await fixture.run(['send', ...before, 'curl', `${fixture.sink.url}/it`])).code).toBe(0)
      expect(sent()).toMatchObject({ method: 'GET', url: '/it' })
    },
  )

  test('is none where the word is the value of an option', async () => {
    expect((await fixture.run(['send', '-d', 'curl', fixture.sink.url])).code).toBe(0)
    expect(sent()?.content.toString()).toBe('curl')
  })

  test('is taken from a file or a pipe with --curl', async () => {
    writeFileSync(fixture.path('command.sh'), `curl ${fixture.sink.url}/file -d x`)
    expect((await fixture.run(['send', '--curl', '@command.sh'])).code).toBe(0)
    expect(sent()).toMatchObject({ method: 'POST', url: '/file' })
    const stdin = `curl ${fixture.sink.url}/pipe`
    expect((await fixture.run(['send', '--curl', '@-'], { stdin })).code).toBe(0)
    expect(sent()).toMatchObject({ method: 'GET', url: '/pipe' })
  })

  test.each([
    [['curl'], 'The command names no URL.'],
    [['--curl', 'wget http://a.test'], 'neither cURL nor grpcurl'],
    [['--curl', 'curl http://a.test', 'http://b.test'], 'Give either a URL with its options or --curl'],
    [['--env', 'Local', '--curl', 'curl http://a.test'], 'only for saved requests'],
  ])('%j is refused', async (words, sentence) => {
    const { code, stderr } = await fixture.run(['send', ...words])
    expect(code).toBe(3)
    expect(stderr).toContain(sentence)
  })
})

describe('an address without a host', () => {
  test.each([[':PORT/a?b'], [':PORT'], ['localhost:PORT/a'], ['POST :PORT/a']])(
    '%s is one of this computer',
    async typed => {
      const words = typed.replace('PORT', String(fixture.sink.port)).split(' ')
      expect((await fixture.run(['send', ...words])).code).toBe(0)
      expect(sent()?.headers).toContainEqual({ name: 'Host', value: `localhost:${fixture.sink.port}` })
    },
  )
})
