import { type Collection, type Environment, failed, type Item, maximumFolderDepth, ok } from '@parley/model'
import { ImportLog } from '../import-log.ts'
import type { ImportResult } from '../imported.ts'
import { isObject, type JsonValue, listOf, member, textMember } from '../json-value.ts'
import {
  newCollection,
  newDefaults,
  newEnvironment,
  newFolder,
  newScripts,
  newVariable,
} from '../new-entities.ts'
import { thunderAuth, thunderRequest, thunderRows } from './thunder-request.ts'
import { thunderScript } from './thunder-tests.ts'

/** Returns whether a value is a file of Thunder Client, in its older layout or with a file per collection. */
export function isThunderClient(value: JsonValue): boolean {
  const all = Array.isArray(value) ? listOf(value) : [value]
  return all.length > 0 && all.every(one => kindOf(one) !== null)
}

function kindOf(value: JsonValue): 'collection' | 'request' | 'environment' | null {
  if (member(value, 'colName') !== undefined || member(value, 'collectionName') !== undefined)
    return 'collection'
  if (member(value, 'sortNum') !== undefined && member(value, 'method') !== undefined) return 'request'
  return Array.isArray(member(value, 'data')) && member(value, '_id') !== undefined ? 'environment' : null
}

/**
 * Imports collections with their requests, lists of requests whose collection is in another file, and
 * environments.
 */
export function importThunderClient(value: JsonValue, log = new ImportLog()): ImportResult {
  const all = Array.isArray(value) ? listOf(value) : [value]
  const requests = all.filter(one => kindOf(one) === 'request')
  const collections = all.filter(one => kindOf(one) === 'collection').map(one => collection(one, log))
  const environments = all.filter(one => kindOf(one) === 'environment').map(one => environment(one, log))
  for (const id of new Set(requests.map(one => textMember(one, 'colId'))))
    collections.push(
      looseRequests(
        requests.filter(one => textMember(one, 'colId') === id),
        log,
      ),
    )
  if (collections.length + environments.length === 0) return failed({ code: 'EMPTY', subject: '' })
  return ok(log.imported({ collections, environments }))
}

function looseRequests(requests: readonly JsonValue[], log: ImportLog): Collection {
  log.count('collections')
  return newCollection('', {
    items: requests.map(one => log.within(textMember(one, 'name'), () => thunderRequest(one, log))),
  })
}

function environment(value: JsonValue, log: ImportLog): Environment {
  const name = textMember(value, 'name')
  const rows = thunderRows(listOf(member(value, 'data')).filter(isObject))
  log.count('environments')
  log.count('variables', rows.length)
  const file = textMember(value, 'envFile')
  if (file !== '') log.within(name, () => log.loss('NOT_READ', file))
  return newEnvironment(
    name,
    rows.map(one => newVariable(one.name, one.value, one.enabled)),
  )
}

function collection(value: JsonValue, log: ImportLog): Collection {
  const name = textMember(value, 'colName', 'collectionName')
  log.count('collections')
  const docs = textMember(value, 'docs')
  return log.within(name, () =>
    newCollection(name, {
      ...(docs === '' ? {} : { docs }),
      defaults: defaultsOf(member(value, 'settings'), log),
      items: itemsIn(value, '', log, 0),
    }),
  )
}

function defaultsOf(settings: JsonValue | undefined, log: ImportLog) {
  return newDefaults({
    auth: thunderAuth(member(settings, 'auth'), log),
    headers: thunderRows(listOf(member(settings, 'headers'))),
    scripts: newScripts('', thunderScript(listOf(member(settings, 'tests')), log), log),
  })
}

/** Converts flat lists of folders and requests whose entries name their folder. */
function itemsIn(owner: JsonValue, containerId: string, log: ImportLog, depth: number): readonly Item[] {
  const ids = new Set(listOf(member(owner, 'folders')).map(one => textMember(one, '_id')))
  const isHere = (one: JsonValue) => {
    const container = textMember(one, 'containerId')
    return container === containerId || (containerId === '' && !ids.has(container))
  }
  const folders = listOf(member(owner, 'folders')).filter(isObject).filter(isHere)
  const requests = listOf(member(owner, 'requests')).filter(isObject).filter(isHere)
  return [...folders, ...requests].sort(bySortNumber).flatMap((one): readonly Item[] => {
    const name = textMember(one, 'name')
    return log.within(name, (): readonly Item[] => {
      if (requests.includes(one)) return [thunderRequest(one, log)]
      const inner = () => itemsIn(owner, textMember(one, '_id'), log, depth + 1)
      if (textMember(one, '_id') === '' || depth + 1 >= maximumFolderDepth) return []
      log.count('folders')
      return [newFolder(name, { defaults: defaultsOf(member(one, 'settings'), log), items: inner() })]
    })
  })
}

function bySortNumber(left: JsonValue, right: JsonValue): number {
  return Number(textMember(left, 'sortNum')) - Number(textMember(right, 'sortNum'))
}
