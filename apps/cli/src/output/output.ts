import type { BodyStore } from '@parley/engine'
import { errorCodeOf } from '@parley/files'
import type { Response } from '@parley/model'
import { harmlessJson, harmlessText } from '@parley/model'
import type { Io } from '../io/io.ts'
import type { BodyTarget, KeptBody } from './body-target.ts'
import { openFileTarget } from './file-target.ts'
import { bodyTooLargeCode, memoryTarget } from './memory-target.ts'
import { standardOutputTarget } from './standard-output-target.ts'

/** The destination of a response: standard output, a file, or memory for a JSON document. */
export interface Output {
  readonly bodyStore: BodyStore
  /** Whether the body may appear on the user's terminal while it arrives. */
  readonly mayShowBody: boolean
  /** Call with the response before its content, so that a terminal shows it as what it is. */
  expect(response: Response): void
  /** Writes status line and headers before the body. Only the first call has an effect. */
  writeHead(response: Response): void
  /** Writes a JSON text, with control characters escaped. */
  writeJson(json: string): Promise<void>
  /** Ends the body. A new file is deleted if no response arrived; an incomplete body stays. */
  close(): Promise<void>
  /** Returns the body if it can be read again. */
  kept(): KeptBody | null
  /** Returns why not everything could be written; null if everything was. */
  fault(): OutputFault | null
  /** True once the reader of the body has disconnected. */
  isReaderGone(): boolean
}

/** Why a response could not be written, as sentences. */
export interface OutputFault {
  /** The system's error code, or `BODY_TOO_LARGE`. */
  readonly code: string
  readonly sentence: string
  readonly nextStep: string
}

export interface OutputOptions {
  /** The path of a file to use instead of standard output; `-` also means standard output. */
  readonly output?: string
  /** Names the file as the server says, or by this name if it says nothing. */
  readonly remoteName?: string
  readonly force?: boolean
  readonly jsonOutput?: boolean
  /** Prints no notes. */
  readonly quiet?: boolean
  /** Prints the body to a terminal as it arrives; else it is formatted. */
  readonly raw?: boolean
}

/** The size limit of a body in a JSON document, which readers parse as a whole. */
const maximumBodyBytes = 64 * 1024 * 1024

/**
 * Opens the output, or returns a sentence that says why the file cannot be written.
 * @param onBlocked - called once nothing more can be written
 */
export async function openOutput(
  options: OutputOptions,
  io: Io,
  onBlocked: () => void,
): Promise<Output | string> {
  const { output = '-', remoteName, force = false, jsonOutput = false, raw = false } = options
  if (remoteName !== undefined) {
    const { remoteNameTarget } = await import('./remote-name-target.ts')
    const onName = (name: string) => options.quiet || io.stderr.printNote(`The body is in ${name}.`)
    return outputTo(remoteNameTarget(io, { fallback: remoteName, onName }), io, onBlocked)
  }
  if (output === '-' && jsonOutput) return outputTo(memoryTarget(maximumBodyBytes), io, onBlocked)
  if (output === '-' && !raw && io.stdout.isTerminal) {
    const { terminalTarget } = await import('./terminal-target.ts')
    return outputTo(
      terminalTarget(io.stdout, sentence => io.stderr.printNote(sentence)),
      io,
      onBlocked,
    )
  }
  if (output === '-') return outputTo(standardOutputTarget(io.stdout), io, onBlocked)
  try {
    return outputTo(await openFileTarget(output, io, force), io, onBlocked)
  } catch (error) {
    return describeWriteError(output, error)
  }
}

function outputTo(target: BodyTarget, { stdout }: Io, onBlocked: () => void): Output {
  // A body that goes to a file or into memory does not depend on the reader of standard output.
  stdout.watch({ onFault: onBlocked, onReaderGone: target.isStandardOutput ? onBlocked : () => {} })
  let isHeadWritten = false
  let targetFault: OutputFault | null = null
  const guarded = async (act: () => Promise<void>) => {
    try {
      await act()
    } catch (error) {
      const code = errorCodeOf(error)
      if (code !== '') targetFault = faultOf(target.name, code)
      onBlocked()
      throw error
    }
  }
  const writer = {
    handle: '',
    write: (bytes: Uint8Array) => guarded(() => target.write(bytes)),
    close: async () => {},
  }
  return {
    bodyStore: {
      async create() {
        await guarded(() => target.begin())
        return writer
      },
    },
    mayShowBody: target.mayShow,
    expect: response => target.expect?.(response),
    writeHead(response) {
      if (isHeadWritten) return
      isHeadWritten = true
      stdout.print(headText(response, stdout.isTerminal))
    },
    writeJson: json => stdout.write(`${harmlessJson(json)}\n`),
    async close() {
      try {
        await guarded(() => target.close())
      } catch (error) {
        if (targetFault === null) throw error
      }
    },
    kept: () => target.kept(),
    fault() {
      const code = stdout.faultCode
      return targetFault ?? (code === null ? null : faultOf('Standard output', code))
    },
    isReaderGone: () => target.isStandardOutput && stdout.isReaderGone,
  }
}

function headText({ httpVersion, statusCode, reasonPhrase, headers }: Response, isTerminal: boolean): string {
  const lines = [
    `HTTP/${httpVersion} ${statusCode} ${reasonPhrase}`,
    ...headers.map(({ name, value }) => `${name}: ${value}`),
  ]
  const text = `${lines.join('\n')}\n\n`
  return isTerminal ? harmlessText(text) : text
}

function faultOf(name: string, code: string): OutputFault {
  if (code === bodyTooLargeCode)
    return {
      code,
      sentence: 'The response is larger than 64 MB, which is too much for one JSON document.',
      nextStep: 'Write the body to a file with --output; the document then names the file.',
    }
  return {
    code,
    sentence: `${name} cannot be written.`,
    nextStep: 'Free some space on the disk, or write to another place with --output.',
  }
}

function describeWriteError(path: string, error: unknown): string {
  const code = errorCodeOf(error)
  if (code === 'EEXIST')
    return `${path} already exists and was not changed. Give another name to --output, or add --force.`
  if (code === '') throw error
  return `${path} cannot be written (${code}). Give another place to --output.`
}
