import { basename, resolve } from 'node:path'
import type { BodyStore } from '@parley/engine'
import { nodeFiles } from '@parley/files'
import { collectFolder, downloadSource, type ImportSource, sourceLimits } from '@parley/interchange'
import { failed, ok, type Result } from '@parley/model'
import { createTransport, nodeSources } from '@parley/transport'
import { type ExitCode, exitCodes } from '../exit-codes.ts'
import type { Io } from '../io/io.ts'
import { refuseMissing } from '../io/missing-file.ts'
import { readStandardInput } from '../io/read-standard-input.ts'

/** Why a source could not be read, and the exit code. */
interface SourceFault {
  readonly sentence: string
  readonly code: ExitCode
}

/** Reads the typed source: a URL, `-` for standard input, a file or a folder. */
export async function readImportSource(
  typed: string,
  signal: AbortSignal,
  io: Io,
): Promise<Result<ImportSource, SourceFault>> {
  if (/^https?:\/\//i.test(typed)) return downloaded(typed, signal)
  if (typed === '-') return fromStandardInput(io)
  const missing = await refuseMissing([typed], io)
  if (missing !== null) return failed({ sentence: missing, code: exitCodes.badInput })
  const path = resolve(io.cwd, typed)
  const name = basename(path)
  const files = await collectFolder(nodeFiles, path, name)
  if (files.ok) return ok({ name, files: files.value })
  const { sentence, nextStep } = files.failure
  return failed({ sentence: `${sentence} ${nextStep}`, code: exitCodes.badInput })
}

async function downloaded(url: string, signal: AbortSignal): Promise<Result<ImportSource, SourceFault>> {
  const transportFor = (bodyStore: BodyStore) => createTransport({ bodyStore })
  const ports = { ...nodeSources, transportFor }
  const read = await downloadSource(url, ports, signal)
  if (read.ok) return read
  const { sentence, nextStep, code } = read.failure
  return failed({
    sentence: `${sentence} ${nextStep}`,
    code: code === 'CANCELLED' ? exitCodes.interrupted : exitCodes.requestFailed,
  })
}

async function fromStandardInput({ stdin }: Io): Promise<Result<ImportSource, SourceFault>> {
  const bytes = await readStandardInput(stdin, sourceLimits.fileBytes)
  if (bytes === null)
    return failed({ sentence: 'Standard input is larger than 100 MB.', code: exitCodes.badInput })
  const name = 'standard input'
  return ok({ name, files: [{ path: name, bytes }] })
}
