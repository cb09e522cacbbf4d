import { decodeContent } from './content-decoding.ts'

/** Content whose beginning was read before it is received. */
export interface HeldContent {
  /** All of it; null if it is longer than the limit, or incomplete. */
  readonly whole: Uint8Array | null
  /** All of it from its beginning, decoded, with the error that ended it. */
  readonly content: AsyncGenerator<Buffer, void, undefined>
}

/**
 * Reads content, decoded as {@link decodeContent} does, until it ends, fails or is longer than a limit. Never rejects.
 */
export async function holdContent(
  limitBytes: number,
  ...encoded: Parameters<typeof decodeContent>
): Promise<HeldContent> {
  const rest = decodeLazily(...encoded)
  const chunks: Buffer[] = []
  let sizeBytes = 0
  try {
    while (sizeBytes <= limitBytes) {
      const { done, value } = await rest.next()
      if (done === true) return { whole: Buffer.concat(chunks), content: replay(chunks, rest) }
      chunks.push(value)
      sizeBytes += value.byteLength
    }
    return { whole: null, content: replay(chunks, rest) }
  } catch (error) {
    return { whole: null, content: replay(chunks, failing(error)) }
  }
}

/** Decoding may fail before its first read. */
async function* decodeLazily(
  ...encoded: Parameters<typeof decodeContent>
): AsyncGenerator<Buffer, void, undefined> {
  yield* decodeContent(...encoded)
}

async function* replay(
  chunks: readonly Buffer[],
  rest: AsyncGenerator<Buffer, void, undefined>,
): AsyncGenerator<Buffer, void, undefined> {
  yield* chunks
  yield* rest
}

// biome-ignore lint/correctness/useYield: It fails before it has anything to return.
async function* failing(error: unknown): AsyncGenerator<Buffer, void, undefined> {
  throw error
}
