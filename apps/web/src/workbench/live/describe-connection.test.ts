import { expect, test } from 'vitest'
import { describeConnection } from './describe-connection.ts'

const agreed = { subprotocol: 'chat', extensions: 'permessage-deflate', end: null }
const plain = { subprotocol: '', extensions: '', end: null }

test.each([
  [{ state: 'open' }, plain, 'connected'],
  [{ state: 'open' }, agreed, 'connected, chat, permessage-deflate'],
  [{ state: 'ended', by: 'stopped' }, plain, 'disconnected'],
  [
    { state: 'ended', by: 'peer' },
    { ...plain, end: { code: 1008, reason: 'no token', by: 'peer' } },
    'closed by the server: 1008 Policy Violation: no token',
  ],
  [
    { state: 'ended', by: 'stopped' },
    { ...plain, end: { code: 1000, reason: '', by: 'user' } },
    'disconnected: 1000 Normal Closure',
  ],
  [{ state: 'ended', by: 'broken', code: 'WEBSOCKET_BROKEN' }, plain, 'broken: WEBSOCKET_BROKEN'],
] as const)('%j is %s', (session, webSocket, words) => {
  expect(describeConnection(session, webSocket)).toBe(words)
})
