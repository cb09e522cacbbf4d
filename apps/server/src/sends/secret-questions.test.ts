import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type HttpRequest, newHttpRequest, noScripts } from '@parley/model'
import { waitFor } from '@parley/testkit'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
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

describe('a secret that this machine has no value for', () => {
  /** Says nothing of what it was sent. */
  const url = () => `${running.demo.baseUrl}/status/204`
  const collectionFile = () =>
    join(running.appDataFolder, 'workspaces', 'bookshop', 'Bookshop API', 'opencollection.yml')

  /** The collection as a clone of it has it: its token is named, and not there. */
  function writeClone(): string {
    const text = readFileSync(collectionFile(), 'utf8')
    const clone = `${text}request:\n  auth:\n    type: bearer\n    token: ''\nextensions:\n  parley:\n    secrets: [auth.token]\n`
    writeFileSync(collectionFile(), clone)
    return clone
  }

  async function start(fields: Partial<HttpRequest>): Promise<string> {
    const sendId = crypto.randomUUID()
    const request = newHttpRequest({ url: url(), ...fields })
    const parentId = await sampleId(running.client)
    await running.client.sends.start({
      windowId: window.windowId,
      sendId,
      requestId: 'r1',
      parentId,
      request,
    })
    return sendId
  }

  test('is asked for once: a variable of the active environment', async () => {
    const made = await running.client.environments.create({
      name: 'Clone',
      variables: [
        {
          variable: { name: 'apiKey', enabled: true, secret: true, allowedToScripts: false },
          secretValue: null,
        },
      ],
    })
    if (made.state === 'failed') throw new Error(made.sentence)
    await running.client.environments.activate({ id: made.id })
    const headers = [{ name: 'X-Key', value: '{{apiKey}}', enabled: true }]
    const sendId = await start({ headers })
    const asked = await question()
    expect(asked).toMatchObject({
      kind: 'values',
      secrets: [{ name: 'apiKey', place: { kind: 'environment', name: 'Clone' } }],
    })
    await running.client.sends.giveSecrets({ questionId: asked.questionId, texts: ['canary-9c2e'] })
    await window.waitForState(sendId, 'answered')
    const place = { kind: 'environment', id: made.id } as const
    expect(await running.client.variables.open({ place })).toMatchObject({
      variables: [{ secretValue: 'canary-9c2e' }],
    })
    await window.waitForState(await start({ headers }), 'answered')
    expect(questions()).toEqual([])
  })

  test('is asked for once: a field of the collection, whose file stays as it is', async () => {
    const clone = writeClone()
    const sendId = await start({})
    const asked = await question()
    expect(asked).toMatchObject({
      secrets: [{ name: 'Token', place: { kind: 'collection', name: 'Bookshop API' } }],
    })
    await running.client.sends.giveSecrets({ questionId: asked.questionId, texts: ['canary-9c2e'] })
    await window.waitForState(sendId, 'answered')
    await window.waitForState(await start({}), 'answered')
    expect(questions()).toEqual([])
    expect(readFileSync(collectionFile(), 'utf8')).toBe(clone)
    const branch = await running.client.library.readBranch({ id: await sampleId(running.client) })
    expect(JSON.stringify(branch)).toContain('canary-9c2e')
    for (const entry of readdirSync(running.appDataFolder, { recursive: true, withFileTypes: true }))
      if (entry.isFile())
        expect(readFileSync(join(entry.parentPath, entry.name), 'latin1'), entry.name).not.toContain(
          'canary-9c2e',
        )
  })

  test('is asked for: a field of the request, where the draft does not have it either', async () => {
    const parentId = await sampleId(running.client)
    const auth = { type: 'basic', username: 'ann', password: 'p' } as const
    const made = await running.client.library.createRequest({
      parentId,
      request: newHttpRequest({ name: 'Own', url: url(), auth }),
    })
    if (made.state === 'failed') throw new Error(made.sentence)
    const path = join(collectionFile(), '..', 'Own.yml')
    // What another machine has listed besides is unknown here.
    const text = readFileSync(path, 'utf8').replace('type: basic', 'type: bearer')
    writeFileSync(path, text.replace('auth.password', 'auth.token').replace(/ +username: ann\n/, ''))
    const draft = newHttpRequest({ url: url(), auth: { type: 'bearer', token: '' } })
    const ask = async (request: HttpRequest) => {
      const sendId = crypto.randomUUID()
      const { windowId } = window
      await running.client.sends.start({ windowId, sendId, requestId: made.id, parentId, request })
      return sendId
    }
    await window.waitForState(await ask({ ...draft, auth: { type: 'bearer', token: 'typed' } }), 'answered')
    expect(questions()).toEqual([])
    const sendId = await ask(draft)
    const asked = await question()
    expect(asked).toMatchObject({ secrets: [{ name: 'Token', place: { kind: 'request' } }] })
    await running.client.sends.giveSecrets({ questionId: asked.questionId, texts: null })
    const { failure } = await window.waitForState(sendId, 'failed')
    expect(failure.code).toBe('SECRET_MISSING')
    await waitFor(() => questions().length === 0, 'the question to be gone')
  })
})
