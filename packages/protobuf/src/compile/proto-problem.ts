/** Something wrong in a `.proto` file. */
export interface ProtoProblem {
  /** As imports name the file. */
  readonly file: string
  /** From 1; 0 if the problem concerns the whole file. */
  readonly line: number
  /** From 1, in UTF-16 units; 0 if the problem concerns the whole file. */
  readonly column: number
  /** A sentence. */
  readonly message: string
}

/** Returns a problem as one line: `shop/book.proto:12:3: The type Author was not found.` */
export function describeProtoProblem({ file, line, column, message }: ProtoProblem): string {
  return line === 0 ? `${file}: ${message}` : `${file}:${line}:${column}: ${message}`
}
