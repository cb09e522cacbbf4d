import type { LiveCounts, LiveEvent } from '@parley/server/contract'
import { createStore } from 'zustand/vanilla'
import type { ExportPorts } from './export-messages.ts'
import type { LiveCalls } from './live-question.ts'
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

export type LiveSessions = ReturnType<typeof createLiveSessions>

const maxCounts = 200

/** The live sessions that the window knows of. What is shown of them is made by `liveLogsOf`. */
export function createLiveSessions(calls: LiveCalls, ports: LiveSessionsPorts) {
  const store = createStore<LiveSessionsState>(() => ({ counts: {}, isTextShown: false }))
  const listeners: ((sessionId: string) => void)[] = []

  function count(sessionId: string, counts: LiveCounts): void {
    const { [sessionId]: before, ...others } = store.getState().counts
    const isSame = before?.received === counts.received && before.sent === counts.sent
    if (isSame && before.notes === counts.notes) return
    const kept = Object.entries(others).slice(-maxCounts + 1)
    store.setState({ counts: Object.fromEntries([...kept, [sessionId, counts]]) })
  }

  return {
    store,
    calls,
    ports,
    /** Notes how many messages a session has. */
    count,
    /** Calls the listener after each event of a session. */
    onEvent: (listener: (sessionId: string) => void) => void listeners.push(listener),
    showText: (isTextShown: boolean) => store.setState({ isTextShown }),
    receive(event: LiveEvent): void {
      count(event.sessionId, event.counts)
      for (const notify of listeners) notify(event.sessionId)
    },
  }
}
