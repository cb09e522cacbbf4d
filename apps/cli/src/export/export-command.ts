import { resolve } from 'node:path'
import { type ExportFormat, exportFormats } from '@parley/convert'
import { errorCodeOf, nodeFiles, writeFileAtomically } from '@parley/files'
import { exportCollection } from '@parley/interchange'
import { failed, ok, type Result } from '@parley/model'
import { noIdentityStore, openWorkspace, type Workspace } from '@parley/workspace'
import { type ExitCode, exitCodes } from '../exit-codes.ts'
import { codePorts } from '../options/dynamic-sources.ts'
import { printError, printNote } from '../output/standard-error.ts'
import { writeToStandardOutput } from '../output/standard-output.ts'
import type { ExportOptions } from './define-export-command.ts'

/**
 * `parley export`: prints the file to standard output, and what the format cannot represent to standard
 * error.
 */
export async function exportCommand(folder: string, options: ExportOptions): Promise<ExitCode> {
  const format = formatOf(options.to)
  if (format === null)
    return printError(
      `Give the format: --to ${exportFormats.map(one => one.format.toLowerCase()).join(', ')}.`,
      exitCodes.badInput,
    )
  const opened = await openCollection(folder)
  if (!opened.ok) return printError(opened.failure, exitCodes.badInput)
  const { workspace, path } = opened.value
  const exported = await exportCollection(workspace, path, format, codePorts)
  if (!exported.ok)
    return printError(`${exported.failure.sentence} ${exported.failure.nextStep}`, exitCodes.badInput)
  for (const loss of exported.value.losses) printNote(loss)
  if (options.output === undefined) {
    await writeToStandardOutput(exported.value.text)
    return exitCodes.ok
  }
  return writeTo(resolve(options.output), exported.value.text, options.force === true)
}

function formatOf(typed: string | undefined): ExportFormat | null {
  return exportFormats.find(one => one.format.toLowerCase() === typed?.toLowerCase())?.format ?? null
}

/** Opens a workspace for reading only: its secrets are not needed, and nothing about it is stored. */
async function openCollection(
  folder: string,
): Promise<Result<{ readonly workspace: Workspace; readonly path: string }, string>> {
  const opened = await openWorkspace(
    {
      files: nodeFiles,
      secrets: { read: async () => new Map(), write: async () => {} },
      identities: noIdentityStore,
      trashFolder: resolve(folder, '.trash'),
    },
    resolve(folder),
  )
  if (!opened.ok) return failed(`${opened.failure.sentence} ${opened.failure.nextStep}`)
  const { collections } = opened.value.tree
  const [only] = collections
  if (only === undefined) return failed(`There is no collection in ${folder}.`)
  if (collections.length > 1)
    return failed(
      `${folder} contains ${collections.length} collections. Give the folder of one: ${collections.map(one => one.path).join(', ')}.`,
    )
  return ok({ workspace: opened.value, path: only.path })
}

async function writeTo(path: string, text: string, isForced: boolean): Promise<ExitCode> {
  try {
    const mayReplace = async () => isForced || (await nodeFiles.linkInfo(path)) === null
    if (await writeFileAtomically(nodeFiles, path, text, { mayReplace })) return exitCodes.ok
    return printError(
      `${path} already exists and was not changed. Give another name to --output, or add --force.`,
      exitCodes.badInput,
    )
  } catch (error) {
    const code = errorCodeOf(error)
    if (code === '') throw error
    return printError(
      `${path} cannot be written (${code}). Give another place to --output.`,
      exitCodes.requestFailed,
    )
  }
}
