import {
  type Assertion,
  type HttpBody,
  inheritedRequestSettings,
  type MultipartPart,
  newGraphQlRequest,
  newHttpRequest,
  noScripts,
  type PlainVariable,
  type Request,
  type RequestSettings,
  type Row,
  type Scripts,
  type SetVariableAction,
  splitRequestUrl,
  type VariableType,
} from '@parley/model'
import type { ImportLog } from '../import-log.ts'
import { newVariable } from '../new-nouns.ts'
import { withParams } from '../request-parts.ts'
import { bruAuth } from './bru-auth.ts'
import type { BruBlock, BruPair } from './bru-blocks.ts'

/** The blocks of one file by their names. */
export class BruFile {
  readonly #blocks: readonly BruBlock[]

  constructor(blocks: readonly BruBlock[]) {
    this.#blocks = blocks
  }

  readonly block = (name: string): BruBlock | undefined => this.#blocks.find(one => one.name === name)

  readonly text = (name: string): string => this.block(name)?.text ?? ''

  readonly pairs = (name: string): readonly BruPair[] => this.block(name)?.pairs ?? []

  readonly field =
    (block: string) =>
    (name: string): string =>
      this.pairs(block).find(one => one.name === name)?.value ?? ''

  rows(name: string): readonly Row[] {
    return this.pairs(name).map(pair => {
      const description = pair.annotations.get('description') ?? ''
      return {
        name: pair.name,
        value: pair.value,
        enabled: pair.enabled,
        ...(description === '' ? {} : { description }),
      }
    })
  }

  scripts(log: ImportLog): Scripts {
    const scripts = {
      ...noScripts,
      preRequest: this.text('script:pre-request'),
      postResponse: this.text('script:post-response'),
      tests: this.text('tests'),
    }
    log.script('preRequest', scripts.preRequest)
    log.script('postResponse', scripts.postResponse)
    log.script('postResponse', scripts.tests)
    return scripts
  }

  /** Typed values carry an annotation with the name of their type. */
  variables(name: string): readonly PlainVariable[] {
    return this.pairs(name).map(pair => {
      const variable = newVariable(pair.name, pair.value, pair.enabled)
      const type = variableTypes.find(one => pair.annotations.has(one))
      return type === undefined ? variable : { ...variable, value: { text: pair.value, type } }
    })
  }
}

const variableTypes: readonly VariableType[] = ['string', 'number', 'boolean', 'null', 'object']
const methods = ['get', 'post', 'put', 'patch', 'delete', 'options', 'head', 'trace', 'connect', 'http']

/** Whether a file is a request rather than a folder or an environment. */
export function isBruRequest(file: BruFile): boolean {
  return [...methods, 'grpc', 'ws'].some(name => file.block(name) !== undefined)
}

/** A request of any kind; `name` stands for a missing one. */
export function bruRequest(file: BruFile, name: string, log: ImportLog): Request {
  log.count('requests')
  const meta = file.field('meta')
  const sequence = Number(meta('seq') || Number.NaN)
  const tags = meta('tags')
  const docs = file.text('docs')
  const kind = [...methods, 'grpc', 'ws'].find(one => file.block(one) !== undefined) ?? 'get'
  const request = file.field(kind)
  const common = {
    name: meta('name') || name,
    tags: tags === '' ? [] : tags.split('\n'),
    ...(Number.isFinite(sequence) ? { sequence } : {}),
    auth: bruAuth(request('auth'), file.field, log),
    scripts: file.scripts(log),
    variables: file.variables('vars:pre-request'),
    ...(docs === '' ? {} : { docs }),
  }
  if (file.block('example') !== undefined) log.loss('NOT_READ', 'example')
  if (kind === 'grpc') return grpcRequest(file, request, common)
  if (kind === 'ws') return webSocketRequest(file, request, common)
  const query = [...file.rows('params:query'), ...file.rows('query')]
  const url = request('url')
  const isInUrl = splitRequestUrl(url).query !== null
  const body = bruBody(request('body'), file, log)
  const fields = {
    ...common,
    method: kind === 'http' ? request('method') || 'GET' : kind.toUpperCase(),
    ...withParams(url, isInUrl ? query.filter(one => !one.enabled) : query),
    pathParams: file.rows('params:path'),
    headers: file.rows('headers'),
    settings: bruSettings(file),
    assertions: file.pairs('assert').map(assertion),
    actions: file.pairs('vars:post-response').map(action),
  }
  if (meta('type') === 'graphql' && body.type === 'graphql') return newGraphQlRequest({ ...fields, body })
  return newHttpRequest({ ...fields, body })
}

type Common = Pick<Request, 'name' | 'tags' | 'sequence' | 'auth' | 'scripts' | 'variables' | 'docs'>

function grpcRequest(file: BruFile, request: (name: string) => string, common: Common): Request {
  const types = {
    unary: 'unary',
    'client-streaming': 'clientStreaming',
    'server-streaming': 'serverStreaming',
    'bidi-streaming': 'bidirectionalStreaming',
  } as const
  const type = Object.entries(types).find(([name]) => name === request('methodType'))?.[1] ?? 'unary'
  const content = file.field('body:grpc')
  return {
    ...common,
    kind: 'grpc',
    url: request('url'),
    method: request('method').replace(/^\//, ''),
    methodType: type,
    protoFilePath: request('protoPath'),
    metadata: file.rows('metadata'),
    messages:
      content('content') === '' ? [] : [{ title: content('name'), selected: true, text: content('content') }],
    assertions: [],
  }
}

function webSocketRequest(file: BruFile, request: (name: string) => string, common: Common): Request {
  const content = file.field('body:ws')
  return {
    ...common,
    kind: 'webSocket',
    ...withParams(
      request('url'),
      file.rows('params:query').filter(one => !one.enabled),
    ),
    headers: file.rows('headers'),
    cookies: [],
    messages:
      content('content') === ''
        ? []
        : [
            {
              title: content('name'),
              selected: true,
              format: content('type') === 'json' ? 'json' : 'text',
              data: content('content'),
            },
          ],
    settings: { timeoutMs: 'inherit', keepAliveIntervalMs: 'inherit' },
  }
}

function bruBody(mode: string, file: BruFile, log: ImportLog): HttpBody {
  switch (mode) {
    case '':
    case 'none':
      return { type: 'none' }
    case 'json':
      return { type: 'raw', language: 'json', text: file.text('body:json') || file.text('body') }
    case 'text':
    case 'xml':
    case 'sparql':
      return { type: 'raw', language: mode, text: file.text(`body:${mode}`) }
    case 'formUrlEncoded':
    case 'form-urlencoded':
      return { type: 'urlEncoded', fields: file.rows('body:form-urlencoded') }
    case 'multipartForm':
    case 'multipart-form':
      return { type: 'multipart', parts: file.pairs('body:multipart-form').map(pair => formPart(pair, log)) }
    case 'graphql':
      return { type: 'graphql', query: file.text('body:graphql'), variables: file.text('body:graphql:vars') }
    case 'file': {
      const files = file.pairs('body:file').map(pair => {
        const { paths, contentType } = fileValue(pair.value)
        for (const path of paths) log.file(path)
        return { filePath: paths[0] ?? '', contentType: contentType ?? '', selected: pair.enabled }
      })
      return { type: 'file', files }
    }
    default:
      log.loss('BODY_NOT_SUPPORTED', mode)
      return { type: 'none' }
  }
}

function formPart(pair: BruPair, log: ImportLog): MultipartPart {
  const { text, paths, contentType } = fileValue(pair.value)
  const fields = { name: pair.name, enabled: pair.enabled, ...(contentType === null ? {} : { contentType }) }
  if (!/^@file\(/.test(pair.value)) return { kind: 'text', ...fields, value: text }
  for (const path of paths) log.file(path)
  return { kind: 'file', ...fields, filePaths: paths }
}

/** `@file(a|b) @contentType(text/plain)`, or a text with a type behind it. */
function fileValue(value: string) {
  const contentType = /@contentType\(([^)]*)\)\s*$/.exec(value)?.[1] ?? null
  const text = value.replace(/\s*@contentType\([^)]*\)\s*$/, '')
  const paths = (/^@file\(([\s\S]*)\)$/.exec(text)?.[1] ?? '').split('|').filter(path => path !== '')
  return { text, paths, contentType }
}

function bruSettings(file: BruFile): RequestSettings {
  const field = file.field('settings')
  const number = (name: string) => (/^\d{1,9}$/.test(field(name)) ? Number(field(name)) : null)
  const flag = (name: string) => (field(name) === 'true' ? true : field(name) === 'false' ? false : null)
  const timeoutMs = number('timeout')
  const maxRedirects = number('maxRedirects')
  const encodeUrl = flag('encodeUrl')
  const followRedirects = flag('followRedirects')
  return {
    ...inheritedRequestSettings,
    ...(timeoutMs === null ? {} : { timeoutMs }),
    ...(maxRedirects === null ? {} : { maxRedirects }),
    ...(encodeUrl === null ? {} : { encodeUrl }),
    ...(followRedirects === null ? {} : { followRedirects }),
  }
}

const operators =
  /^(eq|neq|gt|gte|lt|lte|in|notIn|contains|notContains|length|matches|notMatches|startsWith|endsWith|between|isEmpty|isNotEmpty|isNull|isUndefined|isDefined|isTruthy|isFalsy|isJson|isNumber|isString|isBoolean|isArray)(?:\s+(.*))?$/s

/** The operator stands before the value; without one, equal is meant. */
function assertion(pair: BruPair): Assertion {
  const [, operator = 'eq', value] = operators.exec(pair.value) ?? [undefined, 'eq', pair.value]
  return { expression: pair.name, operator, ...(value === undefined ? {} : { value }), enabled: pair.enabled }
}

function action(pair: BruPair): SetVariableAction {
  return {
    type: 'setVariable',
    phase: 'postResponse',
    expression: pair.value,
    variableName: pair.name.replace(/^@/, ''),
    variableScope: 'runtime',
    enabled: pair.enabled,
  }
}
