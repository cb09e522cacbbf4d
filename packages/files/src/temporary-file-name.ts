import { type MarkedProcess, markedProcess, processMark } from './process-mark.ts'

/** Returns a name for a file or folder that will be renamed; {@link temporaryFileOwner} recognises it. */
export function temporaryFileName(): string {
  return `.parley-${processMark()}.tmp`
}

const pattern = /^\.parley-(\d+)-([0-9a-f-]{36})\.tmp$/

/** Returns the process that created a temporary file or folder; null for any other name. */
export function temporaryFileOwner(name: string): MarkedProcess | null {
  const [, processId, rest] = pattern.exec(name) ?? []
  return processId === undefined || rest === undefined ? null : markedProcess(processId, rest)
}
