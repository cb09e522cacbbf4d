import { resolve } from 'node:path'
import { type ExportFormat, exportFormats } from '@parley/convert'
import { errorCodeOf, nodeFiles } from '@parley/files'
import { exportCollection } from '@parley/interchange'
import { failed, ok, type Result } from '@parley/model'
import { nodeSources } from '@parley/transport'
import { noIdentityStore, openWorkspace, type Workspace } from '@parley/workspace'
import { type ExitCode, exitCodes } from '../exit-codes.ts'
import type { Io } from '../io/io.ts'
import { refuseMissing } from '../io/missing-file.ts'
import { oneLine } from '../output/one-line.ts'
import { writeOutputFile } from '../output/written-in-place.ts'
import type { ExportOptions } from './define-export-command.ts'

/**
 * `parley export`: prints the file to standard output, and what the format cannot represent to standard
 * error.
 */
export async function exportCommand(folder: string, options: ExportOptions, io: Io): Promise<ExitCode> {
  const format = formatOf(options.to)
  if (format === null)
    return io.stderr.printError(
      `Give the format: --to ${exportFormats.map(one => one.format.toLowerCase()).join(', ')}.`,
      exitCodes.badInput,
    )
  const opened = await openCollection(folder, io)
  if (!opened.ok) return io.stderr.printError(opened.failure, exitCodes.badInput)
  const { workspace, path } = opened.value
  const exported = await exportCollection(workspace, path, format, nodeSources)
  if (!exported.ok)
    return io.stderr.printError(
      `${exported.failure.sentence} ${exported.failure.nextStep}`,
      exitCodes.badInput,
    )
  for (const loss of exported.value.losses) io.stderr.printNote(loss)
  if (options.output === undefined) {
    await io.stdout.write(exported.value.text)
    return exitCodes.ok
  }
  return writeTo(resolve(io.cwd, options.output), exported.value.text, options.force === true, io)
}

function formatOf(typed: string | undefined): ExportFormat | null {
  return exportFormats.find(one => one.format.toLowerCase() === typed?.toLowerCase())?.format ?? null
}

/** Opens a workspace for reading only: its secrets are not needed, and nothing about it is stored. */
async function openCollection(
  typed: string,
  io: Io,
): Promise<Result<{ readonly workspace: Workspace; readonly path: string }, string>> {
  const missing = await refuseMissing([typed], io)
  if (missing !== null) return failed(missing)
  const folder = resolve(io.cwd, typed)
  const opened = await openWorkspace(
    {
      files: nodeFiles,
      secrets: { read: async () => new Map(), write: async () => {} },
      identities: noIdentityStore,
      trashFolder: resolve(folder, '.trash'),
    },
    folder,
  )
  if (!opened.ok) return failed(`${opened.failure.sentence} ${opened.failure.nextStep}`)
  const { collections } = opened.value.tree
  const [only] = collections
  if (only === undefined) return failed(`There is no collection in ${typed}.`)
  if (collections.length > 1)
    return failed(
      `${typed} contains ${collections.length} collections. Give the folder of one: ${collections.map(one => oneLine(one.path)).join(', ')}.`,
    )
  return ok({ workspace: opened.value, path: only.path })
}

async function writeTo(path: string, text: string, isForced: boolean, io: Io): Promise<ExitCode> {
  try {
    if (await writeOutputFile(path, text, isForced)) return exitCodes.ok
    return io.stderr.printError(
      `${path} already exists and was not changed. Give another name to --output, or add --force.`,
      exitCodes.badInput,
    )
  } catch (error) {
    const code = errorCodeOf(error)
    if (code === '') throw error
    return io.stderr.printError(
      `${path} cannot be written (${code}). Give another place to --output.`,
      exitCodes.requestFailed,
    )
  }
}
