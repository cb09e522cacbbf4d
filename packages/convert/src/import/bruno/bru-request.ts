import {
  type Assertion,
  defaultGrpcOptions,
  defaultWebSocketPart,
  type HttpBody,
  inheritedRequestSettings,
  newGraphQlRequest,
  newGrpcRequest,
  newHttpRequest,
  newWebSocketRequest,
  type Request,
  type RequestExample,
  type RequestSettings,
  type SetVariableAction,
  splitRequestUrl,
  webSocketMessageFormats,
} from '@parley/model'
import type { ImportLog } from '../import-log.ts'
import { withParams } from '../request-parts.ts'
import { bruAuth } from './bru-auth.ts'
import type { BruPair } from './bru-blocks.ts'
import { bruBody, logUnsentBodies } from './bru-body.ts'
import { bruExample } from './bru-example.ts'
import type { BruFile } from './bru-file.ts'

/** The blocks of requests over HTTP; `http` names its method itself. */
export const bruMethods: readonly string[] = [
  'get',
  'post',
  'put',
  'patch',
  'delete',
  'options',
  'head',
  'trace',
  'connect',
  'http',
]

/** Returns whether a file is a request rather than a folder or an environment. */
export function isBruRequest(file: BruFile): boolean {
  return [...bruMethods, 'grpc', 'ws'].some(name => file.block(name) !== undefined)
}

/** How the parts are read that differ between `.bru` files and the JSON export. */
export interface BruPartReaders {
  body(file: BruFile, mode: string): HttpBody
  examples(file: BruFile): readonly RequestExample[]
}

/** Converts a request of any kind; `name` is used if the file has none. */
export function bruRequest(
  file: BruFile,
  name: string,
  log: ImportLog,
  parts: BruPartReaders = {
    body: (from, mode) => bruBody(mode, from, log),
    examples: from => from.all('example').map(block => bruExample(block, log)),
  },
): Request {
  log.count('requests')
  const meta = file.field('meta')
  const sequence = Number(meta('seq') || Number.NaN)
  const tags = meta('tags')
  const docs = file.text('docs')
  const block = [...bruMethods, 'grpc', 'ws'].find(one => file.block(one) !== undefined) ?? 'get'
  const request = file.field(block)
  const common = {
    name: meta('name') || name,
    tags: tags === '' ? [] : tags.split('\n'),
    ...(Number.isFinite(sequence) ? { sequence } : {}),
    auth: bruAuth(request('auth'), file.field, log),
    scripts: file.scripts(log),
    variables: file.variables('vars:pre-request'),
    ...(docs === '' ? {} : { docs }),
  }
  if (block === 'grpc') {
    logUnreadBlocks(file, ['vars:post-response', 'example'], log)
    return grpcRequest(file, request, common)
  }
  if (block === 'ws') {
    logUnreadBlocks(file, ['assert', 'vars:post-response', 'example'], log)
    return webSocketRequest(file, request, common)
  }
  const query = [...file.rows('params:query'), ...file.rows('query')]
  const url = request('url')
  const isInUrl = splitRequestUrl(url).query !== null
  const body = parts.body(file, request('body'))
  logUnsentBodies(request('body'), file, log)
  const fields = {
    ...common,
    method: block === 'http' ? request('method') || 'GET' : block.toUpperCase(),
    ...withParams(url, isInUrl ? query.filter(one => !one.enabled) : query),
    pathParams: file.rows('params:path'),
    headers: file.rows('headers'),
    settings: bruSettings(file),
    assertions: file.pairs('assert').map(assertion),
    actions: file.pairs('vars:post-response').map(action),
  }
  const examples = parts.examples(file)
  if (meta('type') === 'graphql' && body.type === 'graphql')
    return newGraphQlRequest({ ...fields, body, ...(examples.length === 0 ? {} : { examples }) })
  return newHttpRequest({ ...fields, body, examples })
}

/** Names the blocks that a request of this kind cannot hold. */
function logUnreadBlocks(file: BruFile, names: readonly string[], log: ImportLog): void {
  for (const name of names) if (file.block(name) !== undefined) log.loss('NOT_READ', name)
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
  return newGrpcRequest({
    ...common,
    url: request('url'),
    method: request('method').replace(/^\//, ''),
    methodType: type,
    protoFilePath: request('protoPath'),
    metadata: file.rows('metadata'),
    messages: messagesOf(file, 'body:grpc').map(({ title, data }, index) => ({
      title,
      // Messages of a stream are sent one by one.
      selected: index === 0 && (type === 'unary' || type === 'serverStreaming'),
      text: data,
    })),
    assertions: file.pairs('assert').map(assertion),
    options: {
      ...defaultGrpcOptions,
      definition: request('protoPath') === '' ? 'reflection' : 'proto',
    },
  })
}

function webSocketRequest(file: BruFile, request: (name: string) => string, common: Common): Request {
  const keepAlive = file.field('settings')('keepAliveInterval')
  return newWebSocketRequest({
    ...common,
    ...withParams(
      request('url'),
      file.rows('params:query').filter(one => !one.enabled),
    ),
    headers: file.rows('headers'),
    settings: bruSettings(file),
    webSocket: {
      ...defaultWebSocketPart,
      ...(/^\d{1,9}$/.test(keepAlive) ? { keepAliveIntervalMs: Number(keepAlive) } : {}),
      messages: messagesOf(file, 'body:ws').map(({ title, type, data }) => ({
        title,
        selected: false,
        format: webSocketMessageFormats.find(one => one === type) ?? 'text',
        data,
      })),
    },
  })
}

/** Returns the messages of all blocks of a name, without empty ones. */
function messagesOf(file: BruFile, name: 'body:grpc' | 'body:ws') {
  return file.all(name).flatMap(({ pairs }) => {
    const field = (key: string) => pairs.find(one => one.name === key)?.value ?? ''
    const data = field('content')
    return data === '' ? [] : [{ title: field('name'), type: field('type'), data }]
  })
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

/** Parses an assertion. The operator precedes the value; the default is equality. */
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
