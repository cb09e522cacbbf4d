// biome-ignore lint/style/noRestrictedImports: a descriptor is asked for its kind, no file.
import { fstatSync } from 'node:fs'
import { errorCodeOf } from '@parley/files'
import type { BodyTarget } from './body-target.ts'
import { newTerminalText } from './terminal-text.ts'

/** What became of standard output. */
export interface StandardOutput {
  /** The system's code of what stood in the way; null if nothing did. */
  faultCode(): string | null
  /** True once its reader has gone away (`parley send … | head`). */
  isReaderGone(): boolean
}

/**
 * @param onFault called once nothing more can be written
 * @param onReaderGone called once nobody reads any more
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

/** Resolves when more is welcome. A failure comes as an `error` event of the stream, where it is dealt with. */
export function writeToStandardOutput(bytes: Uint8Array | string): Promise<void> {
  return new Promise(resolve => {
    process.stdout.write(bytes, () => resolve())
  })
}

/** Byte by byte into a pipe or a file; as harmless text onto a terminal. */
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

/** What reads a pipe often shows it on the same terminal. */
function isPipe(): boolean {
  const stdout = fstatSync(process.stdout.fd)
  return stdout.isFIFO() || stdout.isSocket()
}
