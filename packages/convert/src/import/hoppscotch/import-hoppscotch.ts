import {
  type Collection,
  type Environment,
  failed,
  type Item,
  maximumFolderDepth,
  ok,
  type Variable,
} from '@parley/model'
import type { DocumentHints } from '../import-format.ts'
import { ImportLog } from '../import-log.ts'
import type { ImportedSecret, ImportResult } from '../imported.ts'
import { entriesOf, flagMember, isObject, type JsonValue, listOf, member, textMember } from '../json-value.ts'
import {
  newCollection,
  newDefaults,
  newEnvironment,
  newFolder,
  newScripts,
  newSecretVariable,
  newVariable,
} from '../new-entities.ts'
import { hoppscotchAuth, hoppscotchRequest, hoppscotchRows } from './hoppscotch-request.ts'

/** Returns whether a value is a collection or environment of Hoppscotch, or a list of them. */
export function isHoppscotch(value: JsonValue): boolean {
  const all = Array.isArray(value) ? listOf(value) : [value]
  return all.length > 0 && all.every(one => isCollection(one) || isEnvironment(one))
}

/**
 * Returns whether a value is a collection: its folders contain their requests, unlike the flat lists of
 * Postman v1.
 */
function isCollection(value: JsonValue): boolean {
  const has = (one: JsonValue, name: string) => Array.isArray(member(one, name))
  return (
    has(value, 'requests') &&
    has(value, 'folders') &&
    member(value, 'order') === undefined &&
    member(value, 'colName') === undefined &&
    listOf(member(value, 'folders')).every(one => has(one, 'requests'))
  )
}

function isEnvironment(value: JsonValue): boolean {
  const hasRequests = member(value, 'requests') !== undefined || member(value, 'item') !== undefined
  const variables = member(value, 'variables')
  const isOurs = Array.isArray(variables) && listOf(variables).every(one => member(one, 'key') !== undefined)
  return isOurs && member(value, 'name') !== undefined && !hasRequests
}

/**
 * Returns whether a value is an environment of Hoppscotch's command line: names with their texts. As such a list may be
 * anything, the name of the file or all of its names have to say so, or the user.
 */
export function isVariableMap(value: JsonValue, { fileName = '', isEnvironment }: DocumentHints): boolean {
  const entries = entriesOf(value)
  const isMap =
    entries.length > 1 &&
    entries.every(([name, one]) => /^[A-Za-z_][\w.-]*$/.test(name) && typeof one === 'string')
  const isNamed = fileName
    .slice(fileName.lastIndexOf('/') + 1)
    .toLowerCase()
    .includes('env')
  return (
    isMap && (isEnvironment === true || isNamed || entries.every(([name]) => name === name.toUpperCase()))
  )
}

/** Imports collections and environments of all versions. `<<name>>` becomes `{{name}}`. */
export function importHoppscotch(value: JsonValue, log = new ImportLog()): ImportResult {
  const collections: Collection[] = []
  const environments: Environment[] = []
  const translated = translate(value)
  for (const one of Array.isArray(translated) ? listOf(translated) : [translated]) {
    if (isCollection(one)) collections.push(collection(one, log))
    else environments.push(environment(one, log))
  }
  if (collections.length + environments.length === 0) return failed({ code: 'EMPTY', subject: '' })
  return ok(log.imported({ collections, environments }))
}

/** Translates all texts except scripts, in which the marks may mean something else. */
function translate(value: JsonValue): JsonValue {
  if (typeof value === 'string') return value.replace(/<<([^<>\s]+)>>/g, '{{$1}}')
  if (isObject(value))
    return Object.fromEntries(
      entriesOf(value).map(([name, one]) => [name, name.endsWith('Script') ? one : translate(one)]),
    )
  return Array.isArray(value) ? listOf(value).map(translate) : value
}

function environment(value: JsonValue, log: ImportLog): Environment {
  const name = textMember(value, 'name')
  log.count('environments')
  const listed = isEnvironment(value)
    ? listOf(member(value, 'variables'))
    : entriesOf(value).map(([key, one]) => ({ key, value: one }))
  return log.within(name, () =>
    newEnvironment(
      name,
      listed.filter(isObject).map(one => variable(one, log)),
    ),
  )
}

function nameAndText(value: JsonValue): readonly [name: string, text: string] {
  return [
    textMember(value, 'key'),
    textMember(value, 'currentValue') || textMember(value, 'initialValue', 'value'),
  ]
}

function variable(
  value: JsonValue,
  log: ImportLog,
  scope: ImportedSecret['scope'] = 'environment',
): Variable {
  log.count('variables')
  const [name, text] = nameAndText(value)
  if (!flagMember(value, 'secret')) return newVariable(name, text)
  log.secret(name, text, scope)
  return newSecretVariable(name)
}

function defaultsOf(value: JsonValue, scope: 'collection' | 'folder', log: ImportLog) {
  return newDefaults({
    auth: hoppscotchAuth(value, log),
    headers: hoppscotchRows(member(value, 'headers')),
    variables: listOf(member(value, 'variables'))
      .filter(isObject)
      .map(one => variable(one, log, scope)),
    scripts: newScripts(textMember(value, 'preRequestScript'), textMember(value, 'testScript'), log),
  })
}

function collection(value: JsonValue, log: ImportLog): Collection {
  const name = textMember(value, 'name')
  const docs = textMember(value, 'description')
  log.count('collections')
  return log.within(name, () =>
    newCollection(name, {
      ...(docs === '' ? {} : { docs }),
      defaults: defaultsOf(value, 'collection', log),
      items: itemsOf(value, log, 0),
    }),
  )
}

function itemsOf(value: JsonValue, log: ImportLog, depth: number): readonly Item[] {
  const folders = listOf(member(value, 'folders'))
    .filter(isObject)
    .flatMap(one => folder(one, log, depth))
  const requests = listOf(member(value, 'requests'))
    .filter(isObject)
    .map(one => log.within(textMember(one, 'name'), () => hoppscotchRequest(one, log)))
  return [...folders, ...requests]
}

function folder(value: JsonValue, log: ImportLog, depth: number): readonly Item[] {
  const name = textMember(value, 'name')
  const docs = textMember(value, 'description')
  return log.within(name, () => {
    if (depth + 1 >= maximumFolderDepth) return itemsOf(value, log, depth)
    log.count('folders')
    return [
      newFolder(name, {
        ...(docs === '' ? {} : { docs }),
        defaults: defaultsOf(value, 'folder', log),
        items: itemsOf(value, log, depth + 1),
      }),
    ]
  })
}
