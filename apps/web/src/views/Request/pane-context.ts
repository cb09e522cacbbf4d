import { createContext } from 'react'

/** One of two requests that are shown side by side. */
export interface Pane {
  readonly tabId: string
  /** Names its landmarks. */
  readonly name: string
  /** Leaves the other one alone. */
  readonly close: () => void
}

/** The pane of a request; null if the active request has the room alone. */
export const PaneContext = createContext<Pane | null>(null)
