import { newHttpRequest, noScripts } from '@parley/model'
import { waitFor } from '@parley/testkit'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { SecretQuestion } from '../contract/index.ts'
import { sampleId, startTestServer, type TestServer } from '../start-test-server.testkit.ts'
import { type WatchedWindow, watchWindow } from '../watch-window.testkit.ts'

let running: TestServer
let window: WatchedWindow

beforeEach(async () => {
  running = await startTestServer()
  window = await watchWindow(running.client)
  const made = await running.client.environments.create({
    name: 'Local',
    variables: [
      {
        variable: {
          name: 'clientSecret',
          enabled: true,
          secret: true,
          allowedToScripts: false,
        },
        secretValue: 'canary-1d7b',
      },
    ],
  })
  if (made.state === 'failed') throw new Error(made.sentence)
  await running.client.environments.activate({ id: made.id })
})

afterEach(async () => {
  await window.close()
  await running.close()
})

const sink = () => `127.0.0.1:${new URL(running.demo.baseUrl).port}`

/** A send whose host is what its pre-request script says, and that holds the secret. */
async function send(preRequest: string, url = 'http://{{host}}/v1/echo'): Promise<string> {
  const sendId = crypto.randomUUID()
  const request = newHttpRequest({
    url,
    headers: [{ name: 'X-Secret', value: '{{clientSecret}}', enabled: true }],
    scripts: { ...noScripts, preRequest },
  })
  const parentId = await sampleId(running.client)
  await running.client.sends.start({ windowId: window.windowId, sendId, requestId: 'r1', parentId, request })
  return sendId
}

function questions(): readonly SecretQuestion[] {
  const latest = window.events.findLast(event => event.type === 'secretQuestions')
  return latest?.questions ?? []
}

async function question(): Promise<SecretQuestion> {
  await waitFor(() => questions().length > 0, 'the question')
  const [first] = questions()
  if (first === undefined) throw new Error('There is no question')
  return first
}

const bySession = () => `tool.variables.set('host', '${sink()}'); pm.environment.set('host', '${sink()}')`

test('a host that a script chose is asked for, once for each secret and host (SB8)', async () => {
  const first = await send(bySession())
  const asked = await question()
  expect(asked).toMatchObject({ host: sink(), secretNames: ['clientSecret'] })
  expect(await running.client.sends.allowSecret({ questionId: asked.questionId, isAllowed: true })).toEqual({
    wasOpen: true,
  })
  await window.waitForState(first, 'answered')
  await waitFor(() => questions().length === 0, 'the question to be gone')
  await window.waitForState(await send(bySession()), 'answered')
  expect(questions()).toEqual([])
})

test('a refused secret goes nowhere, and is asked for again', async () => {
  for (const _round of [1, 2]) {
    const sendId = await send(bySession())
    const { questionId } = await question()
    await running.client.sends.allowSecret({ questionId, isAllowed: false })
    const { failure, attempt } = await window.waitForState(sendId, 'failed')
    expect(failure.code).toBe('SECRET_HOST_NOT_ALLOWED')
    expect(attempt).toBeNull()
    await waitFor(() => questions().length === 0, 'the question to be gone')
  }
})

test('Cancel ends the question with the send', async () => {
  const sendId = await send(`tool.variables.set('host', '${sink()}')`)
  await question()
  await running.client.sends.cancel({ sendId })
  const { failure } = await window.waitForState(sendId, 'failed')
  expect(failure.kind).toBe('cancelled')
  await waitFor(() => questions().length === 0, 'the question to be gone')
})

test('nothing is asked where the user typed the host, or the script named the same one', async () => {
  await window.waitForState(await send('', `http://${sink()}/v1/echo`), 'answered')
  const path = `tool.variables.set('path', 'echo')`
  await window.waitForState(await send(path, `http://${sink()}/v1/{{path}}`), 'answered')
  expect(questions()).toEqual([])
})
