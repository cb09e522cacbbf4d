/**
 * A piece of content. Content is a list of pieces, so that a file within a body can be streamed from disk.
 */
export type ContentPart =
  | { readonly kind: 'bytes'; readonly bytes: Uint8Array }
  | { readonly kind: 'file'; readonly filePath: string; readonly lengthBytes: number }
  /** Pieces that are written when they are there, perhaps while the response arrives. Another round asks for them again. */
  | { readonly kind: 'stream'; pieces(): AsyncIterable<Uint8Array> }
