import { type KindRegistry, kindListedAs, newHttpRequest, openKindsIn, requestKinds } from '@parley/model'
import { expect, test } from 'vitest'
import { leafOf } from '../apps/server/src/library/library-index.ts'
import { sendActions } from '../apps/web/src/workbench/request/request-kind.ts'
import { sectionTabs } from '../apps/web/src/workbench/request/section-tabs.ts'

/** A kind with words of its own, as a live one has them. */
const socket = {
  name: 'WebSocket',
  badge: 'WS',
  listedAs: 'websocket',
  isExchange: false,
  pane: {
    sections: [
      { id: 'message', label: 'Message' },
      { id: 'params', label: 'Params' },
    ],
    sendWord: 'Connect',
  },
} as const
const kinds = { ...requestKinds, webSocket: socket } satisfies KindRegistry
const entry = {
  kind: 'request',
  id: 'r',
  name: 'Feed',
  path: 'a/feed.yml',
  type: 'websocket',
  method: '',
  sequence: null,
  damage: null,
} as const

test('a kind without a pane is a row with its badge that says why it cannot be opened', () => {
  expect(leafOf(entry)).toMatchObject({
    method: 'WS',
    problem: 'WebSocket requests cannot be opened in this version of Parley. The file stays as it is.',
  })
})

test('a kind with a pane takes its place in menus, rows and tabs', () => {
  expect(openKindsIn(requestKinds)).toEqual(['http', 'graphql'])
  expect(openKindsIn(kinds)).toEqual(['http', 'graphql', 'webSocket'])
  expect(kindListedAs('websocket', kinds)).toBe(socket)
  expect(leafOf(entry, kinds)).toMatchObject({ method: 'WS', problem: null })
  const draft = newHttpRequest({ params: [{ name: 'a', value: 'b', enabled: true }] })
  expect(sectionTabs(draft, socket.pane)).toEqual([
    { id: 'message', label: 'Message' },
    { id: 'params', label: 'Params', count: 1 },
  ])
  expect(sendActions(socket.pane)[0].label).toBe('Connect')
})
