import { type Collection, type Environment, failed, ok } from '@parley/model'
import { ImportLog } from '../import-log.ts'
import type { ImportResult } from '../imported.ts'
import { isObject, type JsonValue, listOf, member, textMember } from '../json-value.ts'
import { newCollection, newEnvironment, newVariable } from '../new-entities.ts'
import { bySortNumber, thunderDefaults, thunderItems } from './thunder-items.ts'
import { thunderRequest, thunderRows } from './thunder-request.ts'

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
 * Imports collections with their requests, also those that are listed beside them, requests whose collection is in
 * another file, and environments.
 */
export function importThunderClient(value: JsonValue, log = new ImportLog()): ImportResult {
  const all = Array.isArray(value) ? listOf(value) : [value]
  const listed = all.filter(one => kindOf(one) === 'collection').toSorted(bySortNumber)
  const requests = requestsByCollection(all)
  const environments = all
    .filter(one => kindOf(one) === 'environment')
    .toSorted(bySortNumber)
    .map(one => environment(one, log))
  const collections = listed.map(one => {
    const id = textMember(one, '_id')
    const beside = id === '' ? [] : (requests.get(id) ?? [])
    requests.delete(id)
    return collection(withRequests(one, beside), log)
  })
  for (const loose of requests.values()) collections.push(looseRequests(loose, log))
  if (collections.length + environments.length === 0) return failed({ code: 'EMPTY', subject: '' })
  return ok(log.imported({ collections, environments }))
}

function requestsByCollection(entries: readonly JsonValue[]): Map<string, JsonValue[]> {
  const requests = new Map<string, JsonValue[]>()
  for (const one of entries.filter(entry => kindOf(entry) === 'request')) {
    const id = textMember(one, 'colId')
    const siblings = requests.get(id)
    if (siblings === undefined) requests.set(id, [one])
    else siblings.push(one)
  }
  return requests
}

/** Returns a collection with the requests beside it that it does not list itself. */
function withRequests(value: JsonValue, beside: readonly JsonValue[]): JsonValue {
  if (beside.length === 0 || !isObject(value)) return value
  const own = listOf(member(value, 'requests'))
  const ids = new Set(own.map(one => textMember(one, '_id')))
  return { ...value, requests: [...own, ...beside.filter(one => !ids.has(textMember(one, '_id')))] }
}

function looseRequests(requests: readonly JsonValue[], log: ImportLog): Collection {
  log.count('collections')
  return newCollection('', {
    items: requests
      .toSorted(bySortNumber)
      .map(one => log.within(textMember(one, 'name'), () => thunderRequest(one, log))),
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
      defaults: thunderDefaults(value, log),
      items: thunderItems(value, log),
    }),
  )
}
