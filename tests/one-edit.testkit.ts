import { existsSync, globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { isDeepStrictEqual } from 'node:util'
import { importDocument } from '@parley/convert'
import {
  draftOf,
  type HttpRequest,
  type Item,
  type Request,
  splitOutsideVariables,
  splitRequestUrl,
} from '@parley/model'
import { corpus as corpusNeed, needs } from '@parley/testkit/needs'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { storedRequest } from '../apps/server/src/library/stored-request.ts'
import { removeItem, withPathValue, withRows, withUrl } from '../apps/web/src/workbench/request/edit-rows.ts'
import { partKind, rowKind, type TableKind } from '../apps/web/src/workbench/request/table-kind.ts'
import { newTab } from '../apps/web/src/workbench/tabs/request-tab.ts'
import { variableKind } from '../apps/web/src/workbench/variables/variable-kind.ts'
import { arbitraryRequests } from '../packages/model/golden/arbitrary-entities.ts'
import { readDocument, writeDocument } from '../packages/workspace/src/documents/document.ts'
import { itemFormat } from '../packages/workspace/src/documents/document-format.ts'
import { documentOf } from '../packages/workspace/src/documents/parse-yaml.ts'

/** A table of a request: how it is edited, and the keys of the file and the fields of the draft that are its own. */
interface EditedTable {
  readonly table: string
  readonly fields: readonly (keyof HttpRequest)[]
  readonly keys: readonly string[]
  /** Every draft that one edit makes. */
  edits(draft: HttpRequest): readonly HttpRequest[]
}

/** Edits of the first and last row, and an added one. */
function editsOf<Row>(rows: readonly Row[], kind: TableKind<Row>): readonly (readonly Row[])[] {
  const places = [...new Set([0, rows.length - 1])].filter(at => at >= 0 && at < rows.length)
  const change = (at: number, by: (row: Row) => Row) =>
    rows.map((row, index) => (index === at ? by(row) : row))
  return [
    [...rows, kind.withText(kind.blank, 'key', 'x')],
    ...places.flatMap(at => [
      change(at, row => kind.withText(row, 'key', `${kind.text(row, 'key')}x`)),
      change(at, row => kind.withText(row, 'value', 'edited')),
      change(at, row => kind.withText(row, 'description', 'edited')),
      change(at, row => kind.withEnabled(row, !kind.isEnabled(row))),
      removeItem(rows, at),
    ]),
  ]
}

const tables: readonly EditedTable[] = [
  {
    table: 'Params',
    fields: ['params', 'url'],
    keys: ['params', 'url', 'extensions'],
    edits: draft => editsOf(draft.params, rowKind).map(rows => withRows(draft, 'params', rows)),
  },
  {
    table: 'Path',
    fields: ['pathParams'],
    keys: ['params', 'extensions'],
    edits: draft =>
      ['id', ...draft.pathParams.map(({ name }) => name)].map(name => withPathValue(draft, name, 'edited')),
  },
  {
    table: 'Headers',
    fields: ['headers'],
    keys: ['headers', 'metadata'],
    edits: draft => editsOf(draft.headers, rowKind).map(rows => withRows(draft, 'headers', rows)),
  },
  {
    table: 'Cookies',
    fields: ['cookies'],
    keys: ['extensions'],
    edits: draft => editsOf(draft.cookies, rowKind).map(rows => withRows(draft, 'cookies', rows)),
  },
  {
    table: 'Form',
    fields: ['body'],
    keys: ['body', 'extensions'],
    edits(draft) {
      const { body } = draft
      if (body.type === 'urlEncoded')
        return editsOf(body.fields, rowKind).map(fields => ({ ...draft, body: { ...body, fields } }))
      if (body.type !== 'multipart') return []
      return editsOf(body.parts, partKind).map(parts => ({ ...draft, body: { ...body, parts } }))
    },
  },
  {
    table: 'Variables',
    fields: ['variables'],
    keys: ['variables', 'runtime'],
    edits(draft) {
      const rows = draft.variables.map(variable => ({ variable, secretValue: null }))
      return editsOf(rows, variableKind).map(edited => ({
        ...draft,
        variables: edited.flatMap(({ variable }) => (variable.secret ? [] : [variable])),
      }))
    },
  },
]

/** Opens the text of a file, as the page does, and edits each table once. `saves`: and saves it after each edit. */
function testEdits(text: string, saves = true): void {
  const read = readDocument(new TextEncoder().encode(text), itemFormat)
  if (!read.ok) return
  const item = read.value.entity
  const request = draftOf(item)
  if (request === null) return
  const { draft } = newTab({ id: 'tab', source: null, request, version: null })
  if (saves) expect(save(draft, item, text)).toBe(text)
  expect(withUrl(draft, draft.url).params).toEqual(draft.params.filter(isNoEmptyRow(draft)))
  for (const { table, fields, keys, edits } of tables)
    for (const [at, edited] of edits(draft).entries()) {
      const changed = Object.keys(edited).filter(
        key => !isDeepStrictEqual(Reflect.get(edited, key), Reflect.get(draft, key)),
      )
      expect(changed.filter(key => !fields.some(field => field === key))).toEqual([])
      if (table === 'Params') expectOnePiece(draft, edited)
      // Saving is slow: an added, a changed and a removed row.
      if (!saves || ![0, 2, 5].includes(at) || isKept(item, table, draft)) continue
      expect(without(save(edited, item, text), keys)).toBe(without(text, keys))
    }
}

/** A gRPC call has no params, and a variant of a body is edited through its own list. */
function isKept(item: Item, table: string, { bodyVariants }: HttpRequest): boolean {
  if (item.kind === 'grpc' && ['Params', 'Path', 'Cookies', 'Form'].includes(table)) return true
  if (item.kind === 'webSocket' && table === 'Form') return true
  return table === 'Form' && bodyVariants !== undefined
}

/** Typing the URL again drops the row that is still empty. */
function isNoEmptyRow({ url }: HttpRequest) {
  const hasQuery = (splitRequestUrl(url).query ?? '') !== ''
  return ({ name, value, enabled }: { name: string; value: string; enabled: boolean }) =>
    hasQuery || !enabled || name !== '' || value !== ''
}

function save(draft: HttpRequest, item: Item, text: string): string {
  const written = writeDocument(storedRequest(draft, item.kind === 'graphql'), itemFormat, text)
  if (!written.ok) throw new Error(written.failure.code)
  return written.value
}

/** All pieces but one are the same bytes, in their order. */
function expectOnePiece(draft: HttpRequest, edited: HttpRequest): void {
  const [before, after] = [splitRequestUrl(draft.url), splitRequestUrl(edited.url)]
  expect([after.base, after.fragment]).toEqual([before.base, before.fragment])
  const [old, now] = [piecesOf(draft.url), piecesOf(edited.url)]
  const start = old.findIndex((piece, at) => piece !== now[at])
  const shared = start < 0 ? old.length : start
  const rest = Math.min(old.length, now.length) - shared
  const end = Math.max(0, rest - 1)
  expect(Math.abs(old.length - now.length)).toBeLessThanOrEqual(1)
  if (end > 0) expect(now.slice(now.length - end)).toEqual(old.slice(old.length - end))
}

/** The pieces that are not empty, as a single empty row writes nothing. */
function piecesOf(url: string): readonly string[] {
  return splitOutsideVariables(splitRequestUrl(url).query ?? '', '&').filter(piece => piece !== '')
}

/** The text of a file without the entries of these names, wherever they are, and without empty lines. */
function without(text: string, names: readonly string[]): string {
  let rest = text
  for (const [from, to] of cutsIn(documentOf(text).contents, names).toReversed())
    rest = `${rest.slice(0, from)}\n${rest.slice(to)}`
  return rest
    .split('\n')
    .filter(line => line.trim() !== '')
    .join('\n')
}

type Cut = readonly [from: number, to: number]

/** The places of the entries of these names in a node of YAML. */
function cutsIn(node: unknown, names: readonly string[]): readonly Cut[] {
  const items: unknown = Reflect.get(Object(node), 'items')
  if (!Array.isArray(items)) return []
  return items.flatMap((item: unknown): readonly Cut[] => {
    const key: unknown = Reflect.get(Object(item), 'key')
    const value: unknown = Reflect.get(Object(item), 'value')
    const range: unknown = Reflect.get(Object(key), 'range')
    if (!Array.isArray(range)) return cutsIn(item, names)
    if (!names.includes(String(Reflect.get(Object(key), 'value')))) return cutsIn(value, names)
    const end: unknown = Reflect.get(Object(value), 'range')?.[2]
    return [[Number(range[0]), Number(end ?? range[2])]]
  })
}

const corpus = fileURLToPath(new URL('../../shared/corpus', import.meta.url))
const isCorpusPresent = existsSync(corpus)

/** The request files of other people, in the order of their names. */
export const requestFiles: readonly string[] = isCorpusPresent
  ? globSync('{bruno,opencollection-live,http-live}/**/opencollection.yml', { cwd: corpus })
      .flatMap(root => globSync(`${root.slice(0, -'opencollection.yml'.length)}**/*.yml`, { cwd: corpus }))
      .filter(path => !/opencollection\.yml$|folder\.yml$|\/environments\//.test(path))
      .sort()
  : []

/** The files of other clients. */
export const documents: readonly string[] = isCorpusPresent
  ? globSync(
      '{postman,postman-v3,insomnia,insomnia-live,hoppscotch,thunder-client,har,har-live,openapi,wsdl}/**/*.{json,yaml,yml,har,wsdl}',
      {
        cwd: corpus,
      },
    ).sort()
  : []

/** Tests these files of the corpus; of each document at most so many requests. */
export function testCorpusEdits(
  files: readonly string[],
  imports: readonly string[],
  requestsEach: number,
): void {
  describe('one edit changes nothing else', needs(isCorpusPresent, corpusNeed), () => {
    test.each(files)('in %s', path => testEdits(readFileSync(`${corpus}/${path}`, 'utf8')))

    test.each(imports)('in requests imported from %s', { timeout: 120_000 }, path => {
      const imported = importDocument(readFileSync(`${corpus}/${path}`))
      if (!imported.ok) return
      for (const request of requestsOf(imported.value.collections.flatMap(one => one.items)).slice(
        0,
        requestsEach,
      ))
        testEdits(fileOf(request))
    })
  })
}

/**
 * Tests so many random requests of each kind, whose files may lack the rows of their URLs; the first ones are saved after each
 * edit.
 */
export function testGeneratedEdits(requests: number, saved: number): void {
  describe('one edit changes nothing else in any request', () => {
    test.each(Object.entries(arbitraryRequests))('of the kind %s', { timeout: 600_000 }, (_, arbitrary) => {
      let count = 0
      fc.assert(
        fc.property(arbitrary, fc.boolean(), (request, hasRows) => {
          count += 1
          testEdits(hasRows ? fileOf(request) : withoutList(fileOf(request)), count <= saved)
        }),
        { numRuns: requests },
      )
    })
  })
}

function fileOf(request: Request): string {
  const written = writeDocument(request, itemFormat, null)
  if (!written.ok) throw new Error(written.failure.code)
  return written.value
}

function withoutList(text: string): string {
  const document = documentOf(text)
  const paths = [
    ['http', 'params'],
    ['graphql', 'params'],
    ['extensions', 'parley', 'params'],
  ]
  for (const path of paths) if (document.hasIn(path)) document.deleteIn(path)
  return document.toString()
}

function requestsOf(items: readonly Item[]): readonly Request[] {
  return items.flatMap(item => {
    if (item.kind === 'folder') return requestsOf(item.items)
    return item.kind === 'scriptFile' || item.kind === 'appFile' ? [] : [item]
  })
}
