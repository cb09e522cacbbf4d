import { existsSync, lstatSync, readdirSync, readFileSync, symlinkSync, utimesSync } from 'node:fs'
import { createServer } from 'node:http'
import { holdOpen, receiveHead, startRawServer, waitFor } from '@parley/testkit'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { describe, expect, test } from 'vitest'
import { parseXml, type XmlElement } from '../../../../packages/convert/src/import/xml-value.ts'
import type { EndingSignal } from '../io/io.ts'
import { startInProcess } from '../io/run-in-process.testkit.ts'
import { useRunFixture } from './run-fixture.testkit.ts'

const fixture = useRunFixture()
const { run, postman, read, path } = fixture

const schemaFile = new URL('../../../../docs/schemas/parley-run.schema.json', import.meta.url)
const schema = JSON.parse(readFileSync(schemaFile, 'utf8'))
const isValid = new Ajv2020({ strict: true, allErrors: true, allowUnionTypes: true }).compile(schema)

function validReport(text: string) {
  const report = JSON.parse(text)
  isValid(report)
  expect(isValid.errors ?? []).toEqual([])
  return report
}

/** A name that tries to break out of every report. */
const hostile =
  ']]></testsuite>"\'&<script>alert(1)</script>\x1b[2J\u202e::error::x%0A #skip \\ \ud800 __proto__'

function everything() {
  const { url } = fixture.sink
  postman([
    { name: 'Passes', url, tests: 'pm.test("one", () => {}); pm.environment.set("a", "b")' },
    {
      name: hostile,
      url: `${url}/?q=<b>`,
      tests: `pm.test(${JSON.stringify(hostile)}, () => { throw new Error(${JSON.stringify(`${hostile}\n::error::second line`)}) }); throw new Error(${JSON.stringify(hostile)})`,
    },
    { name: 'Without tests', url: `${url}/{{nope}}` },
    { name: 'Down', url: 'http://127.0.0.1:1' },
    { name: 'Stream', url: `${fixture.demo.baseUrl}/events` },
  ])
}

test('the schema is strict: each property is required, and no other is allowed', () => {
  const objects: { properties: object; required?: string[]; additionalProperties?: boolean }[] = []
  const visit = (value: unknown) => {
    if (typeof value !== 'object' || value === null) return
    if ('properties' in value) objects.push(value as (typeof objects)[number])
    for (const one of Object.values(value)) visit(one)
  }
  visit(schema)
  expect(objects.length).toBeGreaterThan(8)
  for (const one of objects)
    expect([one.additionalProperties, one.required]).toEqual([false, Object.keys(one.properties)])
})

describe('one run, all reports', () => {
  const names = ['json', 'junit', 'html', 'tap', 'github']
  const reports = () => run(['c.json', '-r', 'cli', ...names.flatMap(name => ['-r', `${name}=r.${name}`])])

  test('with no temporary files left next to them', async () => {
    everything()
    const { code } = await reports()
    expect(code).toBe(2)
    expect(readdirSync(path('.')).toSorted()).toEqual([
      'c.json',
      ...names.map(name => `r.${name}`).toSorted(),
    ])
  })

  test('JSON: valid against its schema, and matching what happened', async () => {
    everything()
    await reports()
    const { summary, results } = validReport(read('r.json'))
    expect(summary).toMatchObject({
      state: 'completed',
      requests: { total: 5, passed: 1, untested: 1, failed: 1, error: 1, skipped: 1, sends: 5 },
      tests: { passed: 1, failed: 1 },
      scriptErrors: 1,
    })
    expect(results[0]).toMatchObject({
      key: 'C/Passes',
      path: ['C'],
      sessionValues: [{ name: 'a', text: 'b' }],
      name: 'Passes',
      method: 'GET',
      url: `${fixture.sink.url}/`,
      status: 'passed',
      sends: 1,
      response: { statusCode: 200, reasonPhrase: 'OK', httpVersion: '1.1' },
      tests: [{ name: 'one', passed: true, reason: null }],
      scriptErrors: [],
    })
    for (const bytes of [results[0].request.headerBytes, results[0].response.headerBytes])
      expect(bytes).toBeGreaterThan(0)
    expect(results[0].response.decodedBytes).toBe(results[0].response.wireBytes)
    const { waitingMs, downloadMs, totalMs } = results[0].timings
    expect(totalMs).toBeGreaterThanOrEqual(Math.max(waitingMs, downloadMs))
    expect(results[1]).toMatchObject({ name: hostile, status: 'failed' })
    expect(results[1].tests).toMatchObject([
      { passed: false, reason: expect.stringContaining('second line') },
    ])
    expect(results[1].scriptErrors).toMatchObject([{ phase: 'postResponse', line: 1 }])
    expect(results[2]).toMatchObject({
      status: 'untested',
      notices: ['{{nope}} has no value and was sent as typed.'],
    })
    expect(results[3]).toMatchObject({ status: 'error', failure: { code: 'ECONNREFUSED' }, response: null })
    expect(results[4]).toMatchObject({ status: 'skipped', skipped: 'LIVE_STREAM' })
  })

  test('JSON: valid if a request was redirected', async () => {
    postman([{ name: 'Moved', url: `${fixture.demo.baseUrl}/redirect/1` }])
    await run(['c.json', '-r', 'json=r.json'])
    const { results } = validReport(read('r.json'))
    expect(results).toMatchObject([{ status: 'untested', timings: { totalMs: expect.any(Number) } }])
  })

  test('JUnit: XML whose counts match the cases, and whose names stay names', async () => {
    everything()
    await reports()
    const text = read('r.junit')
    const xml = parseXml(text)
    const root = xml.ok ? xml.value : null
    const suites = root?.name === 'testsuites' ? root.children : []
    expect(suites).toHaveLength(5)
    const counted = (element: XmlElement, kind: string) =>
      element.children.filter(one => one.children.some(inner => inner.name === kind)).length
    for (const suite of suites) {
      expect(suite.name).toBe('testsuite')
      // The attributes that the schema of Ant's JUnit requires of a suite.
      for (const name of ['name', 'tests', 'failures', 'errors', 'skipped', 'time', 'timestamp', 'hostname'])
        expect(suite.attributes.has(name)).toBe(true)
      expect(suite.attributes.get('timestamp')).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/)
      expect(suite.attributes.get('tests')).toBe(String(suite.children.length))
      expect(suite.attributes.get('failures')).toBe(String(counted(suite, 'failure')))
      expect(suite.attributes.get('errors')).toBe(String(counted(suite, 'error')))
      expect(suite.attributes.get('skipped')).toBe(String(counted(suite, 'skipped')))
      for (const one of suite.children) {
        expect(one.name).toBe('testcase')
        expect([...one.attributes.keys()]).toEqual(['name', 'classname', 'time'])
      }
    }
    const sum = (name: string) =>
      suites.reduce((total, suite) => total + Number(suite.attributes.get(name)), 0)
    for (const name of ['tests', 'failures', 'errors', 'skipped'])
      expect(root?.attributes.get(name)).toBe(String(sum(name)))
    // biome-ignore lint/suspicious/noControlCharactersInRegex: characters that XML 1.0 cannot contain.
    expect(text).not.toMatch(/[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/)
    expect(text).not.toContain('<script')
  })

  test('TAP: each point has its number, no name becomes a directive, and the plan matches', async () => {
    everything()
    await reports()
    const lines = read('r.tap').split('\n')
    expect(lines[0]).toBe('TAP version 14')
    const points = lines.filter(line => /^(?:not )?ok\b/.test(line))
    expect(points.map(line => Number(/^(?:not )?ok (\d+) - /.exec(line)?.[1]))).toEqual([1, 2, 3, 4, 5, 6])
    expect(points.filter(line => /(?<!\\)#/.test(line))).toEqual([
      expect.stringContaining('Stream # SKIP a live stream'),
    ])
    expect(lines.at(-2)).toBe('1..6')
    const inBlocks = lines.slice(1, -2).filter(line => !points.includes(line))
    for (const line of inBlocks) expect(line).toMatch(/^ {2}(?:---|\.\.\.|\w+: ".*")$/)
  })

  test('GitHub: text from outside begins no command', async () => {
    everything()
    await reports()
    const lines = read('r.github').trimEnd().split('\n')
    expect(lines.map(line => /^::(\w+) title=/.exec(line)?.[1])).toEqual([
      'error',
      'error',
      'warning',
      'error',
      'notice',
    ])
    expect(lines[0]).toContain('%0A::error')
    for (const line of lines) expect(line.split('::')[1]).not.toMatch(/[\r\n]|title=.*[:,].*/)
  })

  test('HTML: one file that loads nothing', async () => {
    everything()
    await reports()
    const html = read('r.html')
    expect(html).toMatch(/^<!doctype html>/)
    expect(html).toContain("default-src 'none'")
    expect(html).not.toContain('<script')
    expect(html).not.toMatch(/\b(?:src|href)=/)
    expect(html.trimEnd()).toMatch(/<\/html>$/)
  })

  test('for a terminal: no control character, and no line from outside looks like one of Parley', async () => {
    everything()
    const { stdout } = await run(['c.json', '-v'])
    // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what the test looks for.
    expect(stdout).not.toMatch(/[\x00-\x09\x0b-\x1f\x7f-\x9f\u202e]/)
    expect(stdout).toContain('        │ ::error::second line\n')
    for (const line of stdout.split('\n')) expect(line.trimStart()).not.toMatch(/^::/)
  })
})

test('no text of a collection is a command to the pipeline that shows the log', async () => {
  const command = '##vso[task.setvariable variable=PATH]x ##[set-output name=a]b'
  const tests = `pm.test(${JSON.stringify(command)}, () => { throw new Error(${JSON.stringify(command)}) })`
  postman(
    [
      { name: 'A', url: '::error::url' },
      { name: command, url: `${fixture.sink.url}/?${command}`, tests },
    ],
    {
      info: {
        name: '::set-output name=a::b',
        schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json',
      },
    },
  )
  for (const reporter of ['cli', 'json', 'junit', 'html', 'tap']) {
    const { stdout } = await run(['c.json', '-v', '-r', reporter])
    expect(stdout).toContain('task.setvariable')
    expect(stdout).not.toMatch(/##\w*\[/)
    for (const line of stdout.split('\n')) expect(line).not.toMatch(/^\s*::/)
  }
  const { stderr } = await run(['c.json', '--env', 'x\n::error::pwn ##[error]'])
  expect(stderr).toContain('“x ::error::pwn #\\x23[error]”')
  for (const line of stderr.split('\n')) expect(line).not.toMatch(/^\s*::/)
})

test('a report replaces the old one with --force', async () => {
  postman([{ name: 'A', url: fixture.sink.url }])
  fixture.write('r.json', 'old')
  await run(['c.json', '-r', 'json=r.json', '--force'])
  expect(validReport(read('r.json')).summary.requests.total).toBe(1)
})

test.runIf(process.platform !== 'win32')(
  'a report is written to a device and to /dev/stdout, and replaces none of them',
  async () => {
    postman([{ name: 'A', url: fixture.sink.url }])
    symlinkSync('/dev/null', path('null'))
    const args = ['c.json', '-r', 'html=null', '-r', 'tap=/dev/stdout']
    expect(await run(args)).toMatchObject({ code: 0, stdout: 'TAP version 14\nok 1 - C / A\n1..1\n' })
    expect(lstatSync(path('null')).isSymbolicLink()).toBe(true)
  },
)

test('the next run deletes what a killed run left next to its report', async () => {
  postman([{ name: 'A', url: fixture.sink.url }])
  const old = new Date(Date.now() - 3_600_000)
  const left = `.parley-${deadProcess}-00000000-0000-4000-8000-000000000000.tmp`
  fixture.write(left, 'half')
  utimesSync(path(left), old, old)
  await run(['c.json', '-r', 'json=r.json'])
  expect(existsSync(path(left))).toBe(false)
})

/** The ID of no process: systems give none as high. */
const deadProcess = 99_999_999

test('with --quiet only failures and the summary are printed', async () => {
  everything()
  const { stdout } = await run(['c.json', '--quiet'])
  expect(stdout).not.toContain('Passes')
  expect(stdout).toContain('GET Down')
})

test('with --verbose passed tests and session values are printed as well', async () => {
  everything()
  const [plain, verbose] = [await run(['c.json']), await run(['c.json', '--verbose'])]
  expect(plain.stdout).not.toContain('one')
  expect(verbose.stdout).toMatch(/^ +✓ one$/m)
  expect(verbose.stdout).toMatch(/^ +│ a = b$/m)
})

test.each<EndingSignal>([
  'SIGINT',
  ...(process.platform === 'win32' ? [] : (['SIGTERM', 'SIGHUP'] as const)),
])('a run that %s interrupts ends with 130, and its reports are whole', async signal => {
  const server = await startRawServer([receiveHead, holdOpen])
  postman([
    { name: 'A', url: fixture.sink.url },
    { name: 'B', url: server.url },
    { name: 'C', url: fixture.sink.url },
  ])
  const { code, stdout } = await run(
    ['c.json', '-r', 'cli', '-r', 'json=r.json', '-r', 'junit=r.xml', '-r', 'tap=r.tap', '-r', 'html=r.html'],
    {
      onStart: child => void server.waitForConnection(0).then(() => child.kill(signal)),
    },
  )
  await server.close()
  expect(code).toBe(130)
  const { summary, results } = validReport(read('r.json'))
  expect(summary).toMatchObject({
    state: 'cancelled',
    requests: { total: 2, passed: 0, untested: 1, cancelled: 1 },
  })
  expect(results[1]).toMatchObject({ name: 'B', status: 'cancelled' })
  expect(stdout).toContain('– GET B  interrupted')
  expect(stdout).toContain('2 requests: 0 passed, 0 failed, 1 no tests, 1 interrupted; interrupted')
  expect(parseXml(read('r.xml')).ok).toBe(true)
  expect(read('r.tap')).toMatch(/1\.\.2\nBail out! Interrupted\n$/)
  expect(read('r.html')).toMatch(/<\/html>\n?$/)
})

test('a closed pipe ends the run', async () => {
  const server = createServer((_, response) => response.end('x'))
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  postman([{ name: 'A', url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}` }])
  const { code } = await run(['c.json', '-n', '1000000'], {
    onStart: command =>
      void waitFor(() => command.stdout() !== '', 'the first line').then(() => command.closeOutput()),
  })
  expect(code).toBe(130)
  await new Promise(resolve => server.close(resolve))
})

describe('on a terminal', () => {
  const onTerminal = (...args: readonly string[]) =>
    startInProcess(['run', ...args], { cwd: path('.'), terminal: ['stdin', 'stdout', 'stderr'] })

  test('the progress is visible while the run waits, and is erased at the end', async () => {
    let answer = () => {}
    const server = createServer((_, response) => {
      answer = () => response.end('x')
    })
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
    const address = server.address()
    postman([
      { name: 'A', url: fixture.sink.url },
      { name: 'B', url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}` },
    ])
    const terminal = onTerminal('c.json')
    await waitFor(
      () => terminal.shown().includes('1 of 2 · '),
      () => terminal.shown(),
    )
    expect(terminal.shown()).toContain('\x1b[2m○')
    answer()
    expect((await terminal.ended).code).toBe(0)
    const last = terminal.shown().slice(terminal.shown().lastIndexOf('1 of 2 · '))
    expect(last).toContain('\r\x1b[K')
    await new Promise(resolve => server.close(resolve))
  })

  test('--no-color and a pipe get plain text', async () => {
    postman([{ name: 'A', url: fixture.sink.url }])
    const terminal = onTerminal('--no-color', 'c.json')
    await terminal.ended
    expect(terminal.shown()).toContain('○ GET A')
    expect(terminal.shown()).not.toContain('\x1b[3')
    expect(existsSync(path('c.json'))).toBe(true)
  })
})
