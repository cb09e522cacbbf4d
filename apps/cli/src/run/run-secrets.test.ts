import { describe, expect, test } from 'vitest'
import { useRunFixture } from './run-fixture.testkit.ts'

const fixture = useRunFixture()
const { run, postman } = fixture

/** Long enough that no other text contains it. */
const secret = 'c4n4ry-5f2e/+='

describe('a secret (attacks SE5, CL6)', () => {
  test('reaches the server, and is in no report (SE11)', async () => {
    fixture.write('secret.txt', `${secret}\n`)
    postman([
      {
        name: 'A',
        url: `${fixture.sink.url}/{{key}}?key={{key}}`,
        header: [{ key: 'X-Key', value: '{{key}}' }],
      },
      { name: 'Down', url: 'http://127.0.0.1:1/{{key}}' },
      { name: 'No URL', url: 'http://h:{{key}}' },
      { name: 'No name', url: 'http://{{host}}.invalid' },
      { name: 'No header', url: fixture.sink.url, header: [{ key: '{{key}} x', value: '1' }] },
    ])
    const reporters = ['json', 'junit', 'html', 'tap', 'github'].flatMap(name => [
      '-r',
      `${name}=${name}.txt`,
    ])
    const { stdout, stderr } = await run([
      'c.json',
      '--secret',
      'key=@secret.txt',
      '--secret',
      'host=h0st-c4n4ry',
      '-v',
      '-r',
      'cli',
      ...reporters,
    ])
    const [request] = fixture.sink.requests
    expect(request?.headers).toContainEqual({ name: 'X-Key', value: secret })
    const texts = [
      stdout,
      stderr,
      ...['json', 'junit', 'html', 'tap', 'github'].map(name => fixture.read(`${name}.txt`)),
    ]
    for (const text of texts)
      for (const form of [
        'h0st',
        secret,
        encodeURIComponent(secret),
        encodeURI(secret),
        Buffer.from(secret).toString('base64'),
      ])
        expect(text).not.toContain(form)
    expect(stdout).toContain(`${fixture.sink.url}/{{key}}?key={{key}}`)
  })

  test('of the collection itself is used, unless the environment has the name', async () => {
    const collection = {
      info: { name: 'C' },
      variable: [{ key: 'key', value: secret, type: 'secret' }],
      item: [{ name: 'A', request: { url: fixture.sink.url, header: [{ key: 'X-Key', value: '{{key}}' }] } }],
    }
    fixture.write('own.json', JSON.stringify(collection))
    fixture.write('env.json', JSON.stringify({ name: 'E', values: [{ key: 'key', value: 'of E' }] }))
    const { code, stdout, stderr } = await run(['own.json', '-v'])
    expect(code).toBe(0)
    expect(stdout + stderr).not.toContain(secret)
    await run(['own.json', '--env', 'env.json'])
    const sent = fixture.sink.requests.map(one => one.headers.find(({ name }) => name === 'X-Key')?.value)
    expect(sent).toEqual([secret, 'of E'])
  })

  test.each([
    ['--env-var', ['--env-var', `key=${secret}`]],
    ['--var', ['--var', `key=${secret}`]],
    ['data', ['--iteration-data', 'data.csv']],
  ])('that gets its value by %s is in no report', async (_way, words) => {
    fixture.write('data.csv', `key\n"${secret}"\n`)
    const url = `${fixture.sink.url}/?key={{key}}`
    fixture.write('own.json', {
      info: { name: 'C' },
      variable: [{ key: 'key', value: 'other', type: 'secret' }],
      item: [{ name: 'A', request: { url, header: [{ key: 'X-Key', value: '{{key}}' }] } }],
    })
    const { stdout, stderr } = await run(['own.json', ...words, '-v', '-r', 'cli', '-r', 'json=r.json'])
    expect(fixture.sink.requests[0]?.headers).toContainEqual({ name: 'X-Key', value: secret })
    expect(stderr).toBe('')
    for (const text of [stdout, fixture.read('r.json')]) {
      expect(text).not.toContain(secret)
      expect(text).toContain('key={{key}}')
    }
  })

  test('that is typed replaces that of the environment’s file and of the collection', async () => {
    const header = [{ key: 'X-Key', value: '{{key}}' }]
    const variable = (value: string) => ({ key: 'key', value, type: 'secret' })
    fixture.write('own.json', {
      info: { name: 'C' },
      variable: [variable('of the collection')],
      item: [{ name: 'A', request: { url: fixture.sink.url, header } }],
    })
    fixture.write('env.json', { name: 'E', values: [variable('of the environment')] })
    const typed = ['--secret', `key=${secret}`]
    await run(['own.json', '--env', 'env.json', ...typed])
    await run(['own.json', ...typed])
    await run(['own.json', '--env', 'env.json'])
    const sent = fixture.sink.requests.map(one => one.headers.find(({ name }) => name === 'X-Key')?.value)
    expect(sent).toEqual([secret, secret, 'of the environment'])
  })

  test('is withheld from scripts', async () => {
    postman([{ name: 'A', url: fixture.sink.url, tests: 'pm.environment.get("key")' }])
    const { code, stdout } = await run(['c.json', '--secret', `key=${secret}`])
    expect(code).toBe(1)
    expect(stdout).toContain(
      'Secret variable "key" is withheld from scripts (allow it with --allow-secret key)',
    )
  })

  test('that a script may read is masked in the script’s output', async () => {
    fixture.write('s/workspace.yml', 'opencollection: 1.0.0\ninfo:\n  name: S\n  type: workspace\n')
    fixture.write('s/environments/e.yml', 'name: E\nvariables:\n  - name: key\n    secret: true\n')
    fixture.write('s/c/opencollection.yml', 'opencollection: 1.0.0\ninfo:\n  name: C\n')
    fixture.write('s/c/a.yml', {
      info: { name: 'A', type: 'http' },
      http: { method: 'GET', url: fixture.sink.url },
      runtime: {
        scripts: [
          {
            type: 'after-response',
            code: 'const k = tool.environment.get("key"); tool.test(k, () => { throw new Error(k) }); tool.environment.set("copy", k); throw new Error("x" + k)',
          },
        ],
      },
    })
    const { stdout } = await run(['s', '-e', 'E', '--secret', `key=${secret}`, '--allow-secret', 'key', '-v'])
    expect(stdout).not.toContain(secret)
    expect(stdout).toContain('✗ {{key}}')
    expect(stdout).toContain('copy = {{key}}')
    expect(stdout).toContain('Script error: x{{key}}')
  })

  test('in a default header of the workspace goes with every request, but not where a script leads it', async () => {
    const head = 'opencollection: 1.0.0\ninfo:\n  name: S\n  type: workspace\n'
    const headers = 'request:\n  headers:\n    - name: X-Key\n      value: "{{key}}"\n'
    fixture.write('s/workspace.yml', `${head}${headers}variables:\n  - name: key\n    secret: true\n`)
    fixture.write('s/c/opencollection.yml', 'opencollection: 1.0.0\ninfo:\n  name: C\n')
    const code = `tool.variables.set("host", "${fixture.sink.url}")`
    const scripts = [{ type: 'before-request', code }]
    const file = (name: string, url: string, runtime = {}) => ({
      ...{ info: { name, type: 'http' }, http: { method: 'GET', url }, runtime },
    })
    fixture.write('s/c/a.yml', file('A', fixture.sink.url))
    fixture.write('s/c/b.yml', file('B', '{{host}}', { scripts }))
    const args = ['s', '--secret', `key=${secret}`, '--var', 'host=http://other.test']
    const { stdout } = await run(args)
    expect(stdout).toContain('SECRET_HOST_NOT_ALLOWED')
    const sent = () =>
      fixture.sink.requests.map(one => one.headers.find(({ name }) => name === 'X-Key')?.value)
    expect(sent()).toEqual([secret])
    await run([...args, '--allow-host', new URL(fixture.sink.url).host])
    expect(sent()).toEqual([secret, secret, secret])
  })

  test('typed without a name is not repeated', async () => {
    postman([{ name: 'A', url: fixture.sink.url }])
    const { code, stderr } = await run(['c.json', '--secret', secret.replace('=', '')])
    expect(code).toBe(3)
    expect(stderr).not.toContain('c4n4ry')
  })

  test('of a script is masked under a descriptive name', async () => {
    postman([
      {
        name: 'A',
        url: fixture.sink.url,
        tests: 'pm.environment.set("access_token", "eyJhbGciOi"); pm.environment.set("page", 2)',
      },
    ])
    const { stdout } = await run(['c.json', '-v'])
    expect(stdout).toContain('access_token = ••••••')
    expect(stdout).toContain('page = 2')
    expect(stdout).not.toContain('eyJhbGciOi')
  })

  test('without a value on this machine fails its request, and the message says what to do', async () => {
    fixture.write('s/workspace.yml', 'opencollection: 1.0.0\ninfo:\n  name: S\n  type: workspace\n')
    fixture.write('s/environments/e.yml', 'name: E\nvariables:\n  - name: key\n    secret: true\n')
    fixture.write(
      's/c/opencollection.yml',
      'opencollection: 1.0.0\ninfo:\n  name: C\nrequest:\n  auth:\n    type: bearer\n    token: ""\nextensions:\n  parley:\n    secrets: [auth.token]\n',
    )
    const request = (name: string, auth: string | object) => ({
      info: { name, type: 'http' },
      http: { method: 'GET', url: `${fixture.sink.url}/${name}?key={{key}}`, auth },
    })
    fixture.write('s/c/a.yml', request('A', 'inherit'))
    fixture.write('s/c/b.yml', request('B', { type: 'bearer', token: 'typed' }))
    const without = await run(['s', '-e', 'E'])
    expect(without.code).toBe(2)
    expect(without.stdout).toContain(
      'This computer has no value for the secret Token (collection C), key (environment E). Nothing was sent.',
    )
    expect(without.stdout).toContain(
      'The command line does not read values that the app stores. Write {{NAME}} in the field, and give its value with --secret NAME=@FILE.',
    )
    expect(without.stderr).toBe(
      'Note: c: The app stores the value of auth.token on the device where it was typed, and the command line does not read it. Write {{NAME}} in the field, and give the value with --secret NAME=@FILE.\n',
    )
    expect(fixture.sink.requests).toEqual([])
    const given = await run(['s', '-e', 'E', '--secret', `key=${secret}`])
    expect(given.code).toBe(2)
    expect(given.stdout).toContain('for the secret Token (collection C). Nothing was sent.')
    expect(fixture.sink.requests.map(({ url }) => url?.slice(0, 7))).toEqual(['/B?key='])
  })

  test('is sent to no host that a script chose, unless that host is allowed', async () => {
    const { url } = fixture.sink
    const host = url.replace('http://', '')
    postman([
      {
        name: 'A',
        url: 'http://{{host}}/x',
        header: [{ key: 'X-Key', value: '{{key}}' }],
        pre: `pm.environment.set("host", "${host}")`,
      },
      { name: 'B', url: 'http://{{host}}/without' },
    ])
    const typed = ['c.json', '--secret', `key=${secret}`]
    const refused = await run(typed)
    expect(refused.code).toBe(2)
    expect(refused.stdout).toContain(
      `A script chose the address http://${host}, and what would go there contains the secret key. Nothing was sent.`,
    )
    expect(refused.stdout).toContain('--allow-host HOST')
    expect(fixture.sink.requests.map(request => request.url)).toEqual(['/without'])
    expect((await run([...typed, '--allow-host', '127.0.0.1'])).code).toBe(0)
    expect((await run([...typed, '--allow-host', host])).code).toBe(0)
    expect((await run([...typed, '--allow-host', url])).code).toBe(0)
    for (const other of ['localhost', `127.0.0.1:${Number(new URL(url).port) - 1}`, `https://${host}`])
      expect((await run([...typed, '--allow-host', other])).code).toBe(2)
    // The environment names the same host, so the script did not choose it.
    expect((await run([...typed, '--env-var', `host=${host}`])).code).toBe(0)
  })

  test.each([
    ['a literal', { type: 'bearer', bearer: [{ key: 'token', value: secret }] }, 'Token'],
    [
      'a token request',
      {
        type: 'oauth2',
        oauth2: [
          { key: 'grant_type', value: 'client_credentials' },
          { key: 'accessTokenUrl', value: 'http://{{host}}/token' },
          { key: 'clientId', value: 'me' },
          { key: 'clientSecret', value: '{{key}}' },
        ],
      },
      'key',
    ],
  ])('in %s goes nowhere that a script chose either', async (_, auth, name) => {
    const host = fixture.sink.url.replace('http://', '')
    const isToken = auth.type === 'oauth2'
    const url = isToken ? 'http://127.0.0.1:1/' : 'http://{{host}}/x'
    postman([{ name: 'A', url, pre: `pm.environment.set("host", "${host}")` }], { auth })
    const { code, stdout } = await run(['c.json', '--secret', `key=${secret}`])
    expect(code).toBe(2)
    expect(stdout).toContain(`what would go there contains the secret ${name}`)
    expect(fixture.sink.requests).toEqual([])
  })
})
