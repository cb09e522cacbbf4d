// biome-ignore lint/style/noRestrictedImports: printers emit text at once, on a thread of their own.
import { closeSync, openSync, readSync, writeSync } from 'node:fs'

const pieceBytes = 256 * 1024

/** The file from which a thread reads a body, and the new file that it writes. */
export interface BodyFiles {
  readonly sourcePath: string
  /** This file must not exist yet. */
  readonly targetPath: string
  readonly encoding: string
  readonly markBytes: number
  /** Shared memory that has the number of bytes written so far, as its one number. */
  readonly written?: BigInt64Array
}

/**
 * Opens both files for `work`, which gets the body's text piece by piece and a function that writes. Reading
 * throws a `TypeError` at a byte that is not valid text.
 */
export async function withBodyFiles<Answer>(
  files: BodyFiles,
  work: (texts: Iterable<string>, write: (text: string) => void) => Answer | Promise<Answer>,
): Promise<Answer> {
  const source = openSync(files.sourcePath, 'r')
  try {
    const target = openSync(files.targetPath, 'wx', 0o600)
    try {
      const encoder = new TextEncoder()
      return await work(textsOf(source, files), text => {
        const bytes = encoder.encode(text)
        writeWhole(target, bytes)
        if (files.written !== undefined) Atomics.add(files.written, 0, BigInt(bytes.byteLength))
      })
    } finally {
      closeSync(target)
    }
  } finally {
    closeSync(source)
  }
}

function* textsOf(source: number, { encoding, markBytes }: BodyFiles): Generator<string> {
  const decoder = new TextDecoder(encoding, { fatal: true, ignoreBOM: true })
  const buffer = new Uint8Array(pieceBytes)
  for (let offset = markBytes; ; ) {
    const readBytes = readSync(source, buffer, 0, pieceBytes, offset)
    if (readBytes === 0) break
    offset += readBytes
    yield decoder.decode(buffer.subarray(0, readBytes), { stream: true })
  }
  yield decoder.decode()
}

function writeWhole(target: number, bytes: Uint8Array): void {
  for (let written = 0; written < bytes.byteLength; )
    written += writeSync(target, bytes, written, bytes.byteLength - written)
}
