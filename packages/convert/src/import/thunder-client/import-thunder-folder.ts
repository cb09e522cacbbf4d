import { failed } from '@parley/model'
import { decodeText } from '../decode-text.ts'
import type { FolderFile } from '../folder-file.ts'
import { ImportLog } from '../import-log.ts'
import type { ImportFailure, ImportResult } from '../imported.ts'
import { type JsonValue, listOf, parseJson } from '../json-value.ts'
import { importThunderClient, isThunderClient } from './import-thunder-client.ts'

const activityFile = 'thunderActivity.json'

/** The layout with one list of each kind. */
const lists: ReadonlySet<string> = new Set([
  'thunderCollection.json',
  'thunderclient.json',
  'thunderEnvironment.json',
  activityFile,
])

/** The beginnings of the names in the layout with a file per collection and environment. */
const ownFiles = ['collections/tc_col_', 'environments/tc_env_'] as const

/** Returns whether a file belongs to a layout of Thunder Client, by its path in the folder of that. */
export function isThunderFile(path: string): boolean {
  if (lists.has(path)) return true
  return (
    path.endsWith('.json') && path.split('/').length === 2 && ownFiles.some(start => path.startsWith(start))
  )
}

/** Returns the folders with files of Thunder Client. A source that is a single file is not a folder. */
export function thunderRoots(paths: readonly string[]): readonly string[] {
  if (paths.length < 2) return []
  const roots = paths.flatMap(path => {
    const steps = path.split('/')
    return [1, 2]
      .filter(count => isThunderFile(steps.slice(-count).join('/')) && steps.length >= count)
      .map(count => steps.slice(0, -count).join('/'))
  })
  return [...new Set(roots)]
}

/** Imports the files of a folder as one whole: requests go to the collection and folder that they name. */
export function importThunderFolder(
  files: readonly FolderFile[],
  _folderName = '',
  log = new ImportLog(),
): ImportResult {
  const entries: JsonValue[] = []
  let failure: ImportFailure = { code: 'EMPTY', subject: '' }
  for (const { path, bytes } of files) {
    const parsed = parseJson(decodeText(bytes))
    if (!parsed.ok) {
      failure = parsed.failure
      log.loss('NOT_READ', `${path} (${parsed.failure.subject})`)
      continue
    }
    const found = Array.isArray(parsed.value) ? listOf(parsed.value) : [parsed.value]
    if (path === activityFile) {
      if (found.length > 0) log.loss('NOT_READ', `The history (${path})`)
    } else if (found.length > 0 && !isThunderClient(parsed.value)) log.loss('NOT_READ', path)
    else entries.push(...found)
  }
  const result = importThunderClient(entries, log)
  return result.ok ? result : failed(failure)
}
