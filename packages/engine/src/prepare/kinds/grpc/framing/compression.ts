/** Returns content as gzip (RFC 1952). */
export async function gzip(content: Uint8Array): Promise<Uint8Array> {
  const whole = await through(new CompressionStream('gzip'), content, Number.POSITIVE_INFINITY)
  if (typeof whole === 'string') throw new Error('Compression failed')
  return whole
}

export type Decompressed = Uint8Array | 'tooLarge' | 'invalid'

/** Returns the content of gzip, at most `maxBytes`. */
export function gunzip(content: Uint8Array, maxBytes: number): Promise<Decompressed> {
  return through(new DecompressionStream('gzip'), content, maxBytes)
}

/** Returns the content of the zlib format (RFC 1950), which HTTP calls deflate. */
export function inflate(content: Uint8Array, maxBytes: number): Promise<Decompressed> {
  return through(new DecompressionStream('deflate'), content, maxBytes)
}

/** Stops at the limit, so that little content that becomes much takes no memory. */
async function through(
  { readable, writable }: CompressionStream | DecompressionStream,
  content: Uint8Array,
  maxBytes: number,
): Promise<Decompressed> {
  const writer = writable.getWriter()
  const written = writer.write(Uint8Array.from(content)).then(() => writer.close())
  // The reader reports what is wrong.
  written.catch(() => {})
  const reader = readable.getReader()
  const pieces: Uint8Array[] = []
  let sizeBytes = 0
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done || value === undefined) break
      sizeBytes += value.byteLength
      if (sizeBytes > maxBytes) {
        reader.cancel().catch(() => {})
        return 'tooLarge'
      }
      pieces.push(value)
    }
  } catch {
    return 'invalid'
  }
  const whole = new Uint8Array(sizeBytes)
  let at = 0
  for (const piece of pieces) {
    whole.set(piece, at)
    at += piece.byteLength
  }
  return whole
}
