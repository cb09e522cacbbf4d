import { randomUUID } from 'node:crypto'
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { newHttpRequest } from '@parley/model'
import { type Sink, startSink } from '@parley/testkit'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { VariablesPlace } from '../contract/index.ts'
import { useSharedServerWithSamples } from '../shared-server.testkit.ts'
import { sampleId, startTestServer, type TestClient, type TestServer } from '../start-test-server.testkit.ts'
import { type WatchedWindow, watchWindow } from '../watch-window.testkit.ts'

const running = useSharedServerWithSamples()
let window: WatchedWindow
let own: Sink

beforeEach(async () => {
  window = running.window
  own = await startSink()
})

afterEach(async () => {
  await own.close()
})

/** Sends a request to `{{baseUrl}}` in a collection, or one that is in none, and resolves to where it went. */
async function targetOf(
  parentId: string | null,
  client: TestClient = running.client,
  watched: WatchedWindow = window,
): Promise<'demo' | 'own' | string> {
  const sendId = randomUUID()
  const request = newHttpRequest({ method: 'GET', url: '{{baseUrl}}/books/1204' })
  const { windowId } = watched
  await client.sends.start({ windowId, sendId, requestId: 'r', parentId, request })
  const ended = await Promise.race([
    watched.waitForState(sendId, 'answered'),
    watched.waitForState(sendId, 'failed'),
  ])
  if (ended.state === 'failed') return ended.failure.code
  const { targetUri } = ended.exchange.request
  if (targetUri.startsWith(own.url)) return 'own'
  return targetUri.startsWith(running.demo.baseUrl) ? 'demo' : targetUri
}

async function setBaseUrl(place: VariablesPlace): Promise<void> {
  const opened = await running.client.variables.open({ place })
  if (opened.state === 'failed') throw new Error(opened.sentence)
  const variable = {
    secret: false,
    name: 'baseUrl',
    value: { text: own.url },
    enabled: true,
  } as const
  const variables = [{ variable, secretValue: null }]
  await running.client.variables.save({ place, variables, baseVersion: opened.version })
}

function made(created: { readonly state: string; readonly id?: string }): string {
  if (created.id === undefined) throw new Error(created.state)
  return created.id
}

/** Every place where a user can set a variable for the sample. */
const placesOfTheUser: Readonly<Record<string, () => Promise<void>>> = {
  'a global variable': () => setBaseUrl({ kind: 'global' }),
  'a workspace variable': () => setBaseUrl({ kind: 'workspace' }),
  'the active environment': async () => {
    const id = made(await running.client.environments.create({ name: 'Staging', variables: [] }))
    await setBaseUrl({ kind: 'environment', id })
    await running.client.environments.activate({ id })
  },
  'a variable of the collection': async () => {
    const id = await sampleId(running.client)
    const { content, version } = await running.client.library.readContainer({ id })
    const variable = { secret: false, name: 'baseUrl', value: { text: own.url }, enabled: true } as const
    const defaults = { ...content.defaults, variables: [{ variable, secretValue: null }] }
    await running.client.library.saveContainer({
      id,
      content: { ...content, defaults },
      baseVersion: version,
    })
  },
}

test.each(Object.entries(placesOfTheUser))(
  'in the sample {{baseUrl}} is the demo API until %s sets it',
  async (_, set) => {
    const id = await sampleId(running.client)
    expect(await targetOf(id)).toBe('demo')
    await set()
    expect(await targetOf(id)).toBe('own')
  },
)

test('a request that is not saved yet can use {{baseUrl}} while the workspace has the sample', async () => {
  expect(await targetOf(null)).toBe('demo')
  await running.client.library.remove({ id: await sampleId(running.client) })
  expect(await targetOf(null)).toBe('UNKNOWN_HOST_VARIABLE')
})

test('a collection of the user with the sample’s name never gets the address of the demo API', async () => {
  const id = made(await running.client.library.createCollection({ name: 'Bookshop API' }))
  expect(await targetOf(id)).toBe('UNKNOWN_HOST_VARIABLE')
  await running.client.library.remove({ id: await sampleId(running.client) })
  const alone = await sampleId(running.client)
  await running.client.library.rename({ id: alone, name: 'Bookshop API' })
  expect(await targetOf(alone)).toBe('UNKNOWN_HOST_VARIABLE')
  const environment = made(await running.client.environments.create({ name: 'Staging', variables: [] }))
  await setBaseUrl({ kind: 'environment', id: environment })
  await running.client.environments.activate({ id: environment })
  expect(await targetOf(alone)).toBe('own')
})

/** Changes that a user can make to the sample, each with the collection that is then the sample. */
const changesOfTheSample: Readonly<Record<string, (id: string) => Promise<string>>> = {
  renamed: async id => {
    await running.client.library.rename({ id, name: 'Shop' })
    return id
  },
  saved: async id => {
    const { content, version } = await running.client.library.readContainer({ id })
    await running.client.library.saveContainer({
      id,
      content: { ...content, docs: 'Of our own' },
      baseVersion: version,
    })
    return id
  },
  duplicated: async id => made(await running.client.library.duplicate({ id })),
  'deleted and restored': async id => {
    await running.client.library.remove({ id })
    const [deleted] = await running.client.library.listDeleted()
    await running.client.library.restore({ trashId: deleted?.trashId ?? '' })
    return id
  },
}

test.each(Object.entries(changesOfTheSample))('the sample is %s and its requests work', async (_, change) => {
  expect(await targetOf(await change(await sampleId(running.client)))).toBe('demo')
})

test('an export keeps the mark of the sample', async () => {
  const exportId = randomUUID()
  const { windowId } = window
  const source = {
    kind: 'collection',
    id: await sampleId(running.client),
    format: 'openCollection',
  } as const
  await running.client.exports.start({ windowId, exportId, source })
  await expect
    .poll(() => window.events.find(event => event.type === 'export' && event.state === 'made'))
    .toBeDefined()
  const { path } = await running.client.exports.mintTicket({ windowId, exportId })
  expect(await (await fetch(running.server.origin + path)).text()).toMatch(
    /parley:\n(?: +secrets:\n(?: +- .*\n)+)? +sample: true/,
  )
})

describe('at the next start', () => {
  let first: TestServer
  beforeEach(async () => {
    first = await startTestServer()
  })
  afterEach(() => first.close())

  const collectionFile = () =>
    join(first.appDataFolder, 'workspaces', 'bookshop', 'Bookshop API', 'opencollection.yml')

  /** Starts again on the same data, and resolves to where a request of the only collection goes. */
  async function targetAfterStart(): Promise<string> {
    await first.server.close()
    const again = await startTestServer({
      appDataFolder: first.appDataFolder,
      demoBaseUrl: running.demo.baseUrl,
    })
    const watched = await watchWindow(again.client)
    try {
      return await targetOf(await sampleId(again.client), again.client, watched)
    } finally {
      await watched.close()
      await again.close()
    }
  }

  /** Returns the texts of all files of the sample but that of the collection, by path. */
  function otherFiles(): Readonly<Record<string, string>> {
    const folder = dirname(collectionFile())
    const entries = readdirSync(folder, { recursive: true, withFileTypes: true })
    const paths = entries.filter(one => one.isFile()).map(one => join(one.parentPath, one.name))
    return Object.fromEntries(
      paths.filter(path => path !== collectionFile()).map(path => [path, readFileSync(path, 'utf8')]),
    )
  }

  test('the sample of an earlier version, which has no mark, is recognised once and marked, and stays as it is', async () => {
    const earlier = 'opencollection: 1.0.0\n\ninfo:\n  name: Bookshop API\n'
    const folder = dirname(collectionFile())
    for (const added of ['Checks', 'environments', 'authors.csv'])
      rmSync(join(folder, added), { recursive: true })
    writeFileSync(collectionFile(), earlier)
    const before = otherFiles()
    expect(await targetAfterStart()).toBe('demo')
    const marked = `${earlier}\nextensions:\n  parley:\n    sample: true\n`
    expect(readFileSync(collectionFile(), 'utf8')).toBe(marked)
    expect(otherFiles()).toEqual(before)
    expect(Object.keys(before)).toHaveLength(21)
  })

  test('a collection at the path of the earlier sample without any of its requests is not mistaken for it', async () => {
    await first.client.library.remove({ id: await sampleId(first.client) })
    await first.client.library.createCollection({ name: 'Bookshop API' })
    const before = readFileSync(collectionFile(), 'utf8')
    expect(await targetAfterStart()).toBe('UNKNOWN_HOST_VARIABLE')
    expect(readFileSync(collectionFile(), 'utf8')).toBe(before)
  })
})
