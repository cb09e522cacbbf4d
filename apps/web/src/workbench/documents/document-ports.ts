import type { WindowContext } from '../../window/window-context.ts'

/** Messages of documents to the user, and what documents need of the page. */
export interface DocumentPorts extends Pick<WindowContext, 'toasts' | 'describeError' | 'newId'> {
  /** Receives the reason why a tab stays unsaved. */
  notSaved(tabId: string, reason: string): void
  /** A tab was saved, so that what was said of its save that failed is past. */
  saved(tabId: string): void
  /** Offers to undo how a conflict was settled; `text` says how that was. */
  offerUndo(text: string, undo: () => void): void
}
