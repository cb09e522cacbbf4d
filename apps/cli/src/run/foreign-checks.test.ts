import { startSink } from '@parley/testkit'
import { describe, expect, test } from 'vitest'
import { useRunFixture } from './run-fixture.testkit.ts'

const fixture = useRunFixture()

const bru = (name: string, blocks: string) =>
  `meta {\n  name: ${name}\n  type: http\n  seq: 1\n}\n\nget {\n  url: ${fixture.sink.url}/${name}?{{status}}\n}\n\n${blocks}\n`
const yaml = (name: string, runtime: string) =>
  `info:\n  name: ${name}\n  type: http\nhttp:\n  method: GET\n  url: ${fixture.sink.url}/${name}?{{status}}\nruntime:\n${runtime}\n`

/** Files of other clients with an assertion on the status, and a variable that is set from the response. */
const files: Readonly<Record<string, (expected: string) => string>> = {
  'assert and vars:post-response of Bruno': expected => {
    fixture.write('b/bruno.json', { version: '1', name: 'B', type: 'collection' })
    fixture.write(
      'b/one.bru',
      bru(
        'one',
        `vars:post-response {\n  status: res.status\n}\n\nassert {\n  res.status: eq ${expected}\n}`,
      ),
    )
    return 'b/one.bru'
  },
  'an export of Bruno': expected => {
    const request = {
      url: `${fixture.sink.url}/one`,
      method: 'GET',
      assertions: [{ name: 'res.status', value: `eq ${expected}`, enabled: true }],
      vars: { res: [{ name: 'status', value: 'res.status', enabled: true }] },
    }
    return fixture.write('b.json', {
      name: 'B',
      version: '1',
      items: [{ type: 'http', name: 'one', seq: 1, request }],
      environments: [],
      brunoConfig: { version: '1', name: 'B', type: 'collection' },
    })
  },
  'runtime.assertions and runtime.actions of OpenCollection': expected => {
    fixture.write('o/opencollection.yml', 'opencollection: 1.0.0\ninfo:\n  name: O\n')
    fixture.write(
      'o/one.yml',
      yaml(
        'one',
        `  assertions:\n    - expression: res.status\n      operator: eq\n      value: "${expected}"\n  actions:\n    - type: set-variable\n      phase: after-response\n      selector:\n        expression: res.status\n        method: jsonq\n      variable:\n        name: status\n        scope: runtime`,
      ),
    )
    return 'o/one.yml'
  },
}

describe.each(Object.entries(files))('%s', (_, write) => {
  test('are checked in runs, and a run fails with them', async () => {
    const passed = await fixture.report([write('200')])
    expect(passed.code).toBe(0)
    expect(passed.results[0]).toMatchObject({
      tests: [{ name: expect.stringContaining('res.status'), passed: true }],
      sessionValues: [{ name: 'status', text: '200' }],
    })
    const failed = await fixture.report([write('500')])
    expect(failed.code).toBe(1)
    expect(failed.results[0].tests).toMatchObject([{ passed: false, reason: 'expected 200 to equal 500' }])
  })

  test('are checked by parley send', async () => {
    expect(await fixture.runCommand(['send', write('200')])).toMatchObject({ code: 0 })
    const failed = await fixture.runCommand(['send', write('500')])
    expect(failed).toMatchObject({ code: 1, stderr: expect.stringContaining('expected 200 to equal 500') })
  })
})

test('a request that a script skips is not sent, fails nothing, and is skipped in every report', async () => {
  fixture.postman([
    { name: 'Skipped', url: `${fixture.sink.url}/skipped`, pre: 'pm.execution.skipRequest()' },
    { name: 'Sent', url: `${fixture.sink.url}/sent` },
  ])
  const names = ['json', 'junit', 'html', 'tap', 'github']
  const { code, stdout } = await fixture.run([
    'c.json',
    ...['-r', 'cli'],
    ...names.flatMap(name => ['-r', `${name}=r.${name}`]),
  ])
  expect(code).toBe(0)
  expect(fixture.asked()).toEqual(['/sent'])
  const texts = { cli: stdout, ...Object.fromEntries(names.map(name => [name, fixture.read(`r.${name}`)])) }
  for (const [name, text] of Object.entries(texts)) expect(text, name).toMatch(/skip/i)
  expect(JSON.parse(fixture.read('r.json')).results).toMatchObject([
    { name: 'Skipped', status: 'skipped', skipped: 'SKIPPED_BY_SCRIPT' },
    { name: 'Sent', status: 'untested' },
  ])
})

test('tests of Thunder Client compare long integers by all their digits, and set them', async () => {
  const id = '1234567890123456789'
  const answer = { statusCode: 200, headers: ['Content-Type', 'application/json'], content: `{"id":${id}}` }
  const server = await startSink(() => answer)
  try {
    const cases = [
      { type: 'json-query', custom: 'json.id', action: 'equal', value: id },
      { type: 'json-query', custom: 'json.id', action: 'equal', value: '1234567890123456790' },
      { type: 'json-query', custom: 'json.id', action: 'notequal', value: '1234567890123456790' },
      { type: 'json-query', custom: 'json.id', action: '>', value: '1234567890123456788' },
      { type: 'set-env-var', custom: 'json.id', action: 'setto', value: '{{id}}' },
    ]
    const request = {
      _id: 'r',
      colId: 'c',
      containerId: '',
      name: 'r',
      method: 'GET',
      headers: [],
      params: [],
    }
    const { code, results, stderr } = await fixture.report([
      fixture.write('tc.json', {
        client: 'Thunder Client',
        collectionName: 'C',
        folders: [],
        requests: [{ ...request, url: server.url, tests: cases }],
      }),
    ])
    expect({ code, stderr }).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('could not be written as a script'),
    })
    expect(results[0]).toMatchObject({
      tests: [{ passed: true }, { passed: false }, { passed: true }],
      sessionValues: [{ name: 'id', text: id }],
    })
  } finally {
    await server.close()
  }
})
