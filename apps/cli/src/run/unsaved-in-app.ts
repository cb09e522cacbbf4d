import { nodeFiles } from '@parley/files'
import type { Environment } from '../io/streams.ts'
import { oneLine } from '../output/one-line.ts'

/** A busy app must not delay a run for long. */
const answerWaitMs = 500

/**
 * Returns what the windows of the Parley that runs on the same app data show of some files and have not saved, in words.
 * Commands use what is saved, and name this. None if no app runs, or it does not answer in time.
 */
export async function unsavedInApp(paths: readonly string[], env: Environment): Promise<readonly string[]> {
  const { appDataFolder, callInstance, readInstance } = await import('@parley/appdata/running-instance')
  const instance = await readInstance(appDataFolder(env)).catch(() => null)
  if (instance === null) return []
  const real = await Promise.all(paths.map(path => nodeFiles.realPath(path).catch(() => path)))
  const answer = await callInstance(instance, 'tabs/listUnsaved', { paths: real }, answerWaitMs)
  if (answer === null) return []
  const text = await answer.text().catch(() => '')
  return answer.ok ? wordsIn(text) : []
}

/** Reads the answer; anything else than a list of texts is none. */
function wordsIn(text: string): readonly string[] {
  try {
    const listed = keyOf(keyOf(JSON.parse(text), 'json'), 'unsaved')
    return Array.isArray(listed) ? listed.filter(one => typeof one === 'string') : []
  } catch (error) {
    if (error instanceof SyntaxError) return []
    throw error
  }
}

function keyOf(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined
}

/** Returns the note of a command; none if everything is saved. */
export function unsavedNotes(unsaved: readonly string[]): readonly string[] {
  return unsaved.length === 0
    ? []
    : [`Not saved in the open Parley, so not used: ${unsaved.map(oneLine).join(', ')}.`]
}
