import { type Collection, failed, ok, readCollection } from '@parley/model'
import { ImportLog } from '../import-log.ts'
import type { ImportResult } from '../imported.ts'
import { isObject, type JsonValue, member, textMember } from '../json-value.ts'
import { logCollection } from './log-collection.ts'
import { readLeniently } from './read-leniently.ts'

/** Whether a value is an OpenCollection: the file of a collection, with its items in it or beside it. */
export function isOpenCollection(value: JsonValue): boolean {
  return isObject(value) && member(value, 'opencollection') !== undefined
}

/** A collection that stands in one file. Of what its format does not know, each thing is told. */
export function importOpenCollection(value: JsonValue, log = new ImportLog()): ImportResult {
  const name = textMember(member(value, 'info'), 'name')
  const read = log.within(name, () => readLeniently(value, readCollection, log))
  if (read === null) return failed({ code: 'NOT_OPEN_COLLECTION', subject: '' })
  const collection: Collection = { ...read, bundled: false }
  logCollection(collection, value, log)
  return ok(log.imported({ collections: [collection] }))
}
