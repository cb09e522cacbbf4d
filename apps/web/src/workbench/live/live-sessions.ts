import type { LiveCounts, LiveEvent, LiveRow } from '@parley/server/contract'
import { createStore } from 'zustand/vanilla'
import { type ExportFormat, type ExportPorts, exportMessages } from './export-messages.ts'
import type { ListOrder } from './list-window.ts'
import { LiveList } from './live-list.ts'
import type { LiveCalls } from './live-question.ts'
import { createOpenedMessage, type OpenedMessage } from './opened-message.ts'
import { StreamText } from './stream-text.ts'
import type { ReadPath } from './text-path.ts'

/** What is known about sessions; the server keeps their messages. */
export interface LiveSessionsState {
  /** How many messages each session has had, by its ID. */
  readonly counts: Readonly<Record<string, LiveCounts | undefined>>
  /** Whether streams are shown as the text that their events say. */
  readonly isTextShown: boolean
}

export interface LiveSessionsPorts extends ExportPorts {
  /** Reads the data of a message that was opened; null if it is too long for a text in the page. */
  readData(handle: string, sizeBytes: number): Promise<string | null>
  /** Reads the path of the text as it was typed. */
  readPath(typed: string): Promise<ReadPath>
}

/** What the page shows of a session. It stays when another tab or section is shown. */
export interface LiveLog {
  readonly sessionId: string
  readonly list: LiveList
  readonly opened: OpenedMessage
  readonly text: StreamText
  /** Changes the order of this list and of those that are opened later. */
  setOrder(order: ListOrder): void
  /** Sets where the text is in the events of this session and of those that are opened later. */
  setTextPath(typed: string): void
  /** Saves the listed messages as a file. Resolves with a message for the user. */
  export(format: ExportFormat): Promise<string>
}

/** How many sessions the page remembers; the oldest are read again. */
const maxLogs = 16
const maxCounts = 200

/** The live sessions that the window knows of. */
export function createLiveSessions(calls: LiveCalls, ports: LiveSessionsPorts) {
  const store = createStore<LiveSessionsState>(() => ({ counts: {}, isTextShown: false }))
  /** By ID, least recently opened first. */
  const logs = new Map<string, LiveLog>()
  let order: ListOrder = 'newestFirst'
  let textPath = ''

  function count(sessionId: string, counts: LiveCounts): void {
    const { [sessionId]: before, ...others } = store.getState().counts
    if (before?.received === counts.received && before.sent === counts.sent) return
    const kept = Object.entries(others).slice(-maxCounts + 1)
    store.setState({ counts: Object.fromEntries([...kept, [sessionId, counts]]) })
  }

  async function readData(sessionId: string, row: LiveRow): Promise<string | null> {
    const opened = createOpenedMessage(sessionId, calls, ports)
    await opened.open(row)
    const message = opened.store.getState()
    return message.state === 'made' ? ports.readData(message.handle, message.sizeBytes) : null
  }

  function newLog(sessionId: string): LiveLog {
    const list = new LiveList(sessionId, calls, ports, order)
    // A session of the history sends no events.
    list.store.subscribe(({ session, counts }) => {
      if (session !== null) count(sessionId, counts)
    })
    const textPorts = { ...ports, readData: (row: LiveRow) => readData(sessionId, row) }
    const text = new StreamText(sessionId, calls, textPorts, textPath)
    return {
      sessionId,
      list,
      opened: createOpenedMessage(sessionId, calls, ports),
      text,
      setTextPath(typed) {
        textPath = typed
        text.setPath(typed)
      },
      setOrder(next) {
        order = next
        list.setOrder(next)
      },
      export: format => exportMessages(sessionId, calls, ports, list.question, format),
    }
  }

  return {
    store,
    /** Returns what is shown of a session. */
    log(sessionId: string): LiveLog {
      const log = logs.get(sessionId) ?? newLog(sessionId)
      logs.delete(sessionId)
      logs.set(sessionId, log)
      for (const oldest of [...logs.keys()].slice(0, -maxLogs)) logs.delete(oldest)
      return log
    },
    showText: (isTextShown: boolean) => store.setState({ isTextShown }),
    receive(event: LiveEvent): void {
      count(event.sessionId, event.counts)
      const log = logs.get(event.sessionId)
      log?.list.refresh()
      log?.text.refresh()
    },
  }
}
