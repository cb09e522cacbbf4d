/** Messages of documents to the user, and what documents need of the page. */
export interface DocumentPorts {
  /** Receives the reason why a tab stays unsaved. */
  notSaved(reason: string): void
  /** Offers to undo how a conflict was settled; `text` says how that was. */
  offerUndo(text: string, undo: () => void): void
  describeError(error: unknown): string
  newId(): string
}
