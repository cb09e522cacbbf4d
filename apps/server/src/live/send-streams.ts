import type { FileBodyStore, SentSession } from '@parley/appdata'
import {
  type GrpcCallHost,
  isEventStream,
  type StreamPosition,
  type Transport,
  type WebSocketHost,
  type WithheldValue,
  watchOutgoing,
} from '@parley/engine'
import {
  type HistoryEntry,
  type HistoryOutcome,
  maximumHistoryBodyBytes,
  type Response,
  type SendProgress,
} from '@parley/model'
import { typedSecrets } from '@parley/workspace'
import type { LiveState } from '../contract/index.ts'
import { logFault } from '../log-fault.ts'
import { ConversationSource, type OpenConversation } from './conversation-source.ts'
import { describeHandshake } from './describe-handshake.ts'
import { KeptLog, keepLog } from './kept-log.ts'
import type { LiveReports, LiveSource } from './live-session.ts'
import type { LiveSessions } from './live-sessions.ts'
import type { MessageLog } from './message-log.ts'
import { steadyClock } from './steady-clock.ts'
import { StreamLog } from './stream-log.ts'

export interface SendStreamsParts {
  readonly bodies: FileBodyStore
  /** Returns the secret variables that a send could use now, with their values. */
  readonly secretVariables: () => Promise<readonly WithheldValue[]>
}

/** The window that shows a send. */
export interface SendWindow {
  readonly windowId: () => string
  readonly cancel: () => boolean
}

type Ended = Extract<LiveState, { state: 'ended' }>

interface FollowedSend {
  readonly secrets: WithheldValue[]
  /** Its stream; null while its response is no event stream. */
  stream: FollowedStream | null
  /** Its WebSocket or gRPC call; null while there is none. */
  conversation: ConversationSource | null
  /** The body of its latest response. */
  handle: string
  /** Resolves when its list is written for the history. */
  keeping: Promise<SentSession> | null
}

interface FollowedStream {
  readonly log: StreamLog
  readonly end: (state: Ended) => void
  readonly wait: LiveReports['wait']
  /** When it connects again; null: it does not wait. */
  reconnectsAt: number | null
}

/** Makes each send that is an event stream, a WebSocket or a gRPC call with streams a live session with the ID of the send. */
export class SendStreams {
  readonly #parts: SendStreamsParts
  readonly #sessions: LiveSessions
  readonly #sends = new Map<string, FollowedSend>()

  constructor(parts: SendStreamsParts, sessions: LiveSessions) {
    this.#parts = parts
    this.#sessions = sessions
  }

  /** Returns the transport for one send. It notes the secrets that leave, which the server may repeat. */
  transportOf(sendId: string, transport: Transport): Transport {
    const { secrets } = this.#send(sendId)
    return watchOutgoing(transport, found => secrets.push(...found))
  }

  /** Returns what makes the WebSocket of a send a live session. */
  async webSocketsOf(sendId: string, window: SendWindow): Promise<WebSocketHost> {
    const { webSocketFraming } = await import('@parley/transport/websocket')
    return {
      framing: webSocketFraming,
      onOpen: (socket, handshake) => {
        const conversation: OpenConversation = {
          send: message => socket.send(message),
          ping: () => socket.ping(),
          abandon: () => socket.close(1001, ''),
        }
        const source = this.#converse(sendId, window, conversation)
        source.connect(conversation, number => describeHandshake(handshake, number))
        return { onFrame: frame => source.add(frame) }
      },
    }
  }

  /** Returns what makes a gRPC call of a send a live session, if it has streams. */
  grpcCallsOf(sendId: string, window: SendWindow): GrpcCallHost {
    return {
      onOpen: call => {
        const source = this.#converse(sendId, window, {
          send: message => call.send(message),
          end: () => call.end(),
          abandon: () => void window.cancel(),
        })
        return { onFrame: frame => source.add(frame) }
      },
    }
  }

  /** Follows the progress of a send. */
  follow(windowId: string, sendId: string, progress: SendProgress, cancel: () => boolean): void {
    const send = this.#send(sendId)
    const content = responseOf(progress)?.content
    const isNew = content !== undefined && content.handle !== '' && content.handle !== send.handle
    if (isNew) send.handle = content.handle
    if (isNew && isEventStream(content)) {
      if (send.stream !== null) send.stream.log.continueWith(content.handle)
      else
        this.#sessions.start({
          windowId,
          sessionId: sendId,
          open: reports => this.#open(content.handle, send, reports, cancel),
        })
    }
    if (progress.state === 'awaiting') send.conversation?.wait(progress.reconnectsAt ?? null)
    else send.conversation?.end(endOf(progress))
    if (send.stream === null) return
    if (progress.state === 'awaiting') showWaiting(send.stream, progress.reconnectsAt ?? null)
    else send.stream.end(endOf(progress))
  }

  /** Lists all events of a connection that has ended. Null if it was no event stream. */
  async endConnection(sendId: string): Promise<StreamPosition | null> {
    return (await this.#sends.get(sendId)?.stream?.log.endConnection()) ?? null
  }

  /** Returns the secrets that a response body may carry. */
  async secretsOf(handle: string): Promise<readonly WithheldValue[]> {
    const send = [...this.#sends.values()].find(one => one.handle === handle)
    return [...(await this.#parts.secretVariables()), ...(send?.secrets ?? [])]
  }

  /** Returns the secrets that left with a send, as long as its window shows it. */
  secretsOfSend(sendId: string): readonly WithheldValue[] {
    return this.#sends.get(sendId)?.secrets ?? []
  }

  /** Shows the stream of a send in another window. */
  resume(windowId: string, sendId: string): void {
    this.#sessions.resume(windowId, sendId)
  }

  /**
   * Writes the messages of a session that has ended into a body of the store, for the history. Null if the send had no
   * session. Never rejects.
   */
  keep(sendId: string): Promise<SentSession> | null {
    const send = this.#sends.get(sendId)
    const { stream, conversation } = send ?? {}
    if (send === undefined || (!stream && !conversation)) return null
    if (stream) send.keeping = this.#keepStream(stream.log)
    if (conversation) send.keeping = this.#keep(conversation.log, conversation.log.close(), false)
    return send.keeping
  }

  /** Forgets a send and its stream; the body belongs to the send. */
  async release(sendId: string): Promise<void> {
    await this.#sends.get(sendId)?.keeping
    this.#sends.delete(sendId)
    await this.#sessions.release(sendId)
  }

  /** Returns the session of a conversation, which goes on over all its connections. */
  #converse(
    sendId: string,
    { windowId, cancel }: SendWindow,
    conversation: OpenConversation,
  ): ConversationSource {
    const send = this.#send(sendId)
    if (send.conversation !== null) return send.conversation
    const { bodies, secretVariables } = this.#parts
    const secrets = async () => [...(await secretVariables()), ...send.secrets]
    const started: { source: ConversationSource | null } = { source: null }
    this.#sessions.start({
      windowId: windowId(),
      sessionId: sendId,
      open: reports => {
        started.source = new ConversationSource({ bodies, conversation, reports, secrets, cancel })
        return started.source
      },
    })
    if (started.source === null) throw new Error('The session was started before')
    send.conversation = started.source
    return started.source
  }

  #open(handle: string, send: FollowedSend, reports: LiveReports, cancel: () => boolean): LiveSource {
    const log = new StreamLog(this.#parts.bodies, handle, { now: steadyClock(), onGrowth: reports.grow })
    log.follow()
    const { wait } = reports
    send.stream = { log, wait, reconnectsAt: null, end: state => endLog(log, reports, state) }
    const secrets = () => this.secretsOf(send.handle)
    return { log, isIndexed: () => log.isAtEnd, secrets, cancel, release: () => log.release(send.handle) }
  }

  #keepStream(log: StreamLog): Promise<SentSession> {
    return this.#keep(log, log.end(), log.isOneBody && log.sizeBytes <= maximumHistoryBodyBytes)
  }

  async #keep(log: MessageLog, ending: Promise<void>, isInBody: boolean): Promise<SentSession> {
    const logHandle = await ending
      .then(() => keepLog(this.#parts.bodies, log, { maxBytes: maximumHistoryBodyBytes, isInBody }))
      // A full disk, for example. The entry then has what its body has.
      .catch(() => null)
    const { endNumber, sentCount: sent, noteCount } = log.index
    return { messages: { received: endNumber - sent - noteCount, sent }, logHandle }
  }

  #send(sendId: string): FollowedSend {
    const known = this.#sends.get(sendId)
    if (known !== undefined) return known
    const send: FollowedSend = {
      secrets: [],
      stream: null,
      conversation: null,
      handle: '',
      keeping: null,
    }
    this.#sends.set(sendId, send)
    return send
  }
}

/** Opens the event stream of an entry of the history; null if it had none, or its list was not stored. */
export async function keptStream(
  { bodies, secretVariables }: SendStreamsParts,
  entry: HistoryEntry | null,
): Promise<((reports: LiveReports) => LiveSource) | null> {
  const content = entry && responseOf(entry.outcome)?.content
  if (!entry || !content) return null
  const { handle } = content
  const kept = entry.logHandle === undefined ? null : await KeptLog.open(bodies, entry.logHandle, handle)
  if (kept === null && (handle === '' || !isEventStream(content))) return null
  const typed = typedSecrets(entry.request)
  const ended = endOf(entry.outcome)
  return reports => {
    const secrets = async () => [...(await secretVariables()), ...typed]
    const source = { secrets, cancel: () => false, release: async () => {} }
    if (kept !== null) {
      queueMicrotask(() => reports.end(ended))
      return { ...source, log: kept, isIndexed: () => true }
    }
    // An entry of an earlier version, or one whose list is damaged.
    const log = new StreamLog(bodies, handle, { now: () => null, onGrowth: reports.grow })
    endLog(log, reports, ended)
    return { ...source, log, isIndexed: () => log.isAtEnd }
  }
}

function showWaiting(stream: FollowedStream, reconnectsAt: number | null): void {
  if (stream.reconnectsAt === reconnectsAt) return
  stream.reconnectsAt = reconnectsAt
  stream.wait(reconnectsAt)
}

function endLog(log: StreamLog, reports: LiveReports, state: Ended): void {
  log
    .end()
    .catch(error => logFault('indexing an event stream', error))
    .finally(() => reports.end(state))
}

function endOf(outcome: Exclude<SendProgress, { state: 'awaiting' }> | HistoryOutcome): Ended {
  if (outcome.state === 'answered') return { state: 'ended', by: 'peer' }
  const { kind, code } = outcome.failure
  return kind === 'cancelled' ? { state: 'ended', by: 'stopped' } : { state: 'ended', by: 'broken', code }
}

function responseOf(progress: SendProgress | HistoryOutcome): Response | null {
  return progress.state === 'answered' ? progress.exchange.response : progress.response
}
