import { newHttpRequest, noScripts, row } from '@parley/model'
import { type Sink, startSink } from '@parley/testkit'
import { describe, expect, onTestFinished, test } from 'vitest'
import { loadEngines } from '../load-engines.ts'
import { loadFolder } from '../load-folder.ts'
import { itemOf, oneRound, planOf, rowOf } from '../load-plan.testkit.ts'
import { LoadTestFolder, needsLocust, needsPython, python } from '../load-program.testkit.ts'
import type { LoadShape } from '../load-shape.ts'
import { locustOptions } from './locust-readme.ts'

/** Text that would end strings, comments and blocks of Python and JavaScript, and leave a file if it were code. */
const hostile =
  '"""\'\'\'"); open("pwned","w") #\n\\\r\u2028$' +
  '{process.exit(3)} {0} %s \u202e\0 */ `touch pwned` \ud800 {{x}}'

async function server(answer: Parameters<typeof startSink>[0] = () => json({})): Promise<Sink> {
  const sink = await startSink(answer)
  onTestFinished(() => sink.close())
  return sink
}

const json = (value: object) => ({
  statusCode: 200,
  headers: ['Content-Type', 'application/json'],
  content: JSON.stringify(value),
})

async function folderOf(
  shape: LoadShape,
  requests: readonly Parameters<typeof newHttpRequest>[0][],
  rows: readonly Readonly<Record<string, string>>[] = [],
): Promise<LoadTestFolder> {
  const items = requests.map(fields => itemOf(newHttpRequest({ auth: { type: 'none' }, ...fields })))
  const folder = new LoadTestFolder()
  folder.write(loadFolder(loadEngines.locust, await planOf(items, rows.map(rowOf)), shape))
  return folder
}

/** A request with hostile text wherever a request has text. */
const hostileRequest = (url: string) => ({
  name: hostile,
  method: 'POST',
  url: `${url}/?a=${encodeURIComponent(hostile.toWellFormed())}`,
  headers: [row('X-A', '"""\'); open("pwned") #$' + '{x}')],
  body: { type: 'raw', language: 'text', text: `{{v}}${hostile}` } as const,
  scripts: {
    ...noScripts,
    postResponse: `pm.test(${JSON.stringify(hostile)}, () => { pm.expect(pm.response.json()["a\\"]"]).to.eql("\\"\\"\\"#") })\npm.environment.set("it's \\"x\\"", "'''")`,
  },
})

test('hostile names and values stay texts: the script compiles (UI8)', needsPython, async () => {
  const folder = await folderOf(oneRound, [hostileRequest('http://h.test')], [{ v: hostile, '"""x': '1' }])
  const { code, output } = await folder.run(python, ['-m', 'py_compile', 'locustfile.py', 'start.py'])
  expect([code, output]).toEqual([0, ''])
})

describe('Locust', needsLocust, () => {
  test('sends hostile names and values, and runs none of them (UI8)', { timeout: 60_000 }, async () => {
    const { url, requests } = await server()
    const folder = await folderOf(oneRound, [hostileRequest(url)], [{ v: hostile, '"""x': '1' }])
    const { output } = await folder.locust([...locustOptions(oneRound)])
    expect(output).not.toContain('Traceback')
    const text = hostile.toWellFormed()
    expect(requests.map(({ content }) => content.toString())).toEqual([text + text])
    const { output: listed } = await folder.run('ls', ['-a'])
    expect(listed).not.toContain('pwned')
  })

  test('gives each user values and cookies of its own, checks responses, and follows no redirect away', {
    timeout: 60_000,
  }, async () => {
    let logins = 0
    const { url, requests } = await server(({ url: path }) => {
      if (path === '/login') {
        logins += 1
        const answer = json({ token: `t${logins}` })
        return { ...answer, headers: [...answer.headers, 'Set-Cookie', `user=u${logins}`] }
      }
      if (path === '/away')
        return { statusCode: 302, headers: ['Location', 'http://other.test/'], content: '' }
      if (path === '/near') return { statusCode: 303, headers: ['Location', '/there'], content: '' }
      return json({ id: 5 })
    })
    const shape = {
      ...oneRound,
      users: 2,
      iterations: 6,
      thresholds: [{ figure: { kind: 'errors' } as const, limit: 1 }],
    }
    const token = { ...noScripts, postResponse: 'pm.environment.set("token", pm.response.json().token)' }
    const isSix = 'pm.test("six", () => { pm.expect(pm.response.json().id).to.eql(6) })'
    const folder = await folderOf(
      shape,
      [
        { name: 'Login', url: `${url}/login`, scripts: token },
        { name: 'Use', url: `${url}/use?u={{user}}`, headers: [row('X-Token', '{{token}}')] },
        { name: 'Near', method: 'POST', url: `${url}/near` },
        { name: 'Away', url: `${url}/away` },
        { name: 'Check', url: `${url}/check`, scripts: { ...noScripts, postResponse: isSix } },
      ],
      [{ user: 'ann' }, { user: 'bob' }, { user: 'cat' }],
    )
    const { code, output } = await folder.locust(locustOptions(shape))
    expect(output).not.toContain('Traceback')
    expect(code).toBe(1)
    expect(output).toContain('Threshold not met: errors<1% (it is 33.33)')
    expect(output).toContain('Failed: six')
    expect(output).toContain('A redirect to another server is not followed')
    const used = requests.filter(({ url: path }) => path.startsWith('/use'))
    expect(used).toHaveLength(6)
    expect(used.map(({ url: path }) => path.slice('/use?u='.length)).toSorted()).toEqual([
      'ann',
      'ann',
      'bob',
      'bob',
      'cat',
      'cat',
    ])
    for (const { headers } of used) {
      const value = (name: string) => headers.find(one => one.name === name)?.value ?? ''
      expect(value('X-Token').slice(1)).toBe(value('Cookie').slice('user=u'.length))
    }
    expect(requests.filter(({ url: path }) => path === '/there').map(({ method }) => method)).toEqual(
      Array.from({ length: 6 }, () => 'GET'),
    )
  })

  test('runs as master with two workers, also with the package of Debian, which has no version', {
    timeout: 60_000,
  }, async () => {
    const { url, requests } = await server()
    const shape = { ...oneRound, users: 4, iterations: null, seconds: 2, think: { from: 0.02, to: 0.04 } }
    const folder = await folderOf(shape, [{ name: 'A', url }])
    const port = String(20_000 + (process.pid % 10_000))
    const master = folder.locust([
      ...locustOptions(shape),
      ...['--master', '--expect-workers', '2', '--master-bind-host', '127.0.0.1', '--master-bind-port', port],
    ])
    const workers = [1, 2].map(() =>
      folder.locust(['--worker', '--master-host', '127.0.0.1', '--master-port', port]),
    )
    const { code, output } = await master
    expect([code, (await Promise.all(workers)).map(one => one.code)]).toEqual([0, [0, 0]])
    expect(output).toContain('2 workers connected')
    expect(requests.length).toBeGreaterThan(20)
    expect(requests.length).toBeLessThan(500)
  })

  test('names secrets without a value, and starts nothing', { timeout: 60_000 }, async () => {
    const { url, requests } = await server()
    const scope = {
      name: 'environment' as const,
      values: new Map([['apiKey', { text: 'c4n4ry', isLiteral: false }]]),
      secretNames: new Set(['apiKey']),
    }
    const request = newHttpRequest({ name: 'A', url, auth: { type: 'bearer', token: '{{apiKey}}' } })
    const plan = await planOf([itemOf(request, { liveScopes: [scope] })])
    const files = loadFolder(loadEngines.locust, plan, oneRound)
    expect(JSON.stringify(files)).not.toContain('c4n4ry')
    const folder = new LoadTestFolder()
    folder.write(files)
    const { code, output } = await folder.locust(locustOptions(oneRound))
    expect(code).toBe(1)
    expect(output).toContain('Set these environment variables: SECRET_API_KEY')
    expect(requests).toEqual([])
    await folder.locust(locustOptions(oneRound), { SECRET_API_KEY: 'k é' })
    expect(requests[0]?.headers.find(({ name }) => name === 'Authorization')?.value).toContain('Bearer k ')
  })
})
