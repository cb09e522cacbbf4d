import { existsSync, readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startSink, waitFor } from '@parley/testkit'
import { needs } from '@parley/testkit/needs'
import { describe, expect, onTestFinished, test } from 'vitest'
import { parseXml } from '../../../../packages/convert/src/import/xml-value.ts'
import { startInProcess } from '../io/run-in-process.testkit.ts'
import { useRunFixture } from '../run/run-fixture.testkit.ts'

const fixture = useRunFixture()
const needsLocust = needs(existsSync('/usr/bin/locust'), 'Locust (python3-locust)')
const env = { PATH: '/usr/bin:/bin' }
const timeout = 60_000

/** Folders of load tests that this process left behind. */
const left = () =>
  readdirSync(tmpdir()).filter(
    name => name.startsWith(`.parley-${process.pid}-`) && existsSync(join(tmpdir(), name, 'locustfile.py')),
  )

/** Writes a collection with a secret and two requests, one of which fails in every third round. */
async function shop() {
  let count = 0
  const sink = await startSink(({ url }) => {
    count += 1
    return {
      statusCode: url.startsWith('/fails') && count % 3 === 0 ? 500 : 200,
      headers: ['Content-Type', 'application/json'],
      content: '{}',
    }
  })
  onTestFinished(() => sink.close())
  fixture.postman(
    [
      { name: 'A <b>', url: `${sink.url}/a`, header: [{ key: 'X-Key', value: '{{apiKey}}' }] },
      { name: 'Fails', url: `${sink.url}/fails?k={{apiKey}}` },
    ],
    { variable: [{ key: 'apiKey', value: 'c4n4ry', type: 'secret' }] },
  )
  return sink
}

describe('parley load, here', needsLocust, () => {
  test('runs Locust, and reports figures as text, JSON, JUnit and HTML, without secrets (CL6)', {
    timeout,
  }, async () => {
    const sink = await shop()
    const reports = ['json=r.json', 'junit=r.xml', 'html=r.html'].flatMap(one => ['-r', one])
    const { code, stdout, stderr } = await fixture.runCommand(
      [
        ...['load', 'c.json', '--engine', 'locust', '--users', '2', '-n', '30'],
        ...['--threshold', 'p95<5000', '--threshold', 'errors<1%', ...reports],
      ],
      { env },
    )
    expect(stderr).toBe('')
    expect(code).toBe(1)
    expect(sink.requests).toHaveLength(60)
    for (const { headers } of sink.requests.filter(({ url }) => url === '/a'))
      expect(headers).toContainEqual({ name: 'X-Key', value: 'c4n4ry' })
    const text = stdout.toString()
    expect(text).toMatch(/^GET C \/ A <b> +30 +0 /m)
    expect(text).toContain('Not met: errors<1% (it is ')
    expect(text).toContain('Met: p95<5000 (it is ')
    const result = JSON.parse(fixture.read('r.json'))
    expect(result).toMatchObject({
      kind: 'load',
      name: 'C',
      engine: 'Locust',
      state: 'completed',
      users: 2,
      isPassed: false,
      total: { count: 60 },
    })
    expect(result.total.failures).toBeGreaterThan(0)
    for (const one of result.requests) {
      const counts: readonly number[] = one.histogram.map(([, count]: [number, number]) => count)
      expect(counts.reduce((sum, count) => sum + count)).toBe(one.count)
    }
    expect(result.errors).toMatchObject([{ name: 'C / Fails', error: 'Status 500' }])
    const xml = parseXml(fixture.read('r.xml'))
    const attributes = xml.ok ? xml.value.attributes : new Map()
    expect([attributes.get('tests'), attributes.get('failures')]).toEqual(['4', '1'])
    expect(fixture.read('r.html')).toContain('C / A &lt;b&gt;')
    for (const one of [text, ...['r.json', 'r.xml', 'r.html'].map(fixture.read)])
      expect(one).not.toContain('c4n4ry')
    expect(left()).toEqual([])
  })

  test('fails without thresholds if a request failed, also one without a response', { timeout }, async () => {
    fixture.postman([{ name: 'Down', url: 'http://127.0.0.1:1/{{apiKey}}' }], {
      variable: [{ key: 'apiKey', value: 'c4n4ry', type: 'secret' }],
    })
    const { code, stdout } = await fixture.runCommand(['load', 'c.json', '--engine', 'locust', '-n', '2'], {
      env,
    })
    expect(code).toBe(1)
    expect(stdout.toString()).toContain('ConnectionError')
    expect(stdout.toString()).not.toContain('c4n4ry')
  })

  test('ends at once with Ctrl+C, with the result so far', { timeout }, async () => {
    const sink = await shop()
    const running = startInProcess(
      [
        'load',
        fixture.path('c.json'),
        '--engine',
        'locust',
        '--users',
        '1',
        '--think',
        '0.05s',
        '--for',
        '50s',
      ],
      { env, cwd: fixture.path('.') },
    )
    await waitFor(() => sink.requests.length > 5, 'the first requests', { timeoutMs: 20_000 })
    running.kill('SIGINT')
    const { code, stdout } = await running.ended
    expect(code).toBe(130)
    expect(stdout.toString()).toMatch(/^GET C \/ A <b> /m)
    expect(left()).toEqual([])
  })
})

test('Locust that is not there is named, and what to do', { timeout }, async () => {
  fixture.postman([{ name: 'A', url: fixture.sink.url }])
  const { code, stderr } = await fixture.runCommand(['load', 'c.json', '--engine', 'locust'], {
    env: { PATH: fixture.path('.') },
  })
  expect(code).toBe(2)
  expect(stderr).toContain('Locust is not installed. Install it with pip install locust')
})
