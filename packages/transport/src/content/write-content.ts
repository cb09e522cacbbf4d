import type { Writable } from 'node:stream'
import { type ContentPart, contentLengthBytes } from '@parley/engine'
import type { OpenFile } from '@parley/files'
import { filesByPath, type OpenableFiles } from '../files-by-path.ts'
import { TransportError } from '../transport-error.ts'

/**
 * Writes a request's content piece by piece, no faster than the connection accepts it, and ends the request.
 * `onWritten` is called after each piece. Stops if the request is destroyed. Rejects with a failure of kind
 * `file` if a file cannot be read or its length is no longer the announced one, because the head already
 * contains the length.
 */
export async function writeContent(
  request: Writable,
  content: readonly ContentPart[],
  onWritten: (bytes: number) => void,
  openFile: OpenableFiles['open'] = filesByPath.open,
): Promise<void> {
  // Where a stream ends is known when it has ended.
  let leftBytes = content.some(({ kind }) => kind === 'stream')
    ? Number.POSITIVE_INFINITY
    : contentLengthBytes(content)
  const writePiece = async (bytes: Uint8Array) => {
    leftBytes -= bytes.byteLength
    // The end goes out with the last piece, because the response may come before a file is closed.
    if (leftBytes === 0) request.end(bytes)
    else await write(request, bytes)
    onWritten(bytes.byteLength)
  }
  for (const part of content) {
    if (request.destroyed) return
    if (part.kind === 'bytes') {
      await writePiece(part.bytes)
      continue
    }
    for await (const bytes of piecesOf(part, openFile)) {
      if (request.destroyed) return
      await writePiece(bytes)
    }
  }
  if (!request.writableEnded && !request.destroyed) request.end()
}

async function* piecesOf(
  part: Exclude<ContentPart, { kind: 'bytes' }>,
  openFile: OpenableFiles['open'],
): AsyncGenerator<Uint8Array, void, undefined> {
  if (part.kind === 'stream') {
    yield* part.pieces()
    return
  }
  const { filePath, lengthBytes } = part
  const opened = await openFile(filePath)
  if (!opened.ok) {
    const { kind, code, subject } = opened.failure
    throw new TransportError(kind, code, subject)
  }
  const file = opened.value
  try {
    const { sizeBytes } = await readingFile(filePath, () => file.info())
    if (sizeBytes !== lengthBytes) throw new TransportError('file', 'FILE_CHANGED', filePath)
    yield* bytesOf(file, filePath, lengthBytes)
  } finally {
    await file.close()
  }
}

const maxPieceBytes = 64 * 1024

/** Reads exactly this many bytes, even if the file grows meanwhile. */
async function* bytesOf(file: OpenFile, filePath: string, lengthBytes: number): AsyncGenerator<Uint8Array> {
  for (let position = 0; position < lengthBytes; ) {
    // Each piece needs its own buffer: the connection may still hold the previous one.
    const piece = Buffer.allocUnsafeSlow(Math.min(maxPieceBytes, lengthBytes - position))
    const readBytes = await readingFile(filePath, () => file.readAt(piece, position))
    if (readBytes === 0) throw new TransportError('file', 'FILE_CHANGED', filePath)
    position += readBytes
    yield piece.subarray(0, readBytes)
  }
}

async function readingFile<Value>(filePath: string, read: () => Promise<Value>): Promise<Value> {
  try {
    return await read()
  } catch {
    throw new TransportError('file', 'FILE_NOT_READ', filePath)
  }
}

function write(request: Writable, bytes: Uint8Array): Promise<void> {
  if (bytes.byteLength === 0) return Promise.resolve()
  return new Promise(resolve => {
    const done = () => {
      request.off('drain', done).off('close', done)
      resolve()
    }
    if (request.write(bytes)) return resolve()
    request.once('drain', done).once('close', done)
  })
}
