import { expect, test } from 'vitest'
import { describeConnection } from './describe-connection.ts'

const agreed = { subprotocol: 'chat', extensions: 'permessage-deflate', end: null }
const plain = { subprotocol: '', extensions: '', end: null }
const restarted = { ...plain, end: { code: 1012, reason: '', by: 'peer' } } as const

test.each([
  [null, plain, ['open', 'Connected', '']],
  [{ state: 'open' }, plain, ['open', 'Connected', '']],
  [{ state: 'open' }, agreed, ['open', 'Connected', 'chat, permessage-deflate']],
  [{ state: 'open', isClosing: true }, agreed, ['closing', 'Closing', '']],
  [{ state: 'open', reconnectsAt: 5 }, restarted, ['waiting', 'Connecting again', '1012 Service Restart']],
  [{ state: 'open' }, restarted, ['waiting', 'Connecting again', '1012 Service Restart']],
  [{ state: 'ended', by: 'stopped' }, plain, ['ended', 'Disconnected', '']],
  [{ state: 'ended', by: 'stopped' }, restarted, ['ended', 'Disconnected', '']],
  [
    { state: 'ended', by: 'peer' },
    { ...plain, end: { code: 1008, reason: 'no token', by: 'peer' } },
    ['ended', 'Closed by the server', '1008 Policy Violation: no token'],
  ],
  [
    { state: 'ended', by: 'stopped' },
    { ...plain, end: { code: 1000, reason: '', by: 'user' } },
    ['ended', 'Disconnected', '1000 Normal Closure'],
  ],
  [
    { state: 'ended', by: 'broken', code: 'WEBSOCKET_BROKEN' },
    plain,
    ['broken', 'Broken', 'WEBSOCKET_BROKEN'],
  ],
] as const)('%j is %s', (session, webSocket, words) => {
  const { kind, label, detail } = describeConnection(session, webSocket)
  expect([kind, label, detail]).toEqual(words)
})
