import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type HttpRequest, type NewRequestFields, newAuth, newHttpRequest, noScripts } from '@parley/model'
import { startSink, waitFor } from '@parley/testkit'
import { beforeEach, describe, expect, test } from 'vitest'
import type { SecretQuestion } from '../contract/index.ts'
import { useSharedServerWithSamples } from '../shared-server.testkit.ts'
import { sampleId } from '../start-test-server.testkit.ts'
import { openVariables, saveVariables, secretOwners } from '../variables/secret-owners.testkit.ts'
import type { WatchedWindow } from '../watch-window.testkit.ts'

const running = useSharedServerWithSamples({ windowGraceMs: 0 })
let window: WatchedWindow

beforeEach(async () => {
  window = running.window
  await waitFor(() => questions().length === 0, 'the end of what the previous test asked')
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

const sink = () => `127.0.0.1:${new URL(running.demo.baseUrl).port}`

/** Sends a request with the secret to a host that its pre-request script sets. */
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

test('the user is asked about a host that a script chose, once for each secret and origin (SB8)', async () => {
  const first = await send(bySession())
  const asked = await question()
  expect(asked).toMatchObject({
    origin: `http://${sink()}`,
    secretNames: ['clientSecret'],
    chosenBy: 'script',
  })
  expect(await running.client.sends.allowSecret({ questionId: asked.questionId, isAllowed: true })).toEqual({
    wasOpen: true,
  })
  await window.waitForState(first, 'answered')
  await waitFor(() => questions().length === 0, 'the question to be gone')
  await window.waitForState(await send(bySession()), 'answered')
  expect(questions()).toEqual([])
})

test('a refused secret is sent nowhere, and the next send asks again', async () => {
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

test('Cancel closes the question with the send', async () => {
  const sendId = await send(`tool.variables.set('host', '${sink()}')`)
  await question()
  await running.client.sends.cancel({ sendId })
  const { failure } = await window.waitForState(sendId, 'failed')
  expect(failure.kind).toBe('cancelled')
  await waitFor(() => questions().length === 0, 'the question to be gone')
})

test('no question is asked if the user typed the host, or the script set the same one', async () => {
  await window.waitForState(await send('', `http://${sink()}/v1/echo`), 'answered')
  const path = `tool.variables.set('path', 'echo')`
  await window.waitForState(await send(path, `http://${sink()}/v1/{{path}}`), 'answered')
  expect(questions()).toEqual([])
})

/** Sends and waits for a question; null if the send ends without one. */
async function questionOf(sendId: string): Promise<SecretQuestion | null> {
  await waitFor(
    () => questions().length > 0 || ['answered', 'failed'].includes(window.latest(sendId)?.state ?? ''),
    'the question, or the end of the send',
  )
  return questions()[0] ?? null
}

async function startRequest(fields: NewRequestFields): Promise<string> {
  const sendId = crypto.randomUUID()
  const parentId = await sampleId(running.client)
  const { windowId } = window
  const request = newHttpRequest(fields)
  await running.client.sends.start({ windowId, sendId, requestId: 'r1', parentId, request })
  return sendId
}

const setsHost = () => ({ ...noScripts, preRequest: `tool.variables.set('host', '${sink()}')` })

test('a permission is valid only in its workspace', async () => {
  const first = await send(bySession())
  await running.client.sends.allowSecret({ questionId: (await question()).questionId, isAllowed: true })
  await window.waitForState(first, 'answered')
  const folder = join(running.folder, 'other')
  mkdirSync(join(folder, 'C'), { recursive: true })
  writeFileSync(join(folder, 'workspace.yml'), 'opencollection: 1.0.0\ninfo: {name: O}\n')
  writeFileSync(join(folder, 'C', 'opencollection.yml'), 'opencollection: 1.0.0\ninfo: {name: C}\n')
  await running.client.workspaces.open({ folder })
  const made = await running.client.environments.create({
    name: 'Local',
    variables: [
      {
        variable: { name: 'clientSecret', enabled: true, secret: true, allowedToScripts: false },
        secretValue: 'canary-2e8c',
      },
    ],
  })
  if (made.state === 'failed') throw new Error(made.sentence)
  await running.client.environments.activate({ id: made.id })
  const sendId = crypto.randomUUID()
  const parentId = (await running.client.library.readTree()).collections[0]?.id ?? null
  await running.client.sends.start({
    windowId: window.windowId,
    sendId,
    requestId: 'r2',
    parentId,
    request: newHttpRequest({
      url: 'http://{{host}}/v1/echo',
      headers: [{ name: 'X-Secret', value: '{{clientSecret}}', enabled: true }],
      scripts: setsHost(),
    }),
  })
  expect(await questionOf(sendId)).toMatchObject({ secretNames: ['clientSecret'] })
})

test('a permission is valid only for its environment, or for the text of a literal', async () => {
  const bearer = (token: string) =>
    startRequest({ url: 'http://{{host}}/v1/echo', auth: { type: 'bearer', token }, scripts: setsHost() })
  const first = await bearer('literal-1')
  const asked = await question()
  expect(asked).toMatchObject({ secretNames: ['Token'] })
  await running.client.sends.allowSecret({ questionId: asked.questionId, isAllowed: true })
  await window.waitForState(first, 'answered')
  await window.waitForState(await bearer('literal-1'), 'answered')
  expect(await questionOf(await bearer('literal-2'))).toMatchObject({ secretNames: ['Token'] })
})

test('one answer continues all sends that wait for it', async () => {
  const ids = [await send(bySession()), await send(bySession())]
  await waitFor(() => questions().length === 2, 'both questions')
  const [first] = questions()
  await running.client.sends.allowSecret({ questionId: first?.questionId ?? '', isAllowed: true })
  for (const id of ids) await window.waitForState(id, 'answered')
  expect(questions()).toEqual([])
})

test('Get New Access Token also asks if an earlier script set the address', async () => {
  const evil = await startSink(() => ({
    statusCode: 200,
    headers: ['Content-Type', 'application/json'],
    content: '{"access_token":"x","token_type":"bearer"}',
  }))
  const setting = await startRequest({
    url: `${running.demo.baseUrl}/books`,
    scripts: { ...noScripts, preRequest: `tool.environment.set('idHost', '127.0.0.1:${evil.port}')` },
  })
  await window.waitForState(setting, 'answered')
  const request = newHttpRequest({
    url: `${running.demo.baseUrl}/books`,
    auth: {
      ...newAuth('oauth2'),
      grantType: 'clientCredentials',
      tokenUrl: 'http://{{idHost}}/token',
      clientId: 'me',
      clientSecret: '{{clientSecret}}',
    },
  })
  const parentId = await sampleId(running.client)
  const signIn = async () => {
    const signInId = crypto.randomUUID()
    const { windowId } = window
    await running.client.auth.getNewAccessToken({ windowId, signInId, parentId, request })
    return (state: string) =>
      waitFor(
        () =>
          window.events.some(
            event => event.type === 'signIn' && event.signInId === signInId && event.progress.state === state,
          ),
        `the sign-in to be ${state}`,
      )
  }
  const refused = await signIn()
  const asked = await question()
  expect(asked).toMatchObject({ origin: evil.url, secretNames: ['clientSecret'] })
  await running.client.sends.allowSecret({ questionId: asked.questionId, isAllowed: false })
  await refused('failed')
  expect(evil.requests).toEqual([])
  await waitFor(() => questions().length === 0, 'the question to be gone')
  const allowed = await signIn()
  await running.client.sends.allowSecret({ questionId: (await question()).questionId, isAllowed: true })
  await allowed('given')
  expect(evil.requests).toHaveLength(1)
  await evil.close()
})

describe('a secret without a value on this machine', () => {
  /** The address of an endpoint that does not echo the request. */
  const url = () => `${running.demo.baseUrl}/status/204`
  const collectionFile = () => join(running.workspaceFolder, 'Bookshop API', 'opencollection.yml')

  /** Writes the collection as a clone contains it: its token is listed, but has no value. */
  function writeClone(): string {
    const text = readFileSync(collectionFile(), 'utf8')
    const listed = text.replace('    secrets:\n', '    secrets:\n      - auth.token\n')
    const clone = listed.replace('"{{token}}"', "''")
    writeFileSync(collectionFile(), clone)
    return clone
  }

  async function start(fields: NewRequestFields, below?: string): Promise<string> {
    const sendId = crypto.randomUUID()
    const request = newHttpRequest({ url: url(), ...fields })
    const parentId = below ?? (await sampleId(running.client))
    await running.client.sends.start({
      windowId: window.windowId,
      sendId,
      requestId: 'r1',
      parentId,
      request,
    })
    return sendId
  }

  test('is requested once: a variable of the active environment', async () => {
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

  test.each(['collection', 'folder'] as const)(
    'is requested once: a variable of a %s, whose file stays as it is',
    async kind => {
      const { client } = running
      const { place, file } = await secretOwners[kind](client)
      const variable = { name: 'pin', enabled: true, secret: true, allowedToScripts: false } as const
      await saveVariables(client, place, [{ variable, secretValue: null }])
      const path = join(running.workspaceFolder, file ?? '')
      const before = readFileSync(path, 'utf8')
      const parentId = place.kind === 'folder' ? place.id : await sampleId(client)
      const headers = [{ name: 'X-Key', value: '{{pin}}', enabled: true }]
      const name = kind === 'folder' ? 'Own' : 'Bookshop API'
      const sendId = await start({ headers }, parentId)
      const asked = await question()
      expect(asked).toMatchObject({
        secrets: [{ kind: 'variable', name: 'pin', place: { kind, name } }],
      })
      await client.sends.giveSecrets({ questionId: asked.questionId, texts: ['canary-5d0b'] })
      await window.waitForState(sendId, 'answered')
      await window.waitForState(await start({ headers }, parentId), 'answered')
      expect(questions()).toEqual([])
      expect(await openVariables(client, place)).toEqual([{ variable, secretValue: 'canary-5d0b' }])
      expect(readFileSync(path, 'utf8')).toBe(before)
      const scripts = { ...noScripts, preRequest: 'pm.variables.get("pin")' }
      const stopped = await start({ headers, scripts }, parentId)
      expect(await window.waitForState(stopped, 'failed')).toMatchObject({
        failure: { scriptError: { message: 'Secret variable "pin" is withheld from scripts' } },
      })
      const entries = await client.history.list({})
      const kept = await client.history.read({ id: entries.entries[0]?.id ?? '' })
      expect(JSON.stringify(kept)).toContain('{{pin}}')
      expect(JSON.stringify(kept)).not.toContain('canary-5d0b')
    },
  )

  test('is requested once: a field of the collection, whose file stays as it is', async () => {
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
    const container = await running.client.library.readContainer({ id: await sampleId(running.client) })
    expect(JSON.stringify(container)).toContain('canary-9c2e')
    for (const entry of readdirSync(running.folder, { recursive: true, withFileTypes: true }))
      if (entry.isFile())
        expect(readFileSync(join(entry.parentPath, entry.name), 'latin1'), entry.name).not.toContain(
          'canary-9c2e',
        )
  })

  test('stays the current question when a later send asks about a host (attacks UI11)', async () => {
    writeClone()
    await start({})
    const asked = await question()
    await startRequest({
      url: 'http://{{host}}/v1/echo',
      headers: [{ name: 'X-Secret', value: '{{clientSecret}}', enabled: true }],
      scripts: setsHost(),
      auth: { type: 'none' },
    })
    await waitFor(() => questions().length === 2, 'the second question')
    expect(questions().map(({ kind }) => kind)).toEqual(['values', 'origin'])
    expect(questions()[0]).toEqual(asked)
  })

  test('is requested: a field of the request that the draft does not have either', async () => {
    const parentId = await sampleId(running.client)
    const auth = { type: 'basic', username: 'ann', password: 'p' } as const
    const made = await running.client.library.createRequest({
      parentId,
      request: newHttpRequest({ name: 'Own', url: url(), auth }),
    })
    if (made.state === 'failed') throw new Error(made.sentence)
    const path = join(collectionFile(), '..', 'Own.yml')
    // Another machine saved the file with a token, which has no value here.
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
