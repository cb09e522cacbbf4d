import { join } from 'node:path'
import {
  type FilesAtOnce,
  isMarkedRunning,
  markedProcess,
  nodeFilesAtOnce,
  privateFileMode,
  processMark,
} from '@parley/files'

/**
 * Notes in the folder of all programs that this process runs one of them, until it ends: a program loads most of its
 * code when it needs it, so no other version may remove it before. Also removes the notes of processes that were
 * killed. Returns false if the folder is missing or cannot be written; then nobody can remove anything either.
 */
export function noteRunning(base: string, program: string, files: FilesAtOnce = nodeFilesAtOnce): boolean {
  const note = join(base, `${program}.${processMark()}.running`)
  try {
    for (const { name, owner } of notesIn(files.names(base)))
      if (!isMarkedRunning(owner)) files.removeTree(join(base, name))
    files.writeNew(note, '', privateFileMode)
  } catch {
    return false
  }
  process.once('exit', () => {
    try {
      files.removeTree(note)
    } catch {
      // A later start removes it.
    }
  })
  return true
}

/** Of the names in the folder of all programs, returns those of programs that no process runs, except one. */
export function unusedPrograms(names: readonly string[], except: string): readonly string[] {
  const running = new Set(notesIn(names).flatMap(note => (isMarkedRunning(note.owner) ? [note.program] : [])))
  return names.filter(name => /^[0-9a-f]{64}$/.test(name) && name !== except && !running.has(name))
}

function notesIn(names: readonly string[]) {
  return names.flatMap(name => {
    const [, program, processId, rest = ''] =
      /^([0-9a-f]{64})\.(\d+)(?:-([0-9a-f-]{36}))?\.running$/.exec(name) ?? []
    if (program === undefined || processId === undefined) return []
    return [{ name, program, owner: markedProcess(processId, rest) }]
  })
}
