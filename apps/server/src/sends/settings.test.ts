import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { type AppSettings, defaultAppSettings, newHttpRequest } from '@parley/model'
import { startSink, waitFor } from '@parley/testkit'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../start-test-server.testkit.ts'
import { watchWindow } from '../watch-window.testkit.ts'

let running: TestServer

beforeEach(async () => {
  running = await startTestServer()
})

afterEach(() => running.close())

const changed: AppSettings = {
  ...defaultAppSettings,
  general: { ...defaultAppSettings.general, followRedirects: false, requestTimeoutMs: 60_000 },
  editor: { ...defaultAppSettings.editor, autoFormatJson: true },
}

test('every window gets the settings, at first and when they change, and they are saved', async () => {
  const windows = [await watchWindow(running.client), await watchWindow(running.client)]
  const latest = (index: number) =>
    windows[index]?.events.findLast(event => event.type === 'settings')?.settings
  await waitFor(() => latest(0) && latest(1), 'the first settings')
  expect([latest(0), latest(1)]).toEqual([defaultAppSettings, defaultAppSettings])
  await running.client.settings.write({ settings: changed })
  await waitFor(() => latest(0)?.general.followRedirects === false, 'news in the first window')
  await waitFor(() => latest(1)?.general.followRedirects === false, 'news in the second window')
  expect(latest(1)).toEqual(changed)
  expect(JSON.parse(readFileSync(join(running.appDataFolder, 'settings.json'), 'utf8'))).toMatchObject({
    general: { followRedirects: false, requestTimeoutMs: 60_000 },
  })
  for (const window of windows) await window.close()
})

test('sends follow the settings: redirects, and formatted JSON', async () => {
  const sink = await startSink(() => ({ statusCode: 302, headers: ['Location', '/elsewhere'], content: '' }))
  await running.client.settings.write({ settings: changed })
  const window = await watchWindow(running.client)
  const sendId = crypto.randomUUID()
  const body = { type: 'raw', language: 'json', text: '{"a":1.10}' } as const
  const request = newHttpRequest({ method: 'POST', url: sink.url, body })
  await running.client.sends.start({
    windowId: window.windowId,
    sendId,
    requestId: 'r1',
    parentId: null,
    request,
  })
  const { exchange } = await window.waitForState(sendId, 'answered')
  expect(exchange.response.statusCode).toBe(302)
  expect(sink.requests.map(one => one.content.toString())).toEqual(['{\n  "a": 1.10\n}'])
  await window.close()
  await sink.close()
})

test('settings that cannot be saved are refused with a sentence, and the old ones stay', async () => {
  rmSync(running.appDataFolder, { recursive: true })
  await expect(running.client.settings.write({ settings: changed })).rejects.toThrow(
    'This could not be saved on the disk: the file or its folder was not found (ENOENT).',
  )
  const window = await watchWindow(running.client)
  const first = await waitFor(() => window.events.find(event => event.type === 'settings'), 'the settings')
  expect(first.settings).toEqual(defaultAppSettings)
  await window.close()
})

test('an invalid setting is refused', async () => {
  const wrong = { ...defaultAppSettings, general: { ...defaultAppSettings.general, maxRedirects: -1 } }
  await expect(running.client.settings.write({ settings: wrong })).rejects.toThrow()
})
