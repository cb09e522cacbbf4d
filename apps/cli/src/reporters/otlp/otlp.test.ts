import { describe, expect, onTestFinished, test } from 'vitest'
import { useRunFixture } from '../../run/run-fixture.testkit.ts'
import { startCollector } from './collector.testkit.ts'

const fixture = useRunFixture()
const { run, postman } = fixture

async function collector(status?: number) {
  const started = await startCollector(status)
  onTestFinished(() => started.close())
  return started
}

const hexOf = (base64: string) => Buffer.from(base64, 'base64').toString('hex')

/** Returns attributes as an object. */
const valuesOf = (span: { attributes?: { key: string; value: Record<string, string> }[] }) =>
  Object.fromEntries((span.attributes ?? []).map(({ key, value }) => [key, Object.values(value)[0]]))

function requests() {
  const { url } = fixture.sink
  postman([
    {
      name: 'Passes',
      url: `${url}/books`,
      header: [{ key: 'X-Key', value: '{{key}}' }],
      tests: 'pm.test("is there", () => {})',
    },
    {
      name: 'Fails',
      url: `${url}/{{key}}`,
      tests: 'pm.test("is red", () => { throw new Error("is blue") })',
    },
    { name: 'Down', url: 'http://127.0.0.1:1/{{key}}' },
  ])
}

const secret = ['--secret', 'key=c4n4ry-9']

describe('-r otlp', () => {
  test('sends a trace of the run with a span for each request, and metrics, without secrets (SE11)', async () => {
    requests()
    const { collected, spans, metrics, url } = await collector()
    const env = {
      OTEL_EXPORTER_OTLP_HEADERS: 'x-tenant=a%20b, authorization=Bearer%20t0ken',
      OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment=ci',
      OTEL_SERVICE_NAME: 'shop-tests',
    }
    const { code, stdout, stderr } = await run(['c.json', ...secret, '--trace', '-r', `otlp=${url}/base`], {
      env,
    })
    expect([code, stderr]).toEqual([2, ''])
    expect(stdout).toContain('3 requests: 1 passed, 2 failed')
    expect(collected.map(({ path }) => path)).toEqual(['/base/v1/traces', '/base/v1/metrics'])
    for (const { headers, bytes } of collected) {
      expect(headers).toMatchObject({ 'x-tenant': 'a b', authorization: 'Bearer t0ken' })
      expect(Buffer.from(bytes).includes('c4n4ry')).toBe(false)
    }
    const [resource] = collected[0]?.message.resourceSpans ?? []
    expect(valuesOf(resource.resource)).toMatchObject({
      'service.name': 'shop-tests',
      'deployment.environment': 'ci',
    })
    const [passes, fails, down, whole] = spans()
    expect(spans()).toHaveLength(4)
    expect(whole).toMatchObject({ name: 'parley run', status: { code: 'STATUS_CODE_ERROR' } })
    expect(whole.parentSpanId).toBeUndefined()
    for (const span of [passes, fails, down])
      expect([span.traceId, span.parentSpanId]).toEqual([whole.traceId, whole.spanId])
    expect(passes).toMatchObject({ name: 'GET Passes', kind: 'SPAN_KIND_CLIENT' })
    expect(BigInt(passes.endTimeUnixNano)).toBeGreaterThan(BigInt(passes.startTimeUnixNano))
    expect(valuesOf(passes)).toMatchObject({
      'http.request.method': 'GET',
      'url.full': `${fixture.sink.url}/books`,
      'http.response.status_code': '200',
      'parley.request.key': 'C/Passes',
    })
    expect(valuesOf(passes.events[0])).toEqual({
      'test.case.name': 'is there',
      'test.case.result.status': 'pass',
    })
    expect(fails.status).toEqual({ code: 'STATUS_CODE_ERROR', message: 'is red: is blue' })
    expect(valuesOf(fails)['url.full']).toBe(`${fixture.sink.url}/{{key}}`)
    expect(valuesOf(down)).toMatchObject({ 'error.type': 'ECONNREFUSED' })
    // The span of a request is what its traceparent said.
    expect(fixture.sink.requests[0]?.headers).toContainEqual({
      name: 'traceparent',
      value: `00-${hexOf(passes.traceId)}-${hexOf(passes.spanId)}-01`,
    })
    const byName = new Map(metrics().map((metric: { name: string }) => [metric.name, metric]))
    expect(byName.get('parley.run.requests')).toMatchObject({
      sum: { isMonotonic: true, aggregationTemporality: 'AGGREGATION_TEMPORALITY_CUMULATIVE' },
    })
    const points = (name: string, kind: 'sum' | 'histogram') =>
      Reflect.get(Object(byName.get(name)), kind).dataPoints
    expect(
      points('parley.run.requests', 'sum').map((point: { asInt: string }) => [
        valuesOf(Object(point))['parley.status'],
        point.asInt,
      ]),
    ).toContainEqual(['failed', '2'])
    const [histogram] = points('http.client.request.duration', 'histogram')
    expect(histogram.count).toBe('2')
    expect(histogram.bucketCounts.map(Number).reduce((sum: number, count: number) => sum + count)).toBe(2)
    expect(histogram.bucketCounts).toHaveLength(histogram.explicitBounds.length + 1)
  })

  test('writes JSON if the environment says so, with the same content', async () => {
    requests()
    const { collected, spans, url } = await collector()
    const env = { OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json', OTEL_EXPORTER_OTLP_ENDPOINT: url }
    await run(['c.json', ...secret, '-r', 'otlp'], { env })
    expect(collected.map(({ path, headers }) => [path, headers['content-type']])).toEqual([
      ['/v1/traces', 'application/json'],
      ['/v1/metrics', 'application/json'],
    ])
    expect(spans()[0]).toMatchObject({ traceId: expect.stringMatching(/^[0-9a-f]{32}$/), kind: 3 })
    expect(fixture.sink.requests[0]?.headers.map(({ name }) => name)).not.toContain('traceparent')
  })

  test('says that a collector refused or is not there, and the run still ends', async () => {
    requests()
    const refusing = await collector(401)
    const env = { OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20t0ken' }
    for (const [url, sentence] of [
      [refusing.url, `The collector at ${refusing.url}/v1/traces refused the report with the status 401.`],
      ['http://127.0.0.1:1', 'The report could not be sent to http://127.0.0.1:1/v1/traces.'],
    ]) {
      const { code, stdout, stderr } = await run(['c.json', ...secret, '-r', `otlp=${url}`], { env })
      expect(code).toBe(2)
      expect(stderr).toContain(sentence)
      expect(stdout + stderr).not.toContain('t0ken')
      expect(stdout).toContain('3 requests')
    }
    expect(refusing.collected).toHaveLength(1)
  })

  test.each([
    [['-r', 'otlp'], {}, 'The reporter otlp needs the address of a collector'],
    [['-r', 'otlp=ftp://a'], {}, 'The reporter otlp needs the address of a collector'],
    [['-r', 'otlp=http://u:p4ss@a'], {}, 'Give user and password with OTEL_EXPORTER_OTLP_HEADERS.'],
    [
      ['-r', 'otlp=http://a:4317'],
      { OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc' },
      'OTEL_EXPORTER_OTLP_PROTOCOL must be http/protobuf or http/json, not “grpc”.',
    ],
    [['-r', 'otlp=http://a'], { OTEL_EXPORTER_OTLP_TIMEOUT: 'x' }, 'OTEL_EXPORTER_OTLP_TIMEOUT must be'],
  ] as const)('%j is refused before anything is sent', async (args, env, sentence) => {
    requests()
    const { code, stderr } = await run(['c.json', ...args], { env })
    expect(code).toBe(3)
    expect(stderr).toContain(sentence)
    expect(stderr).not.toContain('p4ss')
    expect(fixture.asked()).toEqual([])
  })
})

describe('--trace', () => {
  test('sends one trace, with a span of its own for each send, and reports name it', async () => {
    const { url } = fixture.sink
    const own = { key: 'Traceparent', value: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01' }
    postman([
      { name: 'A', url, tests: 'pm.test("t", () => { throw new Error("no") })' },
      { name: 'B', url, method: 'POST' },
      { name: 'Own', url, header: [own] },
    ])
    const { results } = await fixture.report(['c.json', '--trace', '--retries', '1', '--retry-delay', '1'])
    const sent = fixture.sink.requests.map(({ headers }) =>
      headers.filter(({ name }) => name.toLowerCase() === 'traceparent').map(({ value }) => value),
    )
    expect(sent).toHaveLength(4)
    expect(sent[3]).toEqual([own.value])
    const ids = sent.slice(0, 3).map(([value = '']) => value.split('-'))
    for (const parts of ids) expect([parts.length, parts[0], parts[3]]).toEqual([4, '00', '01'])
    expect(new Set(ids.map(([, traceId]) => traceId)).size).toBe(1)
    expect(new Set(ids.map(([, , spanId]) => spanId)).size).toBe(3)
    const traces = results.map(({ trace }: { trace: object }) => trace)
    expect(traces).toEqual([
      { traceId: ids[1]?.[1], spanId: ids[1]?.[2] },
      { traceId: ids[2]?.[1], spanId: ids[2]?.[2] },
      null,
    ])
  })
})

describe('-r prometheus', () => {
  test('writes the text format, with names as labels and no secrets (CL6)', async () => {
    const { url } = fixture.sink
    const hostile = 'a"b\\c\nd{}'
    postman([
      { name: hostile, url: `${url}/{{key}}`, tests: 'pm.test("t", () => {})' },
      { name: 'Down', url: 'http://127.0.0.1:1' },
    ])
    await run(['c.json', ...secret, '-n', '2', '-r', 'prometheus=run.prom'])
    const text = fixture.read('run.prom')
    expect(text).not.toContain('c4n4ry')
    const line = /^(?:# (?:HELP|TYPE) \w+ .+|\w+(?:\{(?:\w+="(?:[^"\\\n]|\\[\\n"])*",?)+\})? [\d.e-]+)$/
    expect(
      text
        .trimEnd()
        .split('\n')
        .filter(one => !line.test(one)),
    ).toEqual([])
    for (const wanted of [
      'parley_run_passed 0',
      'parley_run_requests{status="failed"} 2',
      'parley_run_tests{status="passed"} 2',
      'parley_request_duration_seconds_count{collection="C",folder="",request="a\\"b\\\\c\\nd{}",key="C/a\\"b\\\\c\\nd{}"} 2',
      'parley_request_failures{collection="C",folder="",request="Down",key="C/Down"} 2',
    ])
      expect(text.split('\n')).toContain(wanted)
  })
})
