import { randomUUID } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type AssistantSettings, defaultAppSettings } from '@parley/model'
import { type ModelServer, startModelServer, waitFor } from '@parley/testkit'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { AssistantTestEvent } from '../contract/index.ts'
import { startTestServer, type TestServer } from '../start-test-server.testkit.ts'
import { type WatchedWindow, watchWindow } from '../watch-window.testkit.ts'

const key = 'sk-canary-of-the-settings'
let running: TestServer
let window: WatchedWindow
let model: ModelServer

beforeEach(async () => {
  model = await startModelServer('openai')
  running = await startTestServer()
  window = await watchWindow(running.client)
})

afterEach(async () => {
  await window.close()
  await running.close()
  await model.close()
})

const address = () => `${model.url}/v1`

function writeSettings(assistant: Partial<AssistantSettings>) {
  const settings = {
    ...defaultAppSettings,
    assistant: { ...defaultAppSettings.assistant, address: address(), model: 'small-model', ...assistant },
  }
  return running.client.settings.write({ settings })
}

async function testConnection(): Promise<AssistantTestEvent> {
  const testId = randomUUID()
  await running.client.assistant.test({ windowId: window.windowId, testId })
  return waitFor(
    () => window.events.filter(one => one.type === 'assistantTest').find(one => one.testId === testId),
    'the end of a test',
  )
}

const sentKeys = () =>
  model.requests.map(({ headers }) => headers.find(({ name }) => name === 'Authorization')?.value ?? null)

test('nothing is sent before Test Connection, which lists the models and asks the chosen one', async () => {
  await writeSettings({ enabled: true })
  expect(model.requests).toEqual([])
  expect(await testConnection()).toMatchObject({
    state: 'answered',
    model: 'small-model',
    models: ['small-model', 'large-model'],
  })
  expect(model.requests.map(({ method, url }) => `${method} ${url}`)).toEqual([
    'GET /v1/models',
    'POST /v1/chat/completions',
  ])
  await writeSettings({ model: '' })
  expect(await testConnection()).toMatchObject({ state: 'listed', models: ['small-model', 'large-model'] })
})

test('a key is sealed, sent to its own address only, and never to the page', async () => {
  await writeSettings({})
  expect(await running.client.assistant.setKey({ address: address(), key })).toEqual({ state: 'kept' })
  expect(await running.client.assistant.hasKey({ address: `${model.url}/other` })).toEqual({ isKept: true })
  await testConnection()
  expect(sentKeys()).toEqual([`Bearer ${key}`, `Bearer ${key}`])
  const other = await startModelServer('openai')
  await writeSettings({ address: `${other.url}/v1` })
  expect(await running.client.assistant.hasKey({ address: `${other.url}/v1` })).toEqual({ isKept: false })
  await testConnection()
  expect(JSON.stringify(other.requests.map(({ headers }) => headers))).not.toContain(key)
  await other.close()
  expect(JSON.stringify(window.events)).not.toContain(key)
  for (const entry of readdirSync(running.appDataFolder, { recursive: true, withFileTypes: true }))
    if (entry.isFile())
      expect(readFileSync(join(entry.parentPath, entry.name)).includes(key), entry.name).toBe(false)
  await running.client.assistant.setKey({ address: address(), key: '' })
  expect(await running.client.assistant.hasKey({ address: address() })).toEqual({ isKept: false })
})

test('a failure says what to do', async () => {
  model.behaviour = { kind: 'response', statusCode: 401, content: '{"error":{"message":"wrong key"}}' }
  await writeSettings({})
  expect(await testConnection()).toMatchObject({
    state: 'failed',
    sentence: expect.stringContaining('refused the API key (401): wrong key'),
    nextStep: expect.stringContaining('Settings'),
  })
  model.behaviour = { kind: 'response', statusCode: 200, content: '{"object":"list","data":null}' }
  await writeSettings({ service: 'ollama', model: '' })
  expect(await testConnection()).toMatchObject({
    state: 'failed',
    sentence: 'The service lists no models.',
    nextStep: expect.stringContaining('Install a model'),
  })
  await writeSettings({ address: 'http://127.0.0.1:1/v1' })
  expect(await testConnection()).toMatchObject({
    state: 'failed',
    sentence: expect.stringContaining('127.0.0.1:1'),
  })
})
