import { exportOpenApi, exportPostman } from '@parley/convert'
import { defaultSendSettings, sentInRuns } from '@parley/engine'
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
import { collection } from '../packages/engine/src/engine-fixture.testkit.ts'

/** A kind with words of its own, as a live one has them. */
const calls = {
  name: 'gRPC',
  badge: 'gRPC',
  listedAs: 'grpc',
  isExchange: false,
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
  const context = {
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
    context: { ...context, defaultSettings: defaultSendSettings },
  }
  expect(planItemOf(item)).toMatchObject({
    method: badge ?? httpRequestOf(request)?.method,
    isStream: sentInRuns(request) === null,
  })
})

test.each(openKinds)('a new %s draft is of this kind', kind => {
  expect(kindOfDraft(newDrafts[kind]())).toBe(kind)
})
