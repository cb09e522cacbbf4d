import { mkdirSync, writeFileSync } from 'node:fs'
import {
  type AnyAuth,
  type Auth,
  type AuthType,
  authSchemes,
  mapAuthSecrets,
  newAuth,
  newGrpcRequest,
  newHttpRequest,
  newWebSocketRequest,
  noScripts,
  row,
  writeCollection,
  writeItem,
} from '@parley/model'
import { describe, expect, test } from 'vitest'
import { collection } from '../../../../packages/engine/src/engine-fixture.testkit.ts'
import { useSendFixture } from '../send/send-fixture.testkit.ts'

const fixture = useSendFixture()

/** Sends nothing, and returns what is printed. */
async function dryRun(words: readonly string[]) {
  const before = fixture.sink.requests.length
  const { code, stdout, stderr } = await fixture.run(['send', '--dry-run', ...words])
  expect(fixture.sink.requests).toHaveLength(before)
  return { code, stdout: stdout.toString(), stderr }
}

describe('what a dry run prints is what is sent', () => {
  test.each<readonly [string, ...(readonly string[])]>([
    ['a URL', 'URL/books?a=b c&d=%2f#x'],
    ['a method', 'DELETE', 'URL/books'],
    ['headers in their order', 'URL', '-H', 'b: 1', '-H', 'A: 2', '-H', 'b: 3', '-H', 'User-Agent: own'],
    ['JSON', 'URL', '--json', '{"a": 12345678901234567890}'],
    ['a form', 'URL', '-d', 'a=b&c=d', '-H', 'Content-Type: application/x-www-form-urlencoded'],
    ['variables', 'URL/{{x}}', '--var', 'x=y z', '-d', '{{x}}'],
    ['a cURL command', '--curl', "curl URL/it -d 'a' -H 'X: y'"],
  ])('%s', async (_, ...typed) => {
    const { port } = fixture.sink
    const words = typed.map(word =>
      word.replace('URL', fixture.sink.url).replace('HOST', `127.0.0.1:${port}`),
    )
    const { code, stdout, stderr } = await dryRun(words)
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    await fixture.run(['send', ...words])
    const [sent] = fixture.sink.requests
    const [head = '', body] = stdout.split(/\n\n/)
    const lines = head
      .split('\n')
      .map(line => line.replace(/base64\((.*)\)/, (_all, text: string) => btoa(text)))
    expect(lines).toEqual([`${sent?.method} ${sent?.url} HTTP/1.1`, ...fixture.headersOf()])
    expect(body?.replace(/\n$/, '')).toBe(sent?.content.toString())
  })
})

describe('what is known only when a request is sent', () => {
  test.each<readonly [string, readonly string[], readonly string[]]>([
    ['a token', ['URL', '--bearer', 'T0P'], ['Authorization: Bearer ••••••\n']],
    ['a password', ['URL', '--user', 'ada:T0P'], ['Authorization: Basic ••••••\n']],
    [
      'an answer to a challenge',
      ['URL', '--user', 'ada:T0P', '--digest'],
      ['Digest authorization is computed'],
    ],
    [
      'a name without a value',
      ['URL/{{nope}}', '-d', '{{nope}}'],
      ['no value known for {{nope}}.', '{{nope}}\n'],
    ],
    ['a host without a value', ['https://{{host}}/a'], ['GET /a HTTP/1.1\n', 'Host: {{host}}\n']],
    ['a file', ['PUT', 'URL', '--file', 'a.bin'], ['Content-Length: 3\n', '(the file ', 'a.bin, 3 B)\n']],
    ['a file of a form', ['URL', '--form', 'a=@a.bin'], ['name="a"; filename="a.bin"', '(the file ']],
  ])('%s', async (_, typed, expected) => {
    writeFileSync(fixture.path('a.bin'), Buffer.from([0, 255, 1]))
    const { code, stdout, stderr } = await dryRun(
      typed.map(word =>
        word.replace('URL', fixture.sink.url).replace('HOST', `127.0.0.1:${fixture.sink.port}`),
      ),
    )
    expect(code).toBe(0)
    for (const text of expected) expect(stdout + stderr).toContain(text)
    expect(stdout + stderr).not.toContain('T0P')
    expect(stdout + stderr).not.toContain(btoa('ada:T0P'))
  })

  test('scripts do not run', async () => {
    const scripts = { ...noScripts, preRequest: 'pm.sendRequest(pm.request.url)' }
    const saved = newHttpRequest({ name: 'One', url: `${fixture.sink.url}/one`, scripts })
    writeFileSync(fixture.path('one.yml'), JSON.stringify(writeItem(saved)))
    const { code, stdout, stderr } = await dryRun(['one.yml'])
    expect(code).toBe(0)
    expect(stdout).toMatch(/^GET \/one HTTP\/1\.1\n/)
    expect(stderr).toContain('Its scripts did not run.')
  })

  test.each([
    ['basic', '{type: basic, username: u, password: T0P}', 'Basic ••••••'],
    ['bearer', '{type: bearer, token: T0P}', 'Bearer ••••••'],
    ['API key', '{type: apikey, key: X-Key, value: T0P, placement: header}', 'X-Key: ••••••'],
    ['API key in the query', '{type: apikey, key: k, value: T0P, placement: query}', '?k=••••••'],
  ])('a literal in a secret field of a saved request is dots: %s', async (_, auth, expected) => {
    const head = 'info: {name: One, type: http}\n'
    const url = `${fixture.sink.url}/one`
    writeFileSync(fixture.path('one.yml'), `${head}http: {method: GET, url: "${url}", auth: ${auth}}\n`)
    const { code, stdout, stderr } = await dryRun(['one.yml'])
    expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringContaining(expected) })
    expect(stdout + stderr).not.toContain('T0P')
  })

  test('a secret of a saved request is a name, wherever it is', async () => {
    const saved = newHttpRequest({
      name: 'One',
      method: 'POST',
      url: `${fixture.sink.url}/{{key}}`,
      auth: { type: 'bearer', token: '{{key}}' },
      body: { type: 'raw', language: 'json', text: '{"a": "{{key}}"}' },
    })
    writeFileSync(fixture.path('one.yml'), JSON.stringify(writeItem(saved)))
    const { code, stdout, stderr } = await dryRun(['one.yml', '--secret', 'key=T0P-S3CRET'])
    expect({ code, stderr }).toMatchObject({
      code: 0,
      stderr: expect.stringContaining('Content-Length is counted'),
    })
    expect(stdout).toContain('POST /{{key}} HTTP/1.1\n')
    expect(stdout).toContain('Authorization: Bearer {{key}}\n')
    expect(stdout).toContain('{"a": "{{key}}"}\n')
    expect(stdout + stderr).not.toContain('T0P')
  })
})

describe('no scheme of authorization shows what is secret in it', () => {
  const types = Object.keys(authSchemes).filter((type): type is AuthType => !/^(inherit|none)$/.test(type))

  /** An authorization whose texts are all given. */
  function filled(type: AuthType): Auth {
    const auth: AnyAuth = newAuth(type)
    const texts = Object.entries(auth).map(([key, value]) => [key, value === '' ? 'given' : value])
    return mapAuthSecrets({ ...Object.fromEntries(texts), type } as Auth, () => 'T0P-S3CRET')
  }

  test.each(types.flatMap(type => [[type, 'own'] as const, [type, 'inherited'] as const]))(
    '%s, %s',
    async (type, whose) => {
      const own = newHttpRequest({ name: 'One', url: `${fixture.sink.url}/one` })
      const auth = filled(type)
      const request = { ...own, auth: whose === 'own' ? auth : ({ type: 'inherit' } as const) }
      writeFileSync(fixture.path('one.yml'), JSON.stringify(writeItem(request)))
      const parent = writeCollection(collection({ auth }))
      if (whose === 'inherited') writeFileSync(fixture.path('opencollection.yml'), JSON.stringify(parent))
      const { code, stdout, stderr } = await dryRun(['one.yml'])
      if (type === 'ntlm') expect(stderr).toContain('NTLM')
      else expect({ code, stderr, stdout }).toMatchObject({ code: 0 })
      for (const form of ['T0P', btoa('given:T0P-S3CRET')]) expect(stdout + stderr).not.toContain(form)
      expect(stdout + stderr).toMatch(/•|computed|accessToken|NTLM/)
    },
  )
})

describe('what a request of another kind or version says of itself', () => {
  test.each<readonly [string, readonly string[], string]>([
    ['HTTP/2', ['URL/a', '--http', '2'], 'GET /a HTTP/2\n'],
    ['HTTP/1.1', ['URL/a', '--http', '1.1'], 'GET /a HTTP/1.1\n'],
  ])('%s', async (_, typed, expected) => {
    const { stdout } = await dryRun(typed.map(word => word.replace('URL', fixture.sink.url)))
    expect(stdout).toContain(expected)
  })

  test('a call of gRPC, with a secret in binary metadata', async () => {
    const call = newGrpcRequest({
      name: 'Call',
      url: fixture.sink.url.replace('http', 'grpc'),
      method: 'a.B/C',
      metadata: [row('key-bin', '{{key}}')],
    })
    writeFileSync(fixture.path('call.yml'), JSON.stringify(writeItem(call)))
    const { code, stdout, stderr } = await dryRun(['call.yml', '--secret', 'key=VDBQ'])
    expect({ code, stdout, stderr }).toMatchObject({ code: 0 })
    expect(stdout).toContain('POST /a.B/C HTTP/2\n')
    expect(stdout).toContain('key-bin: {{key}}\n')
  })

  test('a WebSocket has its messages later', async () => {
    const request = newWebSocketRequest({ name: 'Socket', url: fixture.sink.url.replace('http', 'ws') })
    writeFileSync(fixture.path('socket.yml'), JSON.stringify(writeItem(request)))
    expect((await dryRun(['socket.yml'])).stderr).toContain('Its messages are sent once')
  })

  test('standard input is called so', async () => {
    const { code, stdout } = await fixture.run(['send', '--dry-run', fixture.sink.url, '--file', '-'], {
      stdin: 'abc',
    })
    expect({ code, stdout: stdout.toString() }).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('(standard input, 3 B)'),
    })
  })

  test('a secret without a value is named, and so is one in a path that cannot be read', async () => {
    writeFileSync(fixture.path('opencollection.yml'), JSON.stringify(writeCollection(collection())))
    mkdirSync(fixture.path('environments'))
    writeFileSync(
      fixture.path('environments/E.yml'),
      'name: E\nvariables: [{name: key, secret: true}, {name: part, secret: true}]\n',
    )
    const saved = (fields: Parameters<typeof newHttpRequest>[0]) =>
      writeFileSync(fixture.path('one.yml'), JSON.stringify(writeItem(newHttpRequest(fields))))
    const url = `${fixture.sink.url}/{{key}}`
    saved({ name: 'One', url })
    expect((await dryRun(['one.yml', '-e', 'E'])).stderr).toContain(
      'no value on this computer for the secret {{key}}.',
    )
    const file = { filePath: 'x/{{key}}', contentType: '', selected: true }
    saved({ name: 'One', method: 'PUT', url, body: { type: 'file', files: [file] } })
    const refused = await dryRun(['one.yml', '--secret', 'key=T0P'])
    expect(refused.code).toBe(3)
    expect(refused.stderr).toContain('x/{{key}}')
  })
})

test.each([
  [['-o', 'x'], '--dry-run prints the request and sends nothing'],
  [['--timing'], '--dry-run prints the request and sends nothing'],
  [['-i'], '--dry-run prints the request and sends nothing'],
  [['--json-output'], '--dry-run prints the request and sends nothing'],
])('%j has no meaning in a dry run', async (words, sentence) => {
  const { code, stderr } = await dryRun([...words, fixture.sink.url])
  expect(code).toBe(3)
  expect(stderr).toContain(sentence)
})

test('a request that a send refuses is refused with its sentence', async () => {
  const { code, stdout, stderr } = await dryRun(['ftp://a.test'])
  expect({ code, stdout }).toEqual({ code: 3, stdout: '' })
  expect(stderr).toContain('(')
})
