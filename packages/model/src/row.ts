/**
 * One line of a key/value table: params, headers, cookies, form fields, metadata (behaviour 2.1).
 * Order and duplicates matter, so tables are lists of rows and never records.
 */
export interface Row {
  readonly name: string
  readonly value: string
  /** An unticked row is kept but not sent. */
  readonly enabled: boolean
  /**
   * For an unticked query parameter: its text in the URL, if encoding name and value would give a different
   * one (`a` for `a=`, `é` for `%C3%A9`). Ticking it restores the same URL.
   */
  readonly urlText?: string
  /** Free text that is never sent. */
  readonly description?: Description
}

/**
 * A text, with its media type if the file has one; plain text means Markdown. Null if a file of another
 * client explicitly has none.
 */
export type Description = string | { readonly content: string; readonly type: string } | null

/** Returns a ticked row without a description. */
export function row(name: string, value: string): Row {
  return { name, value, enabled: true }
}
