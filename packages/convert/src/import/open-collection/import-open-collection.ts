import { type Collection, failed, ok, readCollection } from '@parley/model'
import { ImportLog } from '../import-log.ts'
import type { ImportResult } from '../imported.ts'
import { isObject, type JsonValue, member, textMember } from '../json-value.ts'
import { logCollection } from './log-collection.ts'
import { readLeniently } from './read-leniently.ts'

/** Returns whether a value is the file of an OpenCollection, with or without its items. */
export function isOpenCollection(value: JsonValue): boolean {
  return isObject(value) && member(value, 'opencollection') !== undefined
}

/** Imports a collection in a single file. Each unknown part is reported. */
export function importOpenCollection(value: JsonValue, log = new ImportLog()): ImportResult {
  const name = textMember(member(value, 'info'), 'name')
  const read = log.within(name, () => readLeniently(value, readCollection, log))
  if (read === null) return failed({ code: 'NOT_OPEN_COLLECTION', subject: '' })
  const collection: Collection = { ...read, bundled: false }
  logCollection(collection, value, log)
  return ok(log.imported({ collections: [collection] }))
}
