import { expect, test } from 'vitest'
import { kindOrMethod, requestKinds } from './request-kinds.ts'

test('a request is marked with its kind, and an HTTP request with its method', () => {
  const marks = Object.keys(requestKinds).map(kind => [
    kind,
    kindOrMethod({ kind: kind as keyof typeof requestKinds, method: 'POST' }),
  ])
  expect(Object.fromEntries(marks)).toMatchObject({
    http: 'POST',
    graphql: 'GQL',
    grpc: 'gRPC',
    webSocket: 'WS',
    serverSentEvents: 'SSE',
  })
  expect(kindOrMethod({ method: 'PURGE' })).toBe('PURGE')
})
