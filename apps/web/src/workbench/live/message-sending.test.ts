import type { SendProgress, WebSocketState } from '@parley/model'
import { beforeEach, expect, test } from 'vitest'
import { createTestWindow } from '../../window/window-context.testkit.ts'
import { requestTab } from '../active-tab.ts'
import { createTestWorkbench } from '../workbench.testkit.ts'
import { settle } from './live-calls.testkit.ts'
import { createMessageSending, openConversationOf } from './message-sending.ts'

const first = { format: 'text', data: 'first' } as const
const second = { format: 'json', data: '2' } as const

let sent: (readonly [sessionId: string, data: string])[]
let problem: { readonly sentence: string; readonly nextStep: string } | null
let workbench: ReturnType<typeof createTestWorkbench>
let sending: ReturnType<typeof createMessageSending>
/** The sessions whose newest messages are shown, as one was sent over them. */
let shown: string[]
let tabId: string

beforeEach(() => {
  sent = []
  shown = []
  problem = null
  workbench = createTestWorkbench({}, createTestWindow({ nextFrame: callback => callback() }))
  tabId = workbench.newRequestTab('webSocket')
  const calls = {
    send: async ({ sessionId, data }: { sessionId: string; data: string }) => {
      sent.push([sessionId, data])
      return { problem }
    },
  }
  sending = createMessageSending({ calls, ports: { describeError: () => 'Gone.' } }, workbench, sessionId =>
    shown.push(sessionId),
  )
})

const sendOf = () => requestTab(workbench.store.getState(), tabId)?.send
const isOpen = () => openConversationOf(sendOf() ?? { state: 'idle' }) !== null

/** Returns the ID of the send of the tab, which runs. */
function running(): string {
  const send = sendOf()
  if (send?.state !== 'awaiting') throw new Error('Nothing is sent')
  return send.sendId
}

function connected(webSocket: WebSocketState | undefined, reconnectsAt?: number): SendProgress {
  const content = {
    handle: '',
    mediaType: '',
    charset: '',
    wireBytes: 0,
    decodedBytes: 0,
    isComplete: false,
  }
  return {
    state: 'awaiting',
    startedAt: 0,
    targetUri: 'ws://test.test/',
    requestContent: { sentBytes: 0, totalBytes: 0 },
    response: {
      statusCode: 101,
      reasonPhrase: 'Switching Protocols',
      httpVersion: '1.1',
      headers: [],
      trailers: [],
      headerBytes: 0,
      interim: [],
      content,
      ...(webSocket && { webSocket }),
    },
    ...(reconnectsAt !== undefined && { reconnectsAt }),
  }
}

const open = { subprotocol: '', extensions: '', end: null }
const closed = { ...open, end: { code: 1001, reason: '', by: 'peer' } } as const
const refused: SendProgress = {
  state: 'failed',
  failure: {
    kind: 'connect',
    code: 'ECONNREFUSED',
    step: 'connect',
    address: '',
    subject: '',
    elapsedMs: 1,
  },
  attempt: null,
  response: null,
}

test('messages are sent over the connection that they began, in their order, as they were then', async () => {
  sending.sendMessage(tabId, first)
  const sendId = running()
  sending.sendMessage(tabId, second)
  workbench.receiveProgress(sendId, connected(undefined))
  await settle()
  expect(sent).toEqual([])
  workbench.receiveProgress(sendId, connected(open))
  await settle()
  expect(sent).toEqual([
    [sendId, 'first'],
    [sendId, '2'],
  ])
  sending.sendMessage(tabId, first)
  await settle()
  expect(sent.at(-1)).toEqual([sendId, 'first'])
  expect(shown).toEqual([sendId, sendId, sendId])
})

test.each<[string, () => void]>([
  ['failed', () => workbench.receiveProgress(running(), refused)],
  ['was lost with the server', () => workbench.loseRunningSends('gone')],
])('a message whose connection %s is not sent over the next one', async (_case, end) => {
  sending.sendMessage(tabId, first)
  end()
  void workbench.sendTab(tabId)
  workbench.receiveProgress(running(), connected(open))
  await settle()
  expect(isOpen()).toBe(true)
  expect(sent).toEqual([])
})

test('a message waits while the request connects again', async () => {
  void workbench.sendTab(tabId)
  const sendId = running()
  workbench.receiveProgress(sendId, connected(closed, 1000))
  sending.sendMessage(tabId, first)
  await settle()
  expect([isOpen(), sent]).toEqual([false, []])
  workbench.receiveProgress(sendId, connected(open))
  await settle()
  expect(sent).toEqual([[sendId, 'first']])
})

test('a message that could not be sent is reported until the next one', async () => {
  problem = { sentence: 'The connection is closed.', nextStep: 'Connect again.' }
  void workbench.sendTab(tabId)
  workbench.receiveProgress(running(), connected(open))
  sending.sendMessage(tabId, first)
  await settle()
  expect(sending.store.getState()).toEqual({ [tabId]: 'The connection is closed. Connect again.' })
  expect(shown).toEqual([])
  problem = null
  sending.sendMessage(tabId, first)
  await settle()
  expect(sending.store.getState()).toEqual({})
})
