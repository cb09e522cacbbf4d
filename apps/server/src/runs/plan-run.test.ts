import {
  newGraphQlRequest,
  newGrpcRequest,
  newHttpRequest,
  newWebSocketRequest,
  noStreamLimits,
  type Request,
} from '@parley/model'
import { expect, test } from 'vitest'
import { planItemOf } from './plan-run.ts'

const webSocket = newWebSocketRequest({})
const limited = { ...webSocket, webSocket: { ...webSocket.webSocket, runLimits: noStreamLimits } }

test.each<[string, Request, string, boolean]>([
  ['an HTTP request', newHttpRequest({ method: 'PUT' }), 'PUT', false],
  ['a GraphQL request', newGraphQlRequest({}), 'GQL', false],
  ['a gRPC call', newGrpcRequest({}), 'gRPC', false],
  ['a WebSocket', webSocket, 'WS', true],
  ['a WebSocket with limits for runs', limited, 'WS', false],
])('%s is listed with its badge, and as skipped only if a run skips it', (_, request, method, isStream) => {
  expect(planItemOf({ key: 'C/a', id: 'a', path: ['C'], request })).toMatchObject({ method, isStream })
})
