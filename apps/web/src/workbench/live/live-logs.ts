import type { LiveRow } from '@parley/server/contract'
import { type ExportFormat, exportMessages } from './export-messages.ts'
import type { ListOrder } from './list-window.ts'
import { LiveList } from './live-list.ts'
import type { LiveSessions } from './live-sessions.ts'
import { createOpenedMessage, type OpenedMessage } from './opened-message.ts'
import { StreamText } from './stream-text.ts'

/** What the page shows of a session. It stays when another tab or section is shown. */
export interface LiveLog {
  readonly sessionId: string
  readonly list: LiveList
  readonly opened: OpenedMessage
  readonly text: StreamText
  /** Changes the order of this list and of those that are opened later. */
  setOrder(order: ListOrder): void
  /** Hides the messages so far, and closes the opened one. */
  clear(): void
  /** Saves the listed messages as a file. Resolves with a message for the user. */
  export(format: ExportFormat): Promise<string>
  /** Sends a message of the list again, and shows it. Resolves with a message for the user; empty: it was sent. */
  resend(row: LiveRow): Promise<string>
}

/** How many sessions the page remembers; the oldest are read again. */
const maxLogs = 16

const logsOfSessions = new WeakMap<LiveSessions, LiveLogs>()

/** Returns what the page shows of its sessions. Its code is loaded with the first view that shows one. */
export function liveLogsOf(sessions: LiveSessions): LiveLogs {
  const logs = logsOfSessions.get(sessions) ?? createLiveLogs(sessions)
  logsOfSessions.set(sessions, logs)
  return logs
}

type LiveLogs = ReturnType<typeof createLiveLogs>

function createLiveLogs(sessions: LiveSessions) {
  /** By ID, least recently opened first. */
  const logs = new Map<string, LiveLog>()
  const listOrder = { now: 'newestFirst' as ListOrder }

  sessions.onEvent(sessionId => {
    const log = logs.get(sessionId)
    log?.list.refresh()
    log?.text.refresh()
  })

  return {
    /** Returns what is shown of a session. `textPath`: where its text is, if it was not shown before. */
    log(sessionId: string, textPath = ''): LiveLog {
      const log = logs.get(sessionId) ?? newLog(sessions, sessionId, textPath, listOrder)
      logs.delete(sessionId)
      logs.set(sessionId, log)
      for (const oldest of [...logs.keys()].slice(0, -maxLogs)) logs.delete(oldest)
      return log
    },
  }
}

/** `listOrder`: the order of all lists, which one of them may change. */
function newLog(
  { calls, ports, count }: LiveSessions,
  sessionId: string,
  textPath: string,
  listOrder: { now: ListOrder },
): LiveLog {
  const list = new LiveList(sessionId, calls, ports, listOrder.now)
  // A session of the history sends no events.
  list.store.subscribe(({ session, counts }) => {
    if (session !== null) count(sessionId, counts)
  })
  const textPorts = { ...ports, readData: (row: LiveRow) => readData({ calls, ports }, sessionId, row) }
  const text = new StreamText(sessionId, calls, textPorts, textPath)
  const opened = createOpenedMessage(sessionId, calls, ports)
  return {
    sessionId,
    list,
    opened,
    text,
    setOrder(next) {
      listOrder.now = next
      list.setOrder(next)
    },
    clear() {
      list.clear()
      opened.close()
    },
    async resend({ number }) {
      try {
        const { problem } = await calls.resend({ sessionId, number })
        if (problem === null) list.setFollowing(true)
        return problem === null ? '' : `${problem.sentence} ${problem.nextStep}`
      } catch (error) {
        return `Not sent. ${ports.describeError(error)}`
      }
    },
    export: format => exportMessages(sessionId, calls, ports, list.question, format),
  }
}

async function readData(
  { calls, ports }: Pick<LiveSessions, 'calls' | 'ports'>,
  sessionId: string,
  row: LiveRow,
): Promise<string | null> {
  const opened = createOpenedMessage(sessionId, calls, ports)
  await opened.open(row)
  const message = opened.store.getState()
  return message.state === 'made' ? ports.readData(message.handle, message.sizeBytes) : null
}
