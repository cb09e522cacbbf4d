import type { WebSocketMessage } from '@parley/model'
import { createStore } from 'zustand/vanilla'
import { requestTab } from '../active-tab.ts'
import type { SendState } from '../tabs/request-tab.ts'
import type { Workbench } from '../workbench.ts'
import { liveLogsOf } from './live-logs.ts'
import type { LiveSessions } from './live-sessions.ts'

/** A message as it was when the user sent it. */
export type TypedMessage = Pick<WebSocketMessage, 'format' | 'data'>

export type MessageSending = ReturnType<typeof createMessageSending>

const sendingOfSessions = new WeakMap<LiveSessions, MessageSending>()

/** Returns what sends the messages of the window. Its code is loaded with the first editor of a message. */
export function messageSendingOf(live: LiveSessions, workbench: Workbench): MessageSending {
  const showNewest = (sessionId: string) => liveLogsOf(live).log(sessionId).list.setFollowing(true)
  const sending = sendingOfSessions.get(live) ?? createMessageSending(live, workbench, showNewest)
  sendingOfSessions.set(live, sending)
  return sending
}

/** A message that waits for one connection, and is sent over no other. */
interface WaitingMessage {
  readonly tabId: string
  readonly sendId: string
  readonly message: TypedMessage
}

/** Returns the ID of the session of a send whose WebSocket or gRPC call takes messages; null if none does. */
export function openConversationOf(send: SendState): string | null {
  if (send.state !== 'awaiting') return null
  const isSocketOpen = send.response?.webSocket?.end === null && send.reconnectsAt === undefined
  return isSocketOpen || send.call === 'open' ? send.sendId : null
}

/** The part of the live sessions that sends a message. */
interface SendingParts {
  readonly calls: Pick<LiveSessions['calls'], 'send'>
  readonly ports: Pick<LiveSessions['ports'], 'describeError'>
}

/**
 * Sends messages over the WebSockets and gRPC calls of tabs: at once, or as soon as the connection that they wait for is open.
 * @param onSent - called with the ID of the session of each message that was sent
 */
export function createMessageSending(
  { calls, ports }: SendingParts,
  workbench: Pick<Workbench, 'store' | 'sendTab'>,
  onSent: (sessionId: string) => void,
) {
  /** Why the last message of a tab was not sent, by the ID of the tab; absent: it was. */
  const store = createStore<Readonly<Record<string, string>>>(() => ({}))
  let waiting: readonly WaitingMessage[] = []
  /** Resolves when every message so far was sent, or was not: they leave in the order in which they were typed. */
  let sent: Promise<void> = Promise.resolve()

  function report(tabId: string, problem: string): void {
    const { [tabId]: _, ...others } = store.getState()
    store.setState(problem === '' ? others : { ...others, [tabId]: problem }, true)
  }

  async function send(tabId: string, sessionId: string, { format, data }: TypedMessage): Promise<void> {
    try {
      const { problem } = await calls.send({ sessionId, format, data })
      report(tabId, problem === null ? '' : `${problem.sentence} ${problem.nextStep}`)
      if (problem === null) onSent(sessionId)
    } catch (error) {
      report(tabId, `Not sent. ${ports.describeError(error)}`)
    }
  }

  function sendWaiting(): void {
    const due = waiting.filter(one => isOpen(one) !== false)
    waiting = waiting.filter(one => !due.includes(one))
    for (const { tabId, sendId, message } of due.filter(isOpen))
      sent = sent.then(() => send(tabId, sendId, message))
  }

  /** Returns null if the connection has ended, or was never there. */
  function isOpen({ tabId, sendId }: WaitingMessage): boolean | null {
    const state = requestTab(workbench.store.getState(), tabId)?.send
    if (state?.state !== 'awaiting' || state.sendId !== sendId) return null
    return openConversationOf(state) !== null
  }

  workbench.store.subscribe(() => {
    if (waiting.length > 0) sendWaiting()
  })

  return {
    store,
    /** Sends a message of a tab over its connection, which is opened first if there is none. */
    sendMessage(tabId: string, message: TypedMessage): void {
      const sending = () => requestTab(workbench.store.getState(), tabId)?.send
      if (sending()?.state !== 'awaiting') void workbench.sendTab(tabId)
      const started = sending()
      if (started?.state !== 'awaiting') return
      report(tabId, '')
      waiting = [...waiting, { tabId, sendId: started.sendId, message }]
      sendWaiting()
    },
  }
}
