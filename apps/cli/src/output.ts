import { type FileHandle, open, rm } from 'node:fs/promises'
import type { BodyStore } from '@parley/engine'
import type { Response } from '@parley/model'
import { harmlessText, newTerminalText } from './terminal-text.ts'

/** Where a response goes: standard output or a file. */
export interface Output {
  readonly bodyStore: BodyStore
  /** Status line and headers, once, before the body; further calls do nothing. */
  writeHead(response: Response): void
  /** Ends the output. A file to which no response came is removed; one with a part of a body stays. */
  close(hasResponse: boolean): Promise<void>
  /** Why not everything could be written, as a sentence; null where nothing stood in the way. */
  fault(): string | null
  /** True once whoever read standard output has gone away (`parley send … | head`). */
  isReaderGone(): boolean
}

/**
 * The output, or a sentence that says why the file cannot be written. A file is made at once, so that
 * nothing is sent whose answer has no place to go.
 * @param onBlocked called once nothing more can be written
 */
export async function openOutput(path: string | null, onBlocked: () => void): Promise<Output | string> {
  if (path === null) return outputTo(process.stdout.isTTY ? terminalTarget() : pipeTarget(), onBlocked)
  try {
    return outputTo(fileTarget(path, await open(path, 'wx', 0o666)), onBlocked)
  } catch (error) {
    return whyNot(path, error)
  }
}

interface Target {
  readonly name: string
  write(bytes: Uint8Array): Promise<void>
  close(hasResponse: boolean): Promise<void>
}

function outputTo(target: Target, onBlocked: () => void): Output {
  let isHeadWritten = false
  let fault: string | null = null
  let isReaderGone = false
  process.stdout.on('error', error => {
    if (codeOf(error) === 'EPIPE') isReaderGone = true
    else fault = `Standard output cannot be written (${codeOf(error)}).`
    onBlocked()
  })
  const write = async (bytes: Uint8Array) => {
    try {
      await target.write(bytes)
    } catch (error) {
      fault = `${target.name} cannot be written (${codeOf(error)}).`
      onBlocked()
      throw error
    }
  }
  return {
    bodyStore: { create: async () => ({ handle: '', write, close: async () => {} }) },
    writeHead(response) {
      if (isHeadWritten) return
      isHeadWritten = true
      process.stdout.write(headText(response))
    },
    close: hasResponse => target.close(hasResponse),
    fault: () => fault,
    isReaderGone: () => isReaderGone,
  }
}

function fileTarget(path: string, file: FileHandle): Target {
  return {
    name: path,
    write: bytes => file.writeFile(bytes),
    async close(hasResponse) {
      await file.close()
      if (!hasResponse) await rm(path, { force: true })
    },
  }
}

function pipeTarget(): Target {
  return { name: 'Standard output', write: writeToStdout, close: async () => {} }
}

function terminalTarget(): Target {
  const text = newTerminalText()
  return {
    name: 'Standard output',
    write: bytes => writeToStdout(text.push(bytes)),
    close: () => writeToStdout(text.end()),
  }
}

/** A failure comes as an `error` event of the stream as well, where it is dealt with. */
function writeToStdout(bytes: Uint8Array | string): Promise<void> {
  return new Promise(resolve => {
    process.stdout.write(bytes, () => resolve())
  })
}

function headText({ httpVersion, statusCode, reasonPhrase, headers }: Response): string {
  const lines = [
    `HTTP/${httpVersion} ${statusCode} ${reasonPhrase}`,
    ...headers.map(({ name, value }) => `${name}: ${value}`),
  ]
  const text = `${lines.join('\n')}\n\n`
  return process.stdout.isTTY ? harmlessText(text) : text
}

function whyNot(path: string, error: unknown): string {
  const code = codeOf(error)
  if (code === 'EEXIST') return `${path} exists already and is left as it is. Give another name to --output.`
  if (code === '') throw error
  return `${path} cannot be written (${code}). Give another place to --output.`
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : ''
}
