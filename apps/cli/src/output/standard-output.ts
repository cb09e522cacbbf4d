// biome-ignore lint/style/noRestrictedImports: reads only the type of a descriptor, and no file.
import { fstatSync } from 'node:fs'
import { errorCodeOf } from '@parley/files'
import type { BodyTarget } from './body-target.ts'
import { newTerminalText } from './terminal-text.ts'

/** The state of standard output. */
export interface StandardOutput {
  /** Returns the system's error code after a failed write; null if none failed. */
  faultCode(): string | null
  /** True once its reader has disconnected (`parley send … | head`). */
  isReaderGone(): boolean
}

/**
 * @param onFault - called once nothing more can be written
 * @param onReaderGone - called once nobody reads any more
 */
export function watchStandardOutput(onFault: () => void, onReaderGone: () => void): StandardOutput {
  let faultCode: string | null = null
  let isReaderGone = false
  process.stdout.on('error', error => {
    if (errorCodeOf(error) === 'EPIPE') {
      isReaderGone = true
      onReaderGone()
    } else {
      faultCode = errorCodeOf(error)
      onFault()
    }
  })
  return { faultCode: () => faultCode, isReaderGone: () => isReaderGone }
}

/** Resolves when more can be written. A failure is an `error` event of the stream, which is handled there. */
export function writeToStandardOutput(bytes: Uint8Array | string): Promise<void> {
  return new Promise(resolve => {
    process.stdout.write(bytes, () => resolve())
  })
}

/** Writes bytes unchanged to a pipe or a file, and as text without control characters to a terminal. */
export function standardOutputTarget(): BodyTarget {
  const text = process.stdout.isTTY ? newTerminalText() : null
  return {
    name: 'Standard output',
    isStandardOutput: true,
    mayShow: text !== null || isPipe(),
    begin: async () => {},
    write: bytes => writeToStandardOutput(text === null ? bytes : text.push(bytes)),
    close: async () => {
      if (text !== null) await writeToStandardOutput(text.end())
    },
    kept: () => null,
  }
}

/** The program that reads a pipe often prints to the same terminal. */
function isPipe(): boolean {
  const stdout = fstatSync(process.stdout.fd)
  return stdout.isFIFO() || stdout.isSocket()
}
