import { randomUUID } from 'node:crypto'
import { type HttpRequest, newHttpRequest, noScripts, type Scripts, writeItem } from '@parley/model'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { useRunFixture } from '../apps/cli/src/run/run-fixture.testkit.ts'
import { collectionOf, runEnd, startRun } from '../apps/server/src/runs/run-fixture.testkit.ts'
import { startTestServer, type TestServer } from '../apps/server/src/start-test-server.testkit.ts'
import { type WatchedWindow, watchWindow } from '../apps/server/src/watch-window.testkit.ts'

/**
 * Attacks SB11: one canary through every place that has scripts, in every program. Its output differs between
 * the sandbox's engine and Node's, so a place with an engine of its own would be noticed.
 */
const canary = `[
  typeof InternalError,
  ...['process', 'module', 'fetch', 'WebAssembly', 'global'].map(name => {
    try { return (() => {}).constructor('return typeof ' + name)() } catch (e) { return e.name }
  }),
  (() => { try { return typeof res('constructor.constructor("return process")()') } catch { return 'undefined' } })(),
].join('-')`
const ofSandbox = 'function-undefined-undefined-undefined-undefined-undefined-undefined'

/** Text that other clients would execute. */
// biome-ignore lint/suspicious/noTemplateCurlyInString: other clients would replace this placeholder.
const typedText = '{{= 7*7}} ${7*7} {% now %} {{range.constructor("return process")()}}'

/** Each script reports as a test; the one before the send cannot have tests and reports by a header. */
const scripts: Scripts = {
  ...noScripts,
  preRequest: `req.setHeader('X-Canary', 'before:' + ${canary})`,
  postResponse: `tool.test('after:' + ${canary}, () => {})`,
  tests: `tool.test('tests:' + ${canary}, () => {})`,
}

const fixture = useRunFixture()

let running: TestServer
let window: WatchedWindow

beforeAll(async () => {
  running = await startTestServer()
  window = await watchWindow(running.client)
})

afterAll(async () => {
  await window.close()
  await running.close()
})

function canaryRequest(): HttpRequest {
  return newHttpRequest({
    name: 'Canary',
    url: fixture.sink.url,
    headers: [{ name: 'X-Typed', value: typedText, enabled: true }],
    scripts,
  })
}

/** Every way to run scripts. Resolves to everything reported about the tests. */
const ways: Readonly<Record<string, () => Promise<unknown>>> = {
  'a send of the page': async () => {
    const sendId = randomUUID()
    const { windowId } = window
    const request = canaryRequest()
    await running.client.sends.start({ windowId, sendId, requestId: 'r1', parentId: null, request })
    return window.waitForState(sendId, 'answered')
  },
  'a run of the page': async () => {
    const targetId = await collectionOf(running.client, 'Canaries', [canaryRequest()])
    const runId = await startRun(running.client, window, targetId)
    await runEnd(window, runId)
    return running.client.runs.readResult({ runId, index: 0 })
  },
  'parley run of a workspace': async () => {
    fixture.write('shop/opencollection.yml', 'opencollection: 1.0.0\ninfo:\n  name: Shop\n')
    fixture.write('shop/canary.yml', writeItem(canaryRequest()))
    return (await fixture.report(['shop'])).results
  },
  'parley run of a Postman collection': async () => {
    const { preRequest: pre, postResponse, tests } = scripts
    const header = [{ key: 'X-Typed', value: typedText }]
    fixture.postman([
      { name: 'Canary', url: fixture.sink.url, header, pre, tests: `${postResponse};${tests}` },
    ])
    return (await fixture.report(['c.json'])).results
  },
}

test.each(Object.keys(ways))('%s runs scripts in the sandbox (SB11)', async name => {
  const reported = JSON.stringify(await ways[name]?.())
  expect(reported).toContain(`after:${ofSandbox}`)
  expect(reported).toContain(`tests:${ofSandbox}`)
  const [sent] = fixture.sink.requests
  expect(sent?.headers).toContainEqual({ name: 'X-Canary', value: `before:${ofSandbox}` })
  expect(sent?.headers).toContainEqual({ name: 'X-Typed', value: typedText })
})
