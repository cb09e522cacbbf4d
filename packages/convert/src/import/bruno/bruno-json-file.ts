import type { HttpBody, MultipartPart, RequestExample } from '@parley/model'
import type { ImportLog } from '../import-log.ts'
import { entriesOf, isObject, type JsonValue, listOf, member, textMember, textOf } from '../json-value.ts'
import { withParams } from '../request-parts.ts'
import type { BruBlock, BruPair } from './bru-blocks.ts'
import { bruBody } from './bru-body.ts'
import { exampleBodyType } from './bru-example.ts'
import { BruFile } from './bru-file.ts'
import { bruMethods } from './bru-request.ts'

/** Returns a request of Bruno's JSON export as the blocks that its `.bru` file would have. */
export function requestFileOf(item: JsonValue): BruFile {
  const request = member(item, 'request') ?? null
  const body = member(request, 'body')
  return new BruFile([
    pairsBlock('meta', [
      pair('name', textMember(item, 'name')),
      pair('type', textMember(item, 'type').replace(/-request$/, '')),
      pair('seq', textMember(item, 'seq')),
      pair('tags', listOf(member(item, 'tags')).map(textOf).join('\n')),
    ]),
    kindBlock(item, request),
    pairsBlock('params:query', paramsOf(request, 'query')),
    pairsBlock('params:path', paramsOf(request, 'path')),
    pairsBlock('metadata', rowsOf(member(request, 'metadata'))),
    pairsBlock('assert', rowsOf(member(request, 'assertions'))),
    pairsBlock('vars:post-response', rowsOf(member(member(request, 'vars'), 'res'))),
    pairsBlock(
      'settings',
      entriesOf(member(item, 'settings')).map(([name, value]) => pair(name, textOf(value))),
    ),
    ...['json', 'text', 'xml', 'sparql'].map(mode => textBlock(`body:${mode}`, textMember(body, mode))),
    textBlock('body:graphql', textMember(member(body, 'graphql'), 'query')),
    textBlock('body:graphql:vars', textMember(member(body, 'graphql'), 'variables')),
    pairsBlock('body:form-urlencoded', rowsOf(member(body, 'formUrlEncoded'))),
    pairsBlock('body:multipart-form', rowsOf(member(body, 'multipartForm'))),
    ...['grpc', 'ws'].flatMap(mode =>
      listOf(member(body, mode)).map(one =>
        pairsBlock(
          `body:${mode}`,
          entriesOf(one).map(([name, value]) => pair(name, textOf(value))),
        ),
      ),
    ),
    ...sharedBlocks(request),
    textBlock('docs', textMember(request, 'docs')),
  ])
}

/** Returns the `root` of a collection or folder as the blocks of `collection.bru` or `folder.bru`. */
export function rootFileOf(root: JsonValue): BruFile {
  const request = member(root, 'request') ?? null
  const mode = textMember(member(request, 'auth'), 'mode')
  return new BruFile([
    pairsBlock('auth', [pair('mode', mode)]),
    pairsBlock('meta', [
      pair('name', textMember(member(root, 'meta'), 'name')),
      pair('seq', textMember(member(root, 'meta'), 'seq')),
    ]),
    ...sharedBlocks(request),
    textBlock('docs', textMember(root, 'docs')),
  ])
}

/** The blocks that requests, folders and collections have. */
function sharedBlocks(request: JsonValue): readonly BruBlock[] {
  const script = member(request, 'script')
  return [
    pairsBlock('headers', rowsOf(member(request, 'headers'))),
    pairsBlock('vars:pre-request', rowsOf(member(member(request, 'vars'), 'req'))),
    textBlock('script:pre-request', textMember(script, 'req')),
    textBlock('script:post-response', textMember(script, 'res')),
    textBlock('tests', textMember(request, 'tests')),
    ...authBlocks(member(request, 'auth')),
  ]
}

function kindBlock(item: JsonValue, request: JsonValue): BruBlock {
  const field = (name: string) => textMember(request, name)
  const kind = /^(grpc|ws)(?:-request)?$/.exec(textMember(item, 'type'))?.[1]
  const method = field('method').toLowerCase() || 'get'
  return pairsBlock(kind ?? (bruMethods.includes(method) ? method : 'http'), [
    pair('url', field('url')),
    pair('method', field('method')),
    pair('body', textMember(member(request, 'body'), 'mode')),
    pair('auth', textMember(member(request, 'auth'), 'mode')),
    pair('methodType', field('methodType')),
    pair('protoPath', field('protoPath')),
  ])
}

/** Names of the JSON export that are not those of `.bru` files in another case. */
const otherNames: Readonly<Record<string, string>> = { accessTokenSecret: 'token_secret' }

/** Every mode that has fields. OAuth has its names in snake case in `.bru` files, the others as here. */
function authBlocks(auth: JsonValue | undefined): readonly BruBlock[] {
  return entriesOf(auth).flatMap(([mode, fields]) => {
    if (!isObject(fields)) return []
    const nameOf = (name: string) =>
      otherNames[name] ?? name.replace(/[A-Z]/g, letter => `_${letter.toLowerCase()}`)
    const pairs = entriesOf(fields).map(([name, value]) =>
      pair(mode.startsWith('oauth') ? nameOf(name) : name, textOf(value)),
    )
    return [pairsBlock(`auth:${mode}`, pairs)]
  })
}

/** Converts the body of a request; here a text that looks like `@file(…)` is a text. */
export function brunoJsonBody(body: JsonValue | undefined, file: BruFile, log: ImportLog): HttpBody {
  const mode = textMember(body, 'mode')
  if (mode === 'multipartForm')
    return {
      type: 'multipart',
      parts: listOf(member(body, 'multipartForm')).map(one => formPart(one, log)),
    }
  if (mode !== 'file') return bruBody(mode, file, log)
  const files = listOf(member(body, 'file')).map(one => {
    const filePath = textMember(one, 'filePath')
    log.file(filePath)
    return {
      filePath,
      contentType: textMember(one, 'contentType'),
      selected: member(one, 'selected') !== false,
    }
  })
  return { type: 'file', files }
}

function formPart(value: JsonValue, log: ImportLog): MultipartPart {
  const contentType = textMember(value, 'contentType')
  const content = member(value, 'value')
  const fields = {
    name: textMember(value, 'name'),
    enabled: member(value, 'enabled') !== false,
    ...(contentType === '' ? {} : { contentType }),
    ...described(value),
  }
  if (textMember(value, 'type') !== 'file') return { kind: 'text', ...fields, value: textOf(content) }
  const filePaths = (Array.isArray(content) ? listOf(content) : [content])
    .map(textOf)
    .filter(path => path !== '')
  for (const path of filePaths) log.file(path)
  return { kind: 'file', ...fields, filePaths }
}

/** Converts a saved response and its request. */
export function brunoJsonExample(value: JsonValue, log: ImportLog): RequestExample {
  const [request, response] = [member(value, 'request'), member(value, 'response')]
  log.count('examples')
  return {
    name: textMember(value, 'name') || 'Example',
    ...described(value),
    ...(isObject(request) ? { request: exampleRequest(request, log) } : {}),
    ...(isObject(response) ? { response: exampleResponse(response) } : {}),
  }
}

function exampleRequest(request: JsonValue, log: ImportLog): NonNullable<RequestExample['request']> {
  const file = requestFileOf({ request })
  const { url, params } = withParams(
    textMember(request, 'url'),
    file.rows('params:query').filter(one => !one.enabled),
  )
  return {
    method: (textMember(request, 'method') || 'get').toUpperCase(),
    url,
    params,
    pathParams: file.rows('params:path'),
    headers: file.rows('headers'),
    body: brunoJsonBody(member(request, 'body'), file, log),
  }
}

function exampleResponse(response: JsonValue): NonNullable<RequestExample['response']> {
  const code = Number(textMember(response, 'status'))
  const body = member(response, 'body')
  const data = textMember(body, 'content')
  return {
    statusCode: Number.isInteger(code) && code >= 0 && code <= 999 ? code : 0,
    reasonPhrase: textMember(response, 'statusText'),
    headers: listOf(member(response, 'headers')).map(one => ({
      name: textMember(one, 'name'),
      value: textMember(one, 'value'),
    })),
    ...(data === '' ? {} : { body: { type: exampleBodyType(textMember(body, 'type')), data } }),
  }
}

function described(value: JsonValue): { readonly description?: string } {
  const description = textMember(value, 'description')
  return description === '' ? {} : { description }
}

function paramsOf(request: JsonValue, type: string): readonly BruPair[] {
  const rows = listOf(member(request, 'params')).filter(one => (textMember(one, 'type') || 'query') === type)
  return rowsOf(rows)
}

function rowsOf(value: JsonValue | undefined): readonly BruPair[] {
  return listOf(value)
    .filter(isObject)
    .map(one => pair(textMember(one, 'name'), textMember(one, 'value'), one))
}

function pair(name: string, value: string, row: JsonValue = null): BruPair {
  const description = textMember(row, 'description')
  return {
    name,
    value,
    enabled: member(row, 'enabled') !== false,
    annotations: new Map(description === '' ? [] : [['description', description]]),
  }
}

function pairsBlock(name: string, pairs: readonly BruPair[]): BruBlock {
  return { name, text: '', pairs, entries: [], lines: [] }
}

function textBlock(name: string, text: string): BruBlock {
  return { name, text, pairs: [], entries: [], lines: [] }
}
