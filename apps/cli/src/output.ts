import { open } from 'node:fs/promises'
import type { BodyStore } from '@parley/engine'
import type { Response } from '@parley/model'
import { harmlessText } from './terminal-text.ts'

/** Where a response goes: standard output or a file. */
export interface Output {
  readonly bodyStore: BodyStore
  /** Status line and headers, once, before the body; further calls do nothing. */
  writeHead(response: Response): void
  close(): Promise<void>
  /** True once whoever read standard output has gone away (`parley send … | head`). */
  isReaderGone(): boolean
}

/** The output, or a sentence that says why the file cannot be written. */
export async function openOutput(path: string | null): Promise<Output | string> {
  const reader = watchReader()
  if (path === null) return outputOf(process.stdout.isTTY ? terminalWriter() : writeToStdout, reader)
  try {
    const file = await open(path, 'wx', 0o666)
    return { ...outputOf(bytes => file.writeFile(bytes), reader), close: () => file.close() }
  } catch (error) {
    return whyNot(path, error)
  }
}

function outputOf(write: (bytes: Uint8Array) => Promise<void>, reader: { isGone: boolean }): Output {
  let isHeadWritten = false
  return {
    bodyStore: { create: async () => ({ handle: '', write, close: async () => {} }) },
    writeHead(response) {
      if (isHeadWritten) return
      isHeadWritten = true
      process.stdout.write(headText(response))
    },
    close: async () => {},
    isReaderGone: () => reader.isGone,
  }
}

function headText({ httpVersion, statusCode, reasonPhrase, headers }: Response): string {
  const lines = [
    `HTTP/${httpVersion} ${statusCode} ${reasonPhrase}`,
    ...headers.map(({ name, value }) => `${name}: ${value}`),
  ]
  const text = `${lines.join('\n')}\n\n`
  return process.stdout.isTTY ? harmlessText(text) : text
}

function writeToStdout(bytes: Uint8Array | string): Promise<void> {
  return new Promise(resolve => {
    process.stdout.write(bytes, () => resolve())
  })
}

/** Text piece by piece; a carriage return at the end of a piece waits for what follows it. */
function terminalWriter(): (bytes: Uint8Array) => Promise<void> {
  const decoder = new TextDecoder()
  return bytes => writeToStdout(harmlessText(decoder.decode(bytes, { stream: true })))
}

function watchReader(): { isGone: boolean } {
  const reader = { isGone: false }
  process.stdout.on('error', error => {
    if (!('code' in error) || error.code !== 'EPIPE') throw error
    reader.isGone = true
  })
  return reader
}

function whyNot(path: string, error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (code === 'EEXIST') return `${path} exists already and is left as it is. Give another name to --output.`
  if (code === '') throw error
  return `${path} cannot be written (${code}). Give another place to --output.`
}
