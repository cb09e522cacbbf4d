import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { newAuth, newHttpRequest, row } from '@parley/model'
import { waitFor } from '@parley/testkit'
import { unzipSync } from 'fflate'
import { beforeEach, expect, test } from 'vitest'
import type { ExportInput } from '../contract/index.ts'
import { useSharedServerWithSamples } from '../shared-server.testkit.ts'
import { sampleId } from '../start-test-server.testkit.ts'
import type { WatchedWindow } from '../watch-window.testkit.ts'

const running = useSharedServerWithSamples()
let window: WatchedWindow

beforeEach(() => {
  window = running.window
})

const canary = 'canary-Rt5'

async function made(source: ExportInput) {
  const exportId = randomUUID()
  const { windowId } = window
  await running.client.exports.start({ windowId, exportId, source })
  const find = () =>
    window.events.filter(event => event.type === 'export').find(event => event.exportId === exportId)
  await waitFor(() => find() !== undefined, 'the export')
  const event = find()
  if (event?.state !== 'made') throw new Error(JSON.stringify(event))
  const { path } = await running.client.exports.mintTicket({ windowId, exportId })
  const response = await fetch(running.server.origin + path)
  const bytes = Buffer.from(await response.arrayBuffer())
  return { event, response, bytes, text: bytes.toString(), again: await fetch(running.server.origin + path) }
}

test('a collection is downloaded from a single-use address, with placeholders for secrets', async () => {
  const id = await sampleId(running.client)
  const request = newHttpRequest({
    name: 'Sécret',
    url: 'http://a',
    auth: { ...newAuth('bearer'), token: canary },
  })
  await running.client.library.createRequest({ parentId: id, request })
  const { event, response, text, again } = await made({ kind: 'collection', id, format: 'postman' })
  // Of what Postman's format does not have, the sample has an event stream, two WebSockets, a gRPC call, two
  // environments, assertions of one request, and scripts of four that use `tool`.
  expect(event).toMatchObject({ fileName: 'Bookshop API.postman_collection.json', totalLosses: 11 })
  expect(event.sizeBytes).toBe(Buffer.byteLength(text))
  expect(response.headers.get('content-disposition')).toBe(
    'attachment; filename="Bookshop API.postman_collection.json"',
  )
  expect(JSON.parse(text).info.name).toBe('Bookshop API')
  expect(text).toContain('Sécret')
  expect(text).not.toContain(canary)
  expect(again.status).toBe(404)
})

test.each(['openCollection', 'openApi', 'curl'] as const)('%s', async format => {
  const id = await sampleId(running.client)
  const { text } = await made({ kind: 'collection', id, format })
  expect(text).toContain('/books')
})

test('the history is an HTTP archive without credentials', async () => {
  const sendId = randomUUID()
  const url = `${running.demo.baseUrl}/echo`
  await running.client.sends.start({
    windowId: window.windowId,
    sendId,
    requestId: randomUUID(),
    parentId: null,
    request: newHttpRequest({
      method: 'POST',
      url,
      auth: { ...newAuth('bearer'), token: canary },
      body: { type: 'raw', language: 'text', text: 'hello there' },
    }),
  })
  await window.waitForState(sendId, 'answered')
  await waitFor(
    async () => (await running.client.history.list({})).totalEntries === 1,
    'the entry of the history',
  )
  const { text } = await made({ kind: 'history' })
  const [entry] = JSON.parse(text).log.entries
  expect(entry.request).toMatchObject({ method: 'POST', url, postData: { text: 'hello there' } })
  expect(entry.response.content.text).toContain('hello there')
  expect(entry.request.headers).toContainEqual(expect.objectContaining({ name: 'Authorization' }))
  // The server repeats the request in its response.
  expect(entry.response.content.text).toContain('{{token}}')
  expect(text).not.toContain(canary)
})

test('the archive holds no secret, wherever requests or responses had it', async () => {
  const saved = await running.client.variables.save({
    place: { kind: 'global' },
    variables: [
      {
        variable: { secret: true, name: 'pin', enabled: true, allowedToScripts: true },
        secretValue: `${canary}/pin`,
      },
    ],
    baseVersion: null,
  })
  expect(saved).toMatchObject({ state: 'saved' })
  const sendId = randomUUID()
  await running.client.sends.start({
    windowId: window.windowId,
    sendId,
    requestId: randomUUID(),
    parentId: null,
    request: newHttpRequest({
      method: 'POST',
      url: `${running.demo.baseUrl}/echo?pin={{pin}}`,
      headers: [row('X-Pin', '{{pin}}')],
      auth: { ...newAuth('apiKey'), key: 'sid', value: canary, placement: 'query' },
      body: { type: 'raw', language: 'json', text: `{"password": "${canary}", "note": "kept {{pin}}"}` },
    }),
  })
  await window.waitForState(sendId, 'answered')
  await waitFor(async () => (await running.client.history.list({})).totalEntries === 1, 'the entry')
  const { text } = await made({ kind: 'history' })
  expect(text).not.toContain(canary)
  expect(text).toContain('kept')
  expect(text).toContain('pin={{pin}}')
})

test('the archive holds no secret that a collection adds to its requests', async () => {
  const parentId = await sampleId(running.client)
  const { content, version } = await running.client.library.readContainer({ id: parentId })
  const auth = { type: 'bearer', token: canary } as const
  await running.client.library.saveContainer({
    id: parentId,
    content: { ...content, defaults: { ...content.defaults, auth } },
    baseVersion: version,
  })
  const sendId = randomUUID()
  const request = newHttpRequest({ url: `${running.demo.baseUrl}/echo` })
  const { windowId } = window
  await running.client.sends.start({ windowId, sendId, requestId: randomUUID(), parentId, request })
  await window.waitForState(sendId, 'answered')
  await waitFor(async () => (await running.client.history.list({})).totalEntries === 1, 'the entry')
  const { text } = await made({ kind: 'history' })
  expect(text).toContain('Bearer {{token}}')
  expect(text).not.toContain(canary)
})

test('everything is one archive that opens again, and holds no secret', async () => {
  const id = await sampleId(running.client)
  const auth = { ...newAuth('bearer'), token: canary }
  const request = newHttpRequest({ name: 'Kept', url: `${running.demo.baseUrl}/echo`, auth })
  await running.client.library.createRequest({ parentId: id, request })
  const secret = { secret: true, name: 'pin', enabled: true, allowedToScripts: true } as const
  await running.client.variables.save({
    place: { kind: 'global' },
    variables: [{ variable: secret, secretValue: canary }],
    baseVersion: null,
  })
  const sendId = randomUUID()
  const { windowId } = window
  await running.client.sends.start({ windowId, sendId, requestId: randomUUID(), parentId: null, request })
  await window.waitForState(sendId, 'answered')
  await waitFor(async () => (await running.client.history.list({})).totalEntries === 1, 'the entry')
  const { event, bytes } = await made({ kind: 'everything' })
  expect(event).toMatchObject({ fileName: 'parley.zip', totalLosses: 0, sizeBytes: bytes.byteLength })
  const texts = unzipped(bytes)
  for (const text of Object.values(texts)) expect(text).not.toContain(canary)
  expect(texts['globals.yml']).toContain('pin')
  expect(texts['history.har']).toContain('/echo')
  expect(JSON.parse(texts['settings.json'] ?? '')).toHaveProperty('appearance')
  const file = 'Bookshop API/Books/Get a book.yml'
  const onDisk = join(running.workspaceFolder, file)
  expect(texts[`workspaces/Bookshop/${file}`]).toBe(readFileSync(onDisk, 'utf8'))
})

function unzipped(bytes: Buffer): Readonly<Record<string, string>> {
  const entries = Object.entries(unzipSync(bytes))
  return Object.fromEntries(entries.map(([path, content]) => [path, Buffer.from(content).toString()]))
}

test('an export of something deleted fails with a sentence', async () => {
  await expect(made({ kind: 'collection', id: 'gone', format: 'curl' })).rejects.toThrow(
    'no longer in the workspace',
  )
})
