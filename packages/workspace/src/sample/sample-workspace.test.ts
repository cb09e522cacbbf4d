import {
  authSessionInMemory,
  type EnginePorts,
  executeRequest,
  noAllowedOrigins,
  type RequestContext,
  withoutScripts,
} from '@parley/engine'
import {
  type Collection,
  defaultAppSettings,
  type Folder,
  type HttpRequest,
  httpRequestOf,
  type Item,
  paramsFromUrl,
} from '@parley/model'
import { type DemoApi, startDemoApi } from '@parley/testkit'
import { createTransport, filesByPath, nodeHostNames } from '@parley/transport'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sampleWorkspace } from './sample-workspace.ts'

interface SampleRequest {
  readonly request: HttpRequest
  readonly ancestors: readonly (Collection | Folder)[]
}

function requestsBelow(items: readonly Item[], ancestors: SampleRequest['ancestors']): SampleRequest[] {
  return items.flatMap(item => {
    if (item.kind === 'folder') return requestsBelow(item.items, [...ancestors, item])
    const request = item.kind === 'scriptFile' || item.kind === 'appFile' ? null : httpRequestOf(item)
    return request === null ? [] : [{ request, ancestors }]
  })
}

const samples = sampleWorkspace().collections.flatMap(collection =>
  requestsBelow(collection.items, [collection]),
)
const expectedStatus: Readonly<Record<string, number>> = {
  'Not found': 404,
  'Add a book': 201,
  'Remove a book': 204,
  // Its script, which does not run here, requests the token.
  'Who am I': 401,
}

let api: DemoApi

beforeAll(async () => {
  api = await startDemoApi()
})

afterAll(() => api.close())

/** Creates ports with real sockets that discard the content. */
function ports(): EnginePorts {
  const writer = { handle: '', write: async () => {}, close: async () => {} }
  return {
    transport: createTransport({ bodyStore: { create: async () => writer } }),
    scripts: withoutScripts,
    history: { record: async () => {} },
    clock: { now: () => Date.now(), monotonic: () => performance.now() },
    random: { uuid: () => crypto.randomUUID(), integer: limit => limit - 1 },
    hostNames: nodeHostNames,
    authSession: authSessionInMemory(),
    secretHosts: noAllowedOrigins,
    files: filesByPath,
  }
}

function contextOf({ ancestors }: SampleRequest): RequestContext {
  const { general } = defaultAppSettings
  return {
    ancestors,
    environment: null,
    workspaceVariables: sampleWorkspace().variables,
    globalVariables: [],
    liveScopes: [
      { name: 'demo', values: new Map([['baseUrl', { text: api.baseUrl, isLiteral: false }]]) },
      // A script sets it.
      { name: 'send', values: new Map([['startedAt', { text: 'now', isLiteral: true }]]) },
    ],
    defaultSettings: {
      timeoutMs: general.requestTimeoutMs,
      connectTimeoutMs: general.connectTimeoutMs,
      followRedirects: general.followRedirects,
      maxRedirects: general.maxRedirects,
      forwardAuthorization: false,
      httpVersion: 'auto',
      autoFormatJson: defaultAppSettings.editor.autoFormatJson,
      initiator: 'user',
      scriptsReachLinkLocal: false,
      scriptsRequireLibraries: false,
    },
  }
}

describe('the sample', () => {
  test('contains requests in the collection of the demo API, each with a unique name', () => {
    expect(sampleWorkspace().collections).toMatchObject([{ name: 'Bookshop API', isSample: true }])
    const names = samples.map(({ request }) => request.name)
    expect(names.length).toBeGreaterThan(10)
    expect(new Set(names).size).toBe(names.length)
  })

  test.each(samples.map(sample => [sample.request.name, sample] as const))(
    '%s shows the params of its URL',
    (_, sample) => {
      expect(paramsFromUrl(sample.request.url, [])).toEqual(sample.request.params)
    },
  )

  test.concurrent.each(samples.map(sample => [sample.request.name, sample] as const))(
    '%s is answered by the demo API',
    { timeout: 20_000 },
    async (name, sample) => {
      const outcome = await executeRequest({
        // The slow one need not be slow here.
        request: { ...sample.request, url: sample.request.url.replace('/delay/5000', '/delay/100') },
        context: contextOf(sample),
        ports: ports(),
        signal: new AbortController().signal,
      })
      if (!outcome.ok) throw new Error(JSON.stringify(outcome.failure))
      expect(outcome.value.exchange.response.statusCode).toBe(expectedStatus[name] ?? 200)
      expect(outcome.value.exchange.response.content.isComplete).toBe(true)
      expect(outcome.value.exchange.notices).toEqual([])
    },
  )
})
