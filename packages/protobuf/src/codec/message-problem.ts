/** Something wrong in a message that was typed as JSON. */
export interface MessageProblem {
  /** The range in the text, in UTF-16 units. */
  readonly start: number
  readonly end: number
  /** A sentence. */
  readonly message: string
}

/** Returns a problem with its line and column, from 1: `Line 2, column 12: The field id takes no text.` */
export function describeMessageProblem(text: string, { start, message }: MessageProblem): string {
  const before = text.slice(0, start)
  const line = before.split('\n').length
  return `Line ${line}, column ${start - before.lastIndexOf('\n')}: ${message}`
}
