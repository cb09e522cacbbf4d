import { createServer } from 'node:http'
import { describe, expect, test } from 'vitest'
import { useRunFixture } from './run-fixture.testkit.ts'

const fixture = useRunFixture()
const { run, report, postman } = fixture
const ok = 'pm.test("is 200", () => pm.response.to.have.status(200))'

describe('parley run', () => {
  test('sends a collection, runs its tests and reports the results', async () => {
    postman([
      {
        name: 'List',
        url: '{{baseUrl}}/books',
        tests: `${ok}; pm.environment.set("first", pm.response.json()[0].id)`,
      },
      {
        name: 'One',
        url: '{{baseUrl}}/books/{{first}}',
        tests: `${ok}; pm.test("wrong", () => pm.expect(1).to.equal(2))`,
      },
    ])
    const { code, stdout, stderr } = await run(['c.json', '--env-var', `baseUrl=${fixture.demo.baseUrl}`])
    expect({ code, stderr }).toEqual({ code: 1, stderr: '' })
    expect(stdout).toMatch(
      /^C\n {2}✓ GET List {2}200 OK · .* · 1\/1 tests\n {2}✗ GET One {2}200 OK · .* · 1\/2 tests\n {6}✓ is 200\n/,
    )
    expect(stdout).toContain('      ✗ wrong\n        │ expected 1 to equal 2\n')
    expect(stdout).toContain('\n2 requests: 1 passed, 1 failed; 2 of 3 tests passed\n')
  })
})

describe('the exit code (CL3)', () => {
  test.each<[number, string, object]>([
    [0, 'all passed', { tests: ok }],
    [0, 'a status of 400 or more is a response', { url: '/status/500' }],
    [1, 'a test failed', { tests: 'pm.test("t", () => { throw 1 })' }],
    [1, 'a script threw', { tests: 'nope()' }],
    [1, 'a script before the request threw', { pre: 'nope()' }],
    [2, 'no answer came', { url: 'http://127.0.0.1:1' }],
    [2, 'the host has no value', { url: 'http://{{nope}}' }],
  ])('is %i where %s', async (code, _, item) => {
    const { url = '', ...scripts } = { url: '', ...item }
    postman([
      {
        name: 'A',
        ...scripts,
        url: url.startsWith('/') ? `${fixture.demo.baseUrl}${url}` : url || fixture.sink.url,
      },
    ])
    expect((await run(['c.json'])).code).toBe(code)
  })

  const elsewhere = 'pm.test("t", () => pm.expect(pm.response.responseTime).to.be.above(-1))'
  test.each<[number, string, object]>([
    [1, 'an answer has a status of 400 or more', { url: '/status/404' }],
    [1, 'a test looks at something else', { url: '/status/404', tests: elsewhere }],
    [0, 'a test looks at the status', { url: '/status/404', tests: ok.replaceAll('200', '404') }],
    [0, 'the status is below 400', { url: '/status/204' }],
    [2, 'no answer came', { url: 'http://127.0.0.1:1' }],
  ])('with --fail-on-status is %i where %s', async (code, _, { url, ...scripts }: { url?: string }) => {
    const target = url?.startsWith('/') ? `${fixture.demo.baseUrl}${url}` : `${url}`
    postman([{ name: 'A', ...scripts, url: target }])
    const ran = await run(['c.json', '--fail-on-status'])
    expect(ran.code).toBe(code)
    if (code === 1)
      expect(ran.stdout).toMatch(/✗ The status is below 400\n {8}│ The server answered 404 Not Found\./)
  })

  test('is 2 if one test failed and another request got no response', async () => {
    postman([
      { name: 'A', url: fixture.sink.url, tests: 'nope()' },
      { name: 'B', url: 'http://127.0.0.1:1' },
    ])
    expect((await run(['c.json'])).code).toBe(2)
  })
})

describe('what is sent', () => {
  test('a workspace, a collection, a folder or a request, each with what it inherits', async () => {
    fixture.workspace()
    const sent = async (...args: readonly string[]) => {
      const before = fixture.sink.requests.length
      expect(await run(args)).toMatchObject({ code: 0, stderr: '' })
      return fixture.asked().slice(before)
    }
    expect(await sent('shop')).toEqual(['/Add?workspace', '/List?workspace', '/Me?workspace'])
    expect(await sent('shop/books', '--env', 'Local')).toEqual(['/Add?local', '/List?local'])
    expect(await sent('shop/books/old')).toEqual(['/Add?workspace'])
    expect(await sent('shop/books/list.yml', 'shop/users')).toEqual(['/List?workspace', '/Me?workspace'])
    expect(await sent('shop', '--env', 'shop/environments/local.yml', '--only', 'tag:me')).toEqual([
      '/Me?local',
    ])
    expect(await sent('shop', '--folder', 'Old', '--env-var', 'where=typed')).toEqual(['/Add?typed'])
    expect(await sent('shop', '--skip', 'A*', '--skip', 'Books/List', '--var', 'where=var')).toEqual([
      '/Me?var',
    ])
  })

  test('files and folders of other clients', async () => {
    const { url } = fixture.sink
    fixture.write('h.json', {
      v: 2,
      name: 'H',
      folders: [],
      requests: [
        {
          v: '1',
          name: 'A',
          method: 'GET',
          endpoint: `${url}/hoppscotch`,
          params: [],
          headers: [],
          preRequestScript: '',
          testScript: 'pw.test("t", () => pw.expect(pw.response.status).toBe(200))',
          auth: { authType: 'none', authActive: true },
          body: { contentType: null, body: null },
        },
      ],
    })
    fixture.write('i.json', {
      _type: 'export',
      __export_format: 4,
      resources: [
        { _id: 'wrk_1', _type: 'workspace', name: 'I', parentId: null },
        {
          _id: 'req_1',
          _type: 'request',
          parentId: 'wrk_1',
          name: 'A',
          method: 'GET',
          url: `${url}/insomnia`,
        },
      ],
    })
    fixture.write('b/bruno.json', { version: '1', name: 'B', type: 'collection' })
    fixture.write('b/node_modules/x/a.bru', 'not read')
    fixture.write(
      'b/a.bru',
      `meta {\n  name: A\n  type: http\n  seq: 1\n}\n\nget {\n  url: ${url}/bruno\n}\n\ntests {\n  test("t", function() { expect(res.status).to.equal(200) })\n}\n`,
    )
    const { code, results } = await report(['h.json', 'i.json', 'b'])
    expect(code).toBe(0)
    expect(fixture.asked()).toEqual(['/hoppscotch', '/insomnia', '/bruno'])
    expect(results.map((one: { tests: object[] }) => one.tests)).toEqual([
      [{ name: 't', passed: true, reason: null, tookMs: expect.any(Number) }],
      [],
      [{ name: 't', passed: true, reason: null, tookMs: expect.any(Number) }],
    ])
  })

  test('as YAML files, where a folder has the file of an older Bruno as well', async () => {
    fixture.write('b/bruno.json', { version: '1', name: 'B', type: 'collection' })
    fixture.write('b/opencollection.yml', 'opencollection: 1.0.0\ninfo:\n  name: B\n')
    fixture.write(
      'b/a.yml',
      `info:\n  name: A\n  type: http\nhttp:\n  method: GET\n  url: ${fixture.sink.url}/yaml\n`,
    )
    for (const path of ['b', 'b/a.yml']) expect(await report([path])).toMatchObject({ code: 0 })
    expect(fixture.asked()).toEqual(['/yaml', '/yaml'])
  })

  test('with the environment of a Postman file, whose secrets scripts may read but no output shows', async () => {
    postman([
      {
        name: 'A',
        url: `${fixture.sink.url}/{{plain}}?{{hidden}}`,
        tests: 'pm.test(pm.environment.get("hidden"), () => {})',
      },
    ])
    fixture.write('e.json', {
      name: 'E',
      _postman_variable_scope: 'environment',
      values: [
        { key: 'plain', value: 'p', enabled: true },
        { key: 'hidden', value: 'c4n4ry-long-enough', type: 'secret', enabled: true },
      ],
    })
    const { code, stdout } = await run(['c.json', '--env', 'e.json', '--allow-secrets', '--verbose'])
    expect(fixture.asked()).toEqual(['/p?c4n4ry-long-enough'])
    expect(stdout).not.toContain('c4n4ry')
    expect(code).toBe(0)
  })

  test('once for each row of a data file, whose types scripts see', async () => {
    postman([
      {
        name: 'A',
        url: `${fixture.sink.url}/{{n}}`,
        tests: 'pm.test("type", () => pm.expect(pm.iterationData.get("n")).to.be.a("number"))',
      },
    ])
    fixture.write('d.csv', 'n,s\n1,x\n2,y\n')
    expect(await run(['c.json', '--data', 'd.csv'])).toMatchObject({ code: 0 })
    fixture.write('d.json', [{ n: 3 }, { n: 4 }])
    expect(await run(['c.json', '--data', 'd.json', '-n', '3'])).toMatchObject({ code: 0 })
    expect(fixture.asked()).toEqual(['/1', '/2', '/3', '/4', '/4'])
  })

  test('with cookies that last for the run only', async () => {
    const { baseUrl } = fixture.demo
    const has = (count: number) =>
      `pm.test("t", () => pm.expect(Object.keys(pm.response.json().cookies)).to.have.lengthOf(${count}))`
    postman([
      { name: 'Before', url: `${baseUrl}/cookies`, tests: has(0) },
      { name: 'Set', url: `${baseUrl}/cookies/set?a=1` },
      { name: 'After', url: `${baseUrl}/cookies`, tests: has(1) },
    ])
    expect((await run(['c.json'])).code).toBe(0)
    expect((await run(['c.json'])).code).toBe(0)
  })

  test('in the order that scripts request only if that is on', async () => {
    const items = ['a', 'b', 'c'].map(name => ({ name, url: `${fixture.sink.url}/${name}` }))
    postman([{ ...items[0], tests: 'pm.execution.setNextRequest("c")' } as never, ...items.slice(1)])
    await run(['c.json'])
    await run(['c.json', '--script-order'])
    expect(fixture.asked()).toEqual(['/a', '/b', '/c', '/a', '/c'])
  })

  test('with bundled libraries by require only if that is on', async () => {
    postman([
      {
        name: 'A',
        url: fixture.sink.url,
        tests: 'pm.test("t", () => pm.expect(require("lodash").sum([1, 2])).to.equal(3))',
      },
    ])
    const { code, stdout } = await run(['c.json'])
    expect(code).toBe(1)
    expect(stdout).toContain('Use the global _, or turn on')
    expect(await run(['c.json', '--script-libraries'])).toMatchObject({ code: 0 })
    const words = ['send', 'c.json', '--only', 'A', '--script-libraries']
    expect((await fixture.runCommand(words)).code).toBe(0)
  })

  test('notes on scripts are under their request, and in JSON', async () => {
    const script = '\npm.execution.setNextRequest("c")'
    postman([{ name: 'A', url: fixture.sink.url, tests: script }])
    const note =
      'pm.execution.setNextRequest (line 2) has no effect, as scripts may not change the order of this run'
    expect((await run(['c.json'])).stdout).toContain(`│ Note: ${note}.`)
    const { results } = await report(['c.json'])
    expect(results).toMatchObject([
      { notices: [], notes: [{ member: 'pm.execution.setNextRequest', line: 2, text: note }] },
    ])
    expect((await report(['c.json', '--script-order'])).results).toMatchObject([{ notes: [] }])
  })

  test('no live stream, and a note says so', async () => {
    postman([
      { name: 'Stream', url: `${fixture.demo.baseUrl}/events` },
      { name: 'A', url: fixture.sink.url },
    ])
    const { code, stdout } = await run(['c.json'])
    expect(stdout).toContain('– GET Stream  a live stream, which a run does not wait for')
    expect(stdout).toContain('2 requests: 0 passed, 0 failed, 1 no tests, 1 skipped')
    expect(code).toBe(0)
  })
})

describe('options of a run', () => {
  test('--bail ends it with the first failure', async () => {
    postman([
      { name: 'A', url: 'http://127.0.0.1:1' },
      { name: 'B', url: fixture.sink.url },
    ])
    const { code, summary } = await report(['c.json', '--bail', '-n', '3'])
    expect(code).toBe(2)
    expect(summary).toMatchObject({ state: 'stoppedOnFailure', requests: { total: 1 } })
    expect(fixture.asked()).toEqual([])
  })

  test('retries failed requests, and polls requests until they pass', async () => {
    let count = 0
    const server = createServer((_, response) => {
      count += 1
      response.writeHead(count % 3 === 0 ? 200 : 503).end()
    })
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
    const address = server.address()
    const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
    postman([{ name: 'A', url, tests: ok }])
    expect((await report(['c.json', '--retries', '2', '--retry-delay', '1'])).results).toMatchObject([
      { status: 'passed', sends: 3 },
    ])
    expect((await report(['c.json', '--poll', 'A', '--poll-every', '1'])).results).toMatchObject([
      { status: 'passed', sends: 3 },
    ])
    expect(await report(['c.json', '--retries', '1', '--retry-delay', '1'])).toMatchObject({
      code: 1,
      results: [{ sends: 2 }],
    })
    await new Promise(resolve => server.close(resolve))
  })

  test('runs iterations at the same time, each with its own values', async () => {
    postman([
      { name: 'A', url: fixture.sink.url, pre: 'pm.environment.set("mine", pm.info.iteration)' },
      {
        name: 'B',
        url: fixture.sink.url,
        tests:
          'pm.test("mine", () => pm.expect(pm.environment.get("mine")).to.equal(String(pm.info.iteration)))',
      },
    ])
    const { code, summary } = await report(['c.json', '-n', '12', '--parallel', '4'])
    expect(code).toBe(0)
    expect(summary.tests).toEqual({ passed: 12, failed: 0 })
  })

  test('sends only what failed before with --failed-in', async () => {
    postman([
      { name: 'A', url: `${fixture.sink.url}/a` },
      { name: 'B', url: `${fixture.sink.url}/b`, tests: 'nope()' },
      { name: 'C', url: `${fixture.sink.url}/c` },
    ])
    await run(['c.json', '--reporter', 'json=last.json'])
    await run(['c.json', '--failed-in', 'last.json'])
    expect(fixture.asked()).toEqual(['/a', '/b', '/c', '/b'])
    postman([{ name: 'B', url: fixture.sink.url }])
    await run(['c.json', '--reporter', 'json=last.json', '--force'])
    expect(await run(['c.json', '--failed-in', 'last.json'])).toMatchObject({
      code: 3,
      stderr: expect.stringContaining('Nothing failed in last.json'),
    })
  })
})
