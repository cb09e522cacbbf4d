import { type Environment, type Item, maximumFolderDepth, ok } from '@parley/model'
import { untickReplacedHeaders } from '../after-reading/untick-replaced-headers.ts'
import { ImportLog } from '../import-log.ts'
import type { ImportResult } from '../imported.ts'
import { flagMember, isObject, type JsonValue, listOf, member, textMember } from '../json-value.ts'
import { newCollection, newEnvironment, newFolder, newSecretVariable, newVariable } from '../new-entities.ts'
import { bruDefaults, protobufOf } from './bru-containers.ts'
import { bruRequest } from './bru-request.ts'
import { brunoJsonBody, brunoJsonExample, requestFileOf, rootFileOf } from './bruno-json-file.ts'
import { inBrunoOrder } from './bruno-order.ts'

/** Returns whether a value is a collection that Bruno exported as one JSON file. */
export function isBrunoJson(value: JsonValue): boolean {
  if (!Array.isArray(member(value, 'items'))) return false
  const types = listOf(member(value, 'items')).map(one => textMember(one, 'type'))
  const areItems = types.every(type => /^(?:folder|(?:http|graphql|grpc|ws)(?:-request)?)$/.test(type))
  return (
    isObject(member(value, 'brunoConfig')) ||
    (textMember(value, 'version') === '1' && areItems && types.length > 0)
  )
}

/** Imports Bruno's JSON export: one collection with its environments. */
export function importBrunoJson(value: JsonValue, log = new ImportLog()): ImportResult {
  const name = textMember(value, 'name')
  const root = rootFileOf(member(value, 'root') ?? null)
  const docs = root.text('docs')
  log.count('collections')
  const collection = log.within(name, () =>
    newCollection(name, {
      ...(docs === '' ? {} : { docs }),
      defaults: bruDefaults(root, log),
      protobuf: protobufOf(member(value, 'brunoConfig') ?? {}),
      environments: listOf(member(value, 'environments')).map(one => environment(one, log)),
      items: itemsOf(value, 0, log),
    }),
  )
  const unticked = log.within(name, () => untickReplacedHeaders(collection, log))
  return ok(log.imported({ collections: [unticked] }))
}

function environment(value: JsonValue, log: ImportLog): Environment {
  const name = textMember(value, 'name')
  const rows = listOf(member(value, 'variables')).filter(isObject)
  log.count('environments')
  log.count('variables', rows.length)
  return log.within(name, () =>
    newEnvironment(
      name,
      rows.map(row => {
        const [variable, text] = [textMember(row, 'name'), textMember(row, 'value')]
        const isEnabled = member(row, 'enabled') !== false
        if (!flagMember(row, 'secret')) return newVariable(variable, text, isEnabled)
        log.secret(variable, text)
        return newSecretVariable(variable, isEnabled)
      }),
    ),
  )
}

function itemsOf(container: JsonValue, depth: number, log: ImportLog): readonly Item[] {
  const items = listOf(member(container, 'items'))
    .filter(isObject)
    .flatMap(one => log.within(textMember(one, 'name'), () => item(one, depth, log)))
  const entries = items.map(one => ({
    sortName: one.kind === 'folder' ? one.name : '',
    seq: ('sequence' in one ? one.sequence : undefined) ?? Number.NaN,
    item: one,
  }))
  return inBrunoOrder(
    entries.filter(one => one.item.kind === 'folder'),
    entries.filter(one => one.item.kind !== 'folder'),
  )
}

function item(value: JsonValue, depth: number, log: ImportLog): readonly Item[] {
  const name = textMember(value, 'name')
  if (Array.isArray(member(value, 'items'))) return folder(value, name, depth, log)
  if (!isObject(member(value, 'request'))) {
    log.loss('NOT_READ', textMember(value, 'type') || 'item')
    return []
  }
  const examples = listOf(member(value, 'examples')).filter(isObject)
  const body = member(member(value, 'request'), 'body')
  return [
    bruRequest(requestFileOf(value), name, log, {
      body: file => brunoJsonBody(body, file, log),
      examples: () => examples.map(one => brunoJsonExample(one, log)),
    }),
  ]
}

function folder(value: JsonValue, name: string, depth: number, log: ImportLog): readonly Item[] {
  if (depth + 1 >= maximumFolderDepth) return itemsOf(value, depth, log)
  const root = rootFileOf(member(value, 'root') ?? null)
  const sequence = Number(textMember(value, 'seq') || root.field('meta')('seq') || Number.NaN)
  const docs = root.text('docs')
  log.count('folders')
  return [
    newFolder(root.field('meta')('name') || name, {
      ...(Number.isFinite(sequence) ? { sequence } : {}),
      ...(docs === '' ? {} : { docs }),
      defaults: bruDefaults(root, log),
      items: itemsOf(value, depth + 1, log),
    }),
  ]
}
