import { randomBytes, randomUUID } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { newHttpRequest } from '@parley/model'
import { waitFor } from '@parley/testkit'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../start-test-server.testkit.ts'
import { watchWindow } from '../watch-window.testkit.ts'

let running: TestServer

beforeAll(async () => {
  running = await startTestServer({ windowGraceMs: 50 })
})

afterAll(() => running.close())

function upload(query: Readonly<Record<string, string>>, init: RequestInit = {}): Promise<Response> {
  return fetch(`${running.server.origin}/picked-files?${new URLSearchParams(query)}`, {
    method: 'POST',
    headers: { 'parley-token': running.server.token, 'content-type': 'application/octet-stream' },
    ...init,
  })
}

function keptFiles(): readonly string[] {
  return readdirSync(running.appDataFolder)
    .filter(name => name.startsWith('picked-'))
    .flatMap(name => readdirSync(join(running.appDataFolder, name)))
}

test('a file of several megabytes is received and sent unchanged, until its window is gone', async () => {
  const window = await watchWindow(running.client)
  const { windowId } = window
  const content = randomBytes(3_000_000)
  const answer = await upload({ windowId, name: 'a b.png' }, { body: content })
  const picked = await answer.json()
  expect(picked).toEqual({ filePath: expect.stringMatching(/^picked:.*\/a b\.png$/), sizeBytes: 3_000_000 })
  const send = async (owner: string) => {
    const sendId = randomUUID()
    const body = {
      type: 'file',
      files: [{ filePath: picked.filePath, contentType: '', selected: true }],
    } as const
    const request = newHttpRequest({ method: 'POST', url: `${running.demo.baseUrl}/echo`, body })
    await running.client.sends.start({ windowId: owner, sendId, requestId: 'r1', parentId: null, request })
    return sendId
  }
  const { exchange } = await window.waitForState(await send(windowId), 'answered')
  expect(exchange.request.contentBytes).toBe(3_000_000)
  expect(exchange.request.headers).toContainEqual({ name: 'Content-Type', value: 'image/png' })

  const other = await watchWindow(running.client)
  expect(await other.waitForState(await send(other.windowId), 'failed')).toMatchObject({
    failure: { code: 'FILE_NOT_PICKED' },
  })
  await other.close()
  expect(keptFiles()).toHaveLength(1)
  await window.close()
  await waitFor(
    () => (keptFiles().length === 0 ? true : null),
    () => `${keptFiles().length} files are kept`,
  )
})

test('an empty file can be sent, and a released one is gone', async () => {
  const window = await watchWindow(running.client)
  const { windowId } = window
  const { filePath, sizeBytes } = await (await upload({ windowId, name: 'empty' })).json()
  expect(sizeBytes).toBe(0)
  expect(await running.client.files.release({ windowId, filePath })).toEqual({ wasKnown: true })
  expect(await running.client.files.release({ windowId, filePath })).toEqual({ wasKnown: false })
  expect(keptFiles()).toEqual([])
  await window.close()
})

test('an upload without window, name or the right type is refused', async () => {
  const windowId = randomUUID()
  expect((await upload({ name: 'a' })).status).toBe(400)
  expect((await upload({ windowId: 'x', name: 'a' })).status).toBe(400)
  expect((await upload({ windowId })).status).toBe(400)
  const headers = { 'parley-token': running.server.token, 'content-type': 'text/plain' }
  expect((await upload({ windowId, name: 'a' }, { headers, body: 'x' })).status).toBe(415)
  expect((await upload({ windowId, name: 'a' }, { headers: {} })).status).toBe(401)
  expect(keptFiles()).toEqual([])
})
