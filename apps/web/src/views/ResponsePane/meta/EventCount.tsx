import { useStore } from 'zustand'
import { useLive } from '../../../wiring/use-stores.ts'
import { eventSessionOf } from '../../../workbench/response/response-sections.ts'
import type { SendState } from '../../../workbench/tabs/request-tab.ts'

/** Returns the session whose events are shown: also after a last response that is no event stream any more. */
export function useEventSession(send: SendState): string | null {
  const live = useLive()
  const sessionId = 'sendId' in send ? send.sendId : null
  const isKnown = useStore(live.store, ({ counts }) => sessionId !== null && counts[sessionId] !== undefined)
  return isKnown ? sessionId : eventSessionOf(send)
}

export interface EventCountProps {
  readonly sessionId: string
  /** Whether messages of the user count. */
  readonly countsSent: boolean
}

/** How many events or messages a stream has had; nothing before the first one. */
export function EventCount({ sessionId, countsSent }: EventCountProps) {
  const live = useLive()
  const count = useStore(live.store, ({ counts }) => {
    const { received = 0, sent = 0 } = counts[sessionId] ?? {}
    return countsSent ? received + sent : received
  })
  return count > 0 && count
}
