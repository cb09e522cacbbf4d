/**
 * One line of a key/value table: params, headers, cookies, form fields, metadata (spec 2.1).
 * Order and duplicates matter, so tables are lists of rows and never records.
 */
export interface Row {
  readonly name: string
  readonly value: string
  /** An unticked row is kept and not sent. */
  readonly enabled: boolean
  /**
   * Of an unticked query parameter: its text in the URL, where writing the row anew would give another
   * (`a` for `a=`, `é` for `%C3%A9`), so that ticking it brings back the very URL.
   */
  readonly urlText?: string
  /** Free text that is never sent. */
  readonly description?: Description
}

/**
 * A text with its media type where the file names one; plain text means Markdown. Null where a file
 * of another client states that there is none.
 */
export type Description = string | { readonly content: string; readonly type: string } | null

/** A ticked row without a description. */
export function row(name: string, value: string): Row {
  return { name, value, enabled: true }
}
