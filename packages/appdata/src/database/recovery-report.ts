import { join } from 'node:path'
import { errorCodeOf, type FileSystem, privateFileMode, writeFileAtomically } from '@parley/files'
import { keysOf } from '../keys-of.ts'

/**
 * The result for a table of a damaged database: `whole` was read completely; `partial` was read in part, with
 * additional rows from the rolling copy; `copied` has only the rows of the copy; `lost` has none, because
 * there was no copy.
 */
export type TableState = (typeof tableStates)[number]

const tableStates = ['whole', 'partial', 'copied', 'lost'] as const

/** How a damaged database was repaired, kept until the user has seen it. */
export interface RecoveryReport {
  /**
   * The time of the repair, in milliseconds since the epoch; names of files that were set aside end with it.
   */
  readonly at: number
  /** The path of the damaged file; null if it no longer existed. */
  readonly setAsidePath: string | null
  /** The time of the rolling copy that was used, in milliseconds since the epoch; null: none was. */
  readonly copiedAt: number | null
  readonly tables: Readonly<Record<string, TableState>>
}

const fileName = 'recovery.json'

/** Returns the report of the last repair; null if there is none, or the user dismissed it. */
export async function readRecoveryReport(folder: string, files: FileSystem): Promise<RecoveryReport | null> {
  try {
    return reportIn(JSON.parse(new TextDecoder().decode(await files.read(join(folder, fileName)))))
  } catch (error) {
    if (error instanceof SyntaxError || errorCodeOf(error) === 'ENOENT') return null
    throw error
  }
}

/** Stores a report until {@link removeRecoveryReport}. */
export async function writeRecoveryReport(
  folder: string,
  report: RecoveryReport,
  files: FileSystem,
): Promise<void> {
  const text = `${JSON.stringify({ version: 1, ...report }, null, 2)}\n`
  await writeFileAtomically(files, join(folder, fileName), text, { mode: privateFileMode })
}

/** Removes the report after the user has dismissed it. */
export function removeRecoveryReport(folder: string, files: FileSystem): Promise<void> {
  return files.removeFile(join(folder, fileName))
}

function reportIn(value: unknown): RecoveryReport | null {
  const { at, setAsidePath = null, copiedAt = null, tables } = keysOf(value)
  const isPath = setAsidePath === null || typeof setAsidePath === 'string'
  const isTime = copiedAt === null || typeof copiedAt === 'number'
  if (typeof at !== 'number' || !isPath || !isTime) return null
  const states = Object.entries(keysOf(tables)).flatMap(([name, state]): [string, TableState][] => {
    const known = tableStates.find(one => one === state)
    return known === undefined ? [] : [[name, known]]
  })
  return { at, setAsidePath, copiedAt, tables: Object.fromEntries(states) }
}
