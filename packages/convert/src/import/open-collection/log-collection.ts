import {
  filePathsOf as bodyFilePaths,
  type Collection,
  type Folder,
  type Item,
  isSecretVariableEntry,
  type Scripts,
  secretTextsInFile,
} from '@parley/model'
import type { ImportLog } from '../import-log.ts'
import { type JsonValue, listOf, member, textOf } from '../json-value.ts'

/** Counts the items of an OpenCollection, and records its scripts, files and missing secrets. */
export function logCollection(collection: Collection, source: JsonValue, log: ImportLog): void {
  log.count('collections')
  log.within(collection.name, () => {
    logMissingSecrets(source, log)
    logScripts(collection.defaults.scripts, log)
    log.count('variables', collection.defaults.variables.length)
    logSecretVariables(collection, secretTextsInFile(source), log)
    log.count('environments', collection.environments.length)
    for (const environment of collection.environments) {
      log.count('variables', environment.variables.length)
      log.within(environment.name, () => {
        for (const one of environment.variables) if (one.secret) log.secret(one.name, '')
      })
    }
    for (const item of collection.items) logItem(item, log)
  })
}

/** Records the secret fields that a file lists, because their values are on another machine. */
export function logMissingSecrets(source: JsonValue, log: ImportLog): void {
  for (const entry of listOf(member(member(member(source, 'extensions'), 'parley'), 'secrets'))) {
    const field = textOf(entry)
    if (!isSecretVariableEntry(field)) log.loss('SECRET_MISSING', `the field ${field}`)
  }
}

/** Records the secret variables of a collection or folder; most have their values on another machine. */
function logSecretVariables(
  { kind, defaults }: Collection | Folder,
  texts: ReadonlyMap<string, string>,
  log: ImportLog,
): void {
  for (const one of defaults.variables) if (one.secret) log.secret(one.name, texts.get(one.name) ?? '', kind)
}

function logItem(item: Item, log: ImportLog): void {
  // Kept unchanged; they are not run or counted.
  if (item.kind === 'appFile' || item.kind === 'scriptFile') return
  log.within(item.name, () => {
    if (item.kind === 'folder') {
      log.count('folders')
      logScripts(item.defaults.scripts, log)
      logSecretVariables(item, new Map(), log)
      for (const one of item.items) logItem(one, log)
      return
    }
    log.count('requests')
    logScripts(item.scripts, log)
    if ('examples' in item) log.count('examples', item.examples?.length ?? 0)
    for (const path of filePathsOf(item)) log.file(path)
  })
}

function logScripts(scripts: Scripts, log: ImportLog): void {
  log.script('preRequest', scripts.preRequest)
  log.script('postResponse', scripts.postResponse)
  log.script('postResponse', scripts.tests)
}

/**
 * Returns the files that a request names; they are read only after the user has picked them (attacks IM3).
 */
function filePathsOf(
  request: Exclude<Item, { kind: 'folder' | 'scriptFile' | 'appFile' }>,
): readonly string[] {
  if ('protoFilePath' in request) return [request.protoFilePath]
  if (request.kind === 'graphql' || !('body' in request)) return []
  return bodyFilePaths(request.body)
}
