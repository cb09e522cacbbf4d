import { readFileSync } from 'node:fs'
import { exportOpenApi, exportPostman } from '@parley/convert'
import {
  defaultSendSettings,
  type EnginePorts,
  executeRequest,
  type FrameRequest,
  type KindAction,
  type KindExchange,
  sentInRuns,
} from '@parley/engine'
import {
  defaultStreamSettings,
  httpRequestOf,
  type KindRegistry,
  kindListedAs,
  kindOfDraft,
  newGraphQlRequest,
  newGrpcRequest,
  newHttpRequest,
  newWebSocketRequest,
  noScripts,
  ok,
  openKinds,
  openKindsIn,
  type Request,
  type RequestKind,
  requestKinds,
} from '@parley/model'
import { expect, test } from 'vitest'
import { leafOf } from '../apps/server/src/library/library-index.ts'
import { planItemOf } from '../apps/server/src/runs/plan-run.ts'
import { newDrafts, sendActions } from '../apps/web/src/workbench/request/request-kind.ts'
import { sectionTabs } from '../apps/web/src/workbench/request/section-tabs.ts'
import { bytesOf } from '../packages/engine/src/basics/hashing.ts'
import {
  collection,
  context,
  exchange,
  recordingPorts,
  scope,
} from '../packages/engine/src/engine-fixture.testkit.ts'
import { productSources, repository } from '../scripts/language/product-sources.ts'

/** A kind with words of its own, as a live one has them. */
const calls = {
  name: 'gRPC',
  badge: 'gRPC',
  listedAs: 'grpc',
  isExchange: false,
  copiedAs: null,
  pane: {
    sections: [
      { id: 'message', label: 'Message' },
      { id: 'params', label: 'Params' },
    ],
    sendLabel: 'Invoke',
    urlHint: 'Type an address',
    idleHint: 'Invoke it',
    shows: 'messages',
  },
} as const
const kinds = { ...requestKinds, grpc: calls } satisfies KindRegistry
/** The same without a way to open it. */
const closedKinds = { ...requestKinds, grpc: { ...calls, pane: null } } satisfies KindRegistry
const entry = {
  kind: 'request',
  id: 'r',
  name: 'Feed',
  path: 'a/feed.yml',
  type: 'grpc',
  method: '',
  url: '',
  sequence: null,
  examples: [],
  damage: null,
} as const

test('a kind without a pane is a row with its badge that says why it cannot be opened', () => {
  expect(leafOf(entry, closedKinds)).toMatchObject({
    method: 'gRPC',
    problem: 'gRPC requests cannot be opened in this version of Parley. The file stays as it is.',
  })
})

test('a kind with a pane takes its place in menus, rows and tabs', () => {
  expect(openKindsIn(closedKinds)).toEqual(['http', 'graphql', 'webSocket', 'serverSentEvents'])
  expect(openKindsIn(kinds)).toEqual(['http', 'graphql', 'webSocket', 'serverSentEvents', 'grpc'])
  expect(kindListedAs('grpc', kinds)).toBe(calls)
  expect(leafOf(entry, kinds)).toMatchObject({ method: 'gRPC', problem: null })
  const draft = newHttpRequest({ url: 'http://h/?a=b' })
  expect(sectionTabs(draft, calls.pane)).toEqual([
    { id: 'message', label: 'Message', hasContent: false },
    { id: 'params', label: 'Params', count: 1 },
  ])
  expect(sendActions(calls.pane)[0].label).toBe('Invoke')
})

const http = newHttpRequest({ name: 'Feed', url: 'http://h/feed' })
const { name, url, tags, variables, scripts, auth, headers, params, pathParams, cookies } = http
const common = { name, url, tags, variables, scripts, auth }
const { settings, assertions, actions, method, body } = http
const overHttp = { ...common, headers, params, pathParams, cookies, settings, assertions, actions, method }
/** A request of every kind. */
const requests: { readonly [Kind in RequestKind]: Extract<Request, { kind: Kind }> } = {
  http,
  graphql: newGraphQlRequest({ name, url }),
  serverSentEvents: { ...overHttp, kind: 'serverSentEvents', body, stream: defaultStreamSettings },
  webSocket: newWebSocketRequest({ name, url }),
  grpc: newGrpcRequest({ ...common, method: 'p.S/M' }),
}

test.each(Object.values(requests))('a $kind request is what its descriptor says everywhere', request => {
  const { name: kindName, badge, isExchange } = requestKinds[request.kind]
  expect(httpRequestOf(request) !== null).toBe(isExchange)
  const inCollection = { ...collection(), name: 'C', items: [request] }
  const losses = isExchange ? [] : [{ path: ['C', 'Feed'], subject: `a ${kindName} request` }]
  expect(exportPostman(inCollection, { includeSecrets: false }).losses).toEqual(losses)
  const ofOpenApi = exportOpenApi(inCollection).losses.map(({ subject }) => subject)
  expect(ofOpenApi).toEqual(losses.map(({ subject }) => subject))
  const nothing = {
    ancestors: [],
    environment: null,
    workspaceVariables: [],
    globalVariables: [],
    liveScopes: [],
  }
  const item = {
    key: 'k',
    id: 'r',
    path: [],
    request,
    context: { ...nothing, defaultSettings: defaultSendSettings },
  }
  expect(planItemOf(item)).toMatchObject({
    method: badge ?? httpRequestOf(request)?.method,
    isStream: sentInRuns(request) === null,
  })
})

test.each(openKinds)('a new %s draft is of this kind', kind => {
  expect(kindOfDraft(newDrafts[kind]())).toBe(kind)
})

/** A kind whose messages are none of today's: netstrings, of which a script may add one that is sent later. */
function netstrings(later: string[]): KindAction {
  return {
    prepare(filled, { resolved: { request }, fillContent }) {
      const typed = request.body.type === 'raw' ? request.body.text.split('\n') : []
      const messages = typed.map(line => fillContent(line).text)
      const bytes = new TextEncoder().encode(messages.map(one => `${one.length}:${one},`).join(''))
      const content = async () => {
        const parts = [{ kind: 'bytes', bytes }] as const
        return ok({ parts, contentType: 'text/netstrings', outline: { kind: 'none' } } as const)
      }
      const fields = [{ name: 'X-Netstrings', value: String(messages.length), source: 'product' }] as const
      const kindExchange: KindExchange = {
        isLive: true,
        async begin({ ports, passed, progress, signal }) {
          const sent = await ports.transport.send(passed, progress, signal)
          later.push('sent')
          return sent
        },
        edit({ content: edited, ...edits }) {
          later.push(edited?.text ?? '')
          return { edits: { ...edits, content: null }, kindExchange }
        },
      }
      const frame: FrameRequest = async rendered =>
        ok({ rendered, content, fields, settings: { followRedirects: false }, kindExchange })
      return { ...filled, body: { type: 'none' }, messages, frame }
    },
  }
}

test('a kind with messages of its own is sent by its action alone', async () => {
  const { ports, calls, messages, recorded } = recordingPorts(() => ok(exchange(200)))
  const scripts: EnginePorts['scripts'] = {
    ...ports.scripts,
    async runPreRequest(run) {
      const outcome = await ports.scripts.runPreRequest(run)
      const content = { text: 'more', mediaType: null }
      return outcome.ok
        ? ok({ ...outcome.value, overrides: { ...outcome.value.overrides, content } })
        : outcome
    },
  }
  const later: string[] = []
  const body = { type: 'raw', language: 'text', text: 'hello\n{{token}}' } as const
  const outcome = await executeRequest(
    {
      request: newHttpRequest({
        method: 'POST',
        url: 'http://h/',
        body,
        scripts: { ...noScripts, tests: 'x' },
      }),
      context: context({ liveScopes: [scope('environment', { token: 's3cr3t' })] }),
      ports: { ...ports, scripts },
      signal: new AbortController().signal,
    },
    { action: netstrings(later) },
  )
  expect(outcome.ok).toBe(true)
  const [message] = messages
  expect(new TextDecoder().decode(bytesOf(message?.content ?? []) ?? undefined)).toBe('5:hello,6:s3cr3t,')
  expect(message?.headers).toContainEqual({ name: 'X-Netstrings', value: '2' })
  expect(message?.headers).toContainEqual({ name: 'Content-Type', value: 'text/netstrings' })
  expect(message?.settings.followRedirects).toBe(false)
  expect(later).toEqual(['more', 'sent'])
  expect(calls).toEqual(['pre-request scripts', 'send', 'record'])
  expect(recorded).toHaveLength(1)
})

/** The files that name a kind that shares its code with no other feature, besides its own folder. */
test('a kind is known to these files, and to no other', () => {
  const ownFolder = /\/server-sent-events\//
  const naming = productSources().filter(
    path =>
      !ownFolder.test(path) &&
      /\bserverSentEvents\b/.test(
        readFileSync(`${repository}${path}`, 'utf8').replaceAll(/^ *(?:\/\*\*|\*|\/\/).*$/gm, ''),
      ),
  )
  expect(naming).toEqual([
    // What a new draft of it has.
    'apps/web/src/workbench/request/request-kind.ts',
    // Its registries: what it does in a send, what it shows before, over how many connections it is sent.
    'packages/engine/src/exchange/kind-actions.ts',
    'packages/engine/src/prepare/kinds/kind-previews.ts',
    'packages/engine/src/send/kind-senders.ts',
    // How its files are read and written.
    'packages/model/src/opencollection/item.ts',
    'packages/model/src/opencollection/requests/http-request.ts',
    // What it is called, its types, its draft and the schema.
    'packages/model/src/request/drafts-of-items.ts',
    'packages/model/src/request/request-kinds.ts',
    'packages/model/src/request/request.ts',
    'packages/model/src/schema/request.ts',
    'packages/workspace/src/sample/sample-requests.ts',
    'packages/workspace/src/tree/head.ts',
  ])
})
