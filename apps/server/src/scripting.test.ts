import { randomUUID } from 'node:crypto'
import { type NewRequestFields, newHttpRequest, noScripts } from '@parley/model'
import { waitFor } from '@parley/testkit'
import { beforeEach, expect, test } from 'vitest'
import { useSharedServer } from './shared-server.testkit.ts'
import { type WatchedWindow, watchWindow } from './watch-window.testkit.ts'

const running = useSharedServer()
let window: WatchedWindow

beforeEach(() => {
  window = running.window
})

async function send(fields: NewRequestFields, state: 'answered' | 'failed' = 'answered') {
  const sendId = randomUUID()
  const request = newHttpRequest({ method: 'GET', url: `${running.demo.baseUrl}/books/1204`, ...fields })
  const { windowId } = window
  await running.client.sends.start({ windowId, sendId, requestId: 'r1', parentId: null, request })
  return window.waitForState(sendId, state)
}

function waitForValues({ events }: WatchedWindow, count: number) {
  const hasThem = () => events.findLast(event => event.type === 'sessionValues')?.values.length === count
  return waitFor(hasThem, `${count} session values`)
}

function lastValues() {
  return window.events.findLast(event => event.type === 'sessionValues')?.values
}

test('scripts run before and after the send, and report their tests', async () => {
  const scripts = {
    ...noScripts,
    preRequest: `tool.test('before', () => {}); tool.variables.set('id', 1204)`,
    postResponse: `
      tool.test('status', () => tool.response.to.have.status(200))
      tool.test('id', () => tool.expect(tool.response.json().id).to.equal(2))
      tool.test('requestId', () => tool.expect(pm.info.requestId).to.equal('r1'))
      nothing.at.all`,
  }
  const progress = await send({ url: `${running.demo.baseUrl}/books/{{id}}`, scripts })
  expect(progress).toMatchObject({
    tests: {
      results: [
        { name: 'before', passed: true },
        { name: 'status', passed: true },
        { name: 'id', passed: false },
        { name: 'requestId', passed: true },
      ],
      scriptErrors: [{ owner: 'request', phase: 'postResponse', line: 5 }],
    },
  })
})

test('a pre-request script that throws sends nothing', async () => {
  const scripts = { ...noScripts, preRequest: '\nthrow new Error("no token")' }
  expect(await send({ scripts }, 'failed')).toMatchObject({
    failure: { kind: 'script', subject: 'no token', scriptError: { line: 2 } },
    attempt: null,
  })
})

test('values that scripts set for the session are visible to other requests and reported to every window', async () => {
  const other = await watchWindow(running.client)
  const postResponse = "pm.environment.set('token', 't1'); pm.environment.set('long', 'x'.repeat(5000))"
  await send({ name: 'Sign in', scripts: { ...noScripts, postResponse } })
  const setBy = { requestName: 'Sign in', owner: 'request', phase: 'postResponse' }
  expect(lastValues()).toEqual([
    { name: 'token', text: 't1', isCut: false, setBy },
    { name: 'long', text: 'x'.repeat(1000), isCut: true, setBy },
  ])
  await waitForValues(other, 2)
  const listed = await running.client.variables.list({ parentId: null })
  expect(listed).toContainEqual({ name: 'token', value: 't1', scope: 'session', setBy })
  const echoed = await send({
    url: `${running.demo.baseUrl}/echo?t={{token}}`,
    method: 'POST',
  })
  expect(echoed).toMatchObject({ exchange: { request: { targetUri: expect.stringContaining('?t=t1') } } })
  await running.client.sessionValues.remove({ name: 'long' })
  await waitForValues(window, 1)
  await running.client.sessionValues.clear()
  await waitForValues(other, 0)
  expect(await running.client.variables.list({ parentId: null })).not.toContainEqual(
    expect.objectContaining({ scope: 'session' }),
  )
  await other.close()
})

test('console lines are sent to the window only if the settings show them', async () => {
  const scripts = { ...noScripts, preRequest: "console.log('a', { b: 1 }); console.error('c')" }
  await send({ name: 'Quiet', scripts })
  const { settings } = window.events.find(event => event.type === 'settings') ?? {}
  if (settings === undefined) throw new Error('No settings came')
  await running.client.settings.write({
    settings: { ...settings, editor: { ...settings.editor, showScriptConsole: true } },
  })
  await send({ name: 'Loud', scripts })
  expect(window.events.filter(event => event.type === 'console')).toEqual([
    {
      type: 'console',
      requestName: 'Loud',
      lines: [
        { level: 'log', text: 'a {"b":1}' },
        { level: 'error', text: 'c' },
      ],
    },
  ])
})

test('Cancel stops a script, and the next one runs', async () => {
  const sendId = randomUUID()
  const scripts = { ...noScripts, preRequest: 'while (true) {}' }
  const request = newHttpRequest({ method: 'GET', url: running.demo.baseUrl, scripts })
  const { windowId } = window
  await running.client.sends.start({ windowId, sendId, requestId: 'r1', parentId: null, request })
  expect(await running.client.sends.cancel({ sendId })).toEqual({ wasRunning: true })
  expect(await window.waitForState(sendId, 'failed')).toMatchObject({ failure: { kind: 'cancelled' } })
  await send({ scripts: { ...noScripts, preRequest: "tool.test('runs', () => {})" } })
})
