import { createStore } from 'zustand/vanilla'
import type { ServerClient } from '../server-client/server-client.ts'
import type { WindowContext } from '../window/window-context.ts'
import type { ComparedResponse } from './compared-response.ts'

/** One of two messages of live sessions that are compared. */
export interface ComparedMessage {
  /** `Received 14:36:12.418` */
  readonly label: string
}

export interface Comparison {
  /** The older one. */
  readonly left: ComparedResponse | ComparedMessage
  readonly right: ComparedResponse | ComparedMessage
  /** The texts of their bodies; null until both are read. */
  readonly bodies: readonly [string, string] | null
}

export type Compare = ReturnType<typeof createCompare>

/** The two responses that are compared; null: none. */
export function createCompare(
  bodies: Pick<ServerClient['bodies'], 'readText'>,
  window: Pick<WindowContext, 'describeError'>,
) {
  const store = createStore<{ readonly comparison: Comparison | null }>(() => ({ comparison: null }))

  async function bodyText(side: ComparedResponse, view: 'pretty' | 'raw'): Promise<string> {
    try {
      const { readComparedBody } = await import('./compared-response.ts')
      return await readComparedBody(bodies, side, view)
    } catch (error) {
      return window.describeError(error)
    }
  }

  return {
    store,
    /** @param view - of bodies that are not texts already */
    async open(
      one: ComparedResponse,
      other: ComparedResponse,
      view: 'pretty' | 'raw' = 'pretty',
    ): Promise<void> {
      const isInOrder = (one.sentAt ?? Number.POSITIVE_INFINITY) <= (other.sentAt ?? Number.POSITIVE_INFINITY)
      const [left, right] = isInOrder ? [one, other] : [other, one]
      store.setState({ comparison: { left, right, bodies: null } })
      const bodies = await Promise.all([bodyText(left, view), bodyText(right, view)])
      if (store.getState().comparison?.left === left) store.setState({ comparison: { left, right, bodies } })
    },
    /** Shows two texts that were read already. */
    show: (comparison: Comparison) => store.setState({ comparison }),
    close: () => store.setState({ comparison: null }),
  }
}
