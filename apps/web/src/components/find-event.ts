/** Asks the part of the page that is marked with `data-finds` to open its search. */
export const findEvent = 'parley-find'

/** What a find event asks for. */
export interface FindRequest {
  /** Whether the text is to be replaced. */
  readonly replaces: boolean
}
