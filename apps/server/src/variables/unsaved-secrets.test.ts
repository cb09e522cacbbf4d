import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readingDeviceOutcomes } from '@parley/appdata'
import { newHttpRequest, noScripts } from '@parley/model'
import { waitFor } from '@parley/testkit'
import { expect, test } from 'vitest'
import type { EditedVariable, UnsavedDrafts } from '../contract/index.ts'
import { useSharedServerWithSamples } from '../shared-server.testkit.ts'
import { sampleId } from '../start-test-server.testkit.ts'
import { withDraft } from './unsaved-variables.ts'

const running = useSharedServerWithSamples({ windowGraceMs: 0 })
const canary = 'canary-77d1-unsaved'
const ofCollection = 'canary-c011-unsaved'
const secret = { secret: true, name: 'key', enabled: true, allowedToScripts: false } as const
const unsaved: UnsavedDrafts = {
  variables: [{ place: { kind: 'workspace' }, variables: [{ variable: secret, secretValue: canary }] }],
  containers: [],
}

/** Returns drafts in which the secret is an unsaved one of the sample's collection. */
async function unsavedInCollection(): Promise<UnsavedDrafts> {
  const id = await sampleId(running.client)
  const { content } = await running.client.library.readContainer({ id })
  const variables = [{ variable: secret, secretValue: ofCollection }]
  return { variables: [], containers: [{ id, defaults: { ...content.defaults, variables } }] }
}

interface Below {
  readonly parentId: string | null
  readonly unsaved: UnsavedDrafts
}

async function send(
  url: string,
  preRequest = '',
  below: Below = { parentId: null, unsaved },
): Promise<string> {
  const sendId = crypto.randomUUID()
  const scripts = { ...noScripts, preRequest }
  const request = newHttpRequest({
    url,
    headers: [{ name: 'X-Key', value: '{{key}}', enabled: true }],
    scripts,
  })
  const { windowId } = running.window
  await running.client.sends.start({ windowId, sendId, requestId: 'r1', request, ...below })
  return sendId
}

const drafts: readonly (readonly [owner: string, text: string, draftOf: () => Promise<Below>])[] = [
  ['workspace', canary, async () => ({ parentId: null, unsaved })],
  [
    'collection',
    ofCollection,
    async () => ({ parentId: await sampleId(running.client), unsaved: await unsavedInCollection() }),
  ],
]

test.each(drafts)(
  'an unsaved secret of the %s is sent, and hidden in the history and in everything read later (SE1)',
  async (_, text, draftOf) => {
    const below = await draftOf()
    const sendId = await send(`${running.demo.baseUrl}/echo`, '', below)
    const { exchange } = await running.window.waitForState(sendId, 'answered')
    expect(exchange.request.headers.find(({ name }) => name === 'X-Key')?.value).toBe(text)
    const { client, appDataFolder, workspaceFolder } = running
    await waitFor(async () => (await client.history.list({})).totalEntries === 1, 'the entry')
    const entry = await client.history.read({ id: sendId })
    expect(JSON.stringify(entry)).not.toContain(text)
    const secrets = () =>
      readingDeviceOutcomes(appDataFolder, [workspaceFolder], async device => {
        const known = await device.secrets()
        return known.ok ? known.value.filter(one => one.text === text) : []
      })
    // Agents and the assistant hide what is in this list, also in the response that has it.
    await waitFor(async () => (await secrets())?.length === 1, 'the secret to be kept')
    expect(await secrets()).toEqual([{ name: 'key', text }])
    await send(`${running.demo.baseUrl}/echo`, '', below)
    expect(await secrets()).toHaveLength(1)
    expect(readFileSync(join(appDataFolder, 'secrets.json'), 'utf8')).not.toContain(text)
    expect(readFileSync(join(workspaceFolder, 'workspace.yml'), 'utf8')).not.toContain('key')
  },
)

test('a host that a script chose gets an unsaved secret only if the user allows it (SE8)', async () => {
  const host = `127.0.0.1:${new URL(running.demo.baseUrl).port}`
  const sendId = await send('http://{{host}}/v1/echo', `tool.variables.set('host', '${host}')`)
  const asked = () => running.window.events.findLast(event => event.type === 'secretQuestions')?.questions[0]
  await waitFor(() => asked() !== undefined, 'the question')
  expect(asked()).toMatchObject({ secretNames: ['key'], origin: `http://${host}` })
  await running.client.sends.allowSecret({ questionId: asked()?.questionId ?? '', isAllowed: false })
  expect((await running.window.waitForState(sendId, 'failed')).failure.code).toBe('SECRET_HOST_NOT_ALLOWED')
})

test('lists and code show an unsaved secret by its name only (SE5)', async () => {
  const listed = await running.client.variables.list({ parentId: null, unsaved })
  expect(listed[0]).toEqual({ name: 'key', value: null, scope: 'workspace', unsavedIn: 'Workspace' })
  const code = await running.client.code.prepare({
    parentId: null,
    request: newHttpRequest({ url: `${running.demo.baseUrl}/{{key}}` }),
    unsaved,
    includesAuth: true,
    fillsVariables: true,
  })
  expect(JSON.stringify(code)).not.toContain(canary)
  expect(code).toMatchObject({ value: { secretNames: ['key'], unsaved: { values: [{ name: 'key' }] } } })
})

test.each<[string, EditedVariable]>([
  [
    'is made plain',
    {
      variable: { secret: false, name: 'key', value: { text: 'new' }, enabled: true },
      secretValue: null,
    },
  ],
  ['is allowed to scripts', { variable: { ...secret, allowedToScripts: true }, secretValue: 'new' }],
])('a saved secret that %s stays withheld until it is saved (SE9)', (_, row) => {
  const saved = { variables: [secret], secretVariables: new Map([['key', 'old']]) }
  const shown = withDraft(saved, [row], 'Local')
  expect(shown.variables).toEqual([secret])
  expect(shown.secretVariables).toEqual(new Map([['key', 'new']]))
  expect(shown.unsaved).toEqual(new Map([['key', 'Local']]))
})
