import type { LiveRow } from '@parley/server/contract'
import { createStore } from 'zustand/vanilla'
import type { LiveListPorts } from './live-list.ts'
import type { LiveCalls } from './live-question.ts'

/** The message that is shown beside the list. */
export type OpenedMessageState =
  | { readonly state: 'none' }
  | { readonly state: 'opening'; readonly row: LiveRow }
  | {
      readonly state: 'made'
      readonly row: LiveRow
      /** The handle of its data for the calls of `bodies`. */
      readonly handle: string
      readonly sizeBytes: number
    }
  | { readonly state: 'failed'; readonly row: LiveRow; readonly reason: string }

export type OpenedMessage = ReturnType<typeof createOpenedMessage>

/** The time until a message that is being opened is requested again. */
const askAgainMs = 80

/** Opens one message of a session at a time; a newer choice replaces an older one. */
export function createOpenedMessage(
  sessionId: string,
  calls: Pick<LiveCalls, 'message'>,
  { after, describeError }: LiveListPorts,
) {
  const store = createStore<OpenedMessageState>(() => ({ state: 'none' }))
  let choice = 0

  async function read(row: LiveRow, isWanted: () => boolean): Promise<OpenedMessageState> {
    for (;;) {
      const message = await calls.message({ sessionId, number: row.number })
      if (message.state === 'made') return message
      if (message.state === 'failed')
        return { state: 'failed', row, reason: `${message.sentence} ${message.nextStep}` }
      await new Promise<void>(resolve => after(askAgainMs, resolve))
      if (!isWanted()) return { state: 'none' }
    }
  }

  return {
    store,
    /** Opens a message, and shows the row that is known of it until then. */
    async open(row: LiveRow): Promise<void> {
      choice += 1
      const mine = choice
      store.setState({ state: 'opening', row }, true)
      const opened = await read(row, () => mine === choice).catch(
        (error): OpenedMessageState => ({ state: 'failed', row, reason: describeError(error) }),
      )
      if (mine === choice) store.setState(opened, true)
    },
    close(): void {
      choice += 1
      store.setState({ state: 'none' }, true)
    },
  }
}
