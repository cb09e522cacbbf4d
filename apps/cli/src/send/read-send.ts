import { defaultWebSocketPart, newHttpRequest, type Row, row } from '@parley/model'
import type { Io } from '../io/io.ts'
import type { RequestOptions } from '../options/add-request-options.ts'
import { readVariables } from '../options/read-variables.ts'
import { isSavedRequest } from '../saved/is-saved-request.ts'
import type { SavedRequest } from '../saved/read-saved-request.ts'
import { refuseRequestOptions, refuseSavedOptions } from '../saved/saved-options.ts'
import { readAuth } from './read-auth.ts'
import { readBody } from './read-body.ts'
import { asDefaultSettings, readSendSettings, type SettingOptions } from './read-send-settings.ts'
import type { SendOptions } from './send-options.ts'
import { givenStreamOption } from './stream-options.ts'
import { contextOf, type TypedSend } from './typed-send.ts'

/** Reads what was typed after `parley send`. Returns a sentence if it is invalid. */
export async function readSend(
  words: readonly string[],
  options: SendOptions,
  io: Io,
): Promise<TypedSend | SavedRequest | string> {
  const conflict = conflictOf(options)
  if (conflict !== null) return conflict
  if (options.curl !== undefined) return readTypedCurl(words, options, io)
  if (!(await isSavedRequest(words, io)))
    return refuseSavedOptions(words, options) ?? readRequest(words, options, io)
  const { data, dataRaw, ...others } = options
  const refusal = refuseRequestOptions(others)
  if (refusal !== null) return refusal
  // Only saved requests need the code that reads workspaces.
  const { readSavedRequest } = await import('../saved/read-saved-request.ts')
  const saved = await readSavedRequest(words[0] ?? '', others, io)
  if (typeof saved === 'string') return saved
  const { withGraphQlOptions } = await import('./graphql-options.ts')
  const withQuery = await withGraphQlOptions(saved.request, options, io)
  if (typeof withQuery === 'string') return withQuery
  const { withGrpcMessages } = await import('../grpc/with-grpc-messages.ts')
  const request = await withGrpcMessages(withQuery, { data, dataRaw }, io)
  return typeof request === 'string' ? request : { ...saved, request }
}

/** Only those who give a command need the code that reads it. */
async function readTypedCurl(words: readonly string[], options: SendOptions, io: Io) {
  const refusal = refuseSavedOptions(words, options)
  if (refusal !== null) return refusal
  const settings = readSendSettings(options)
  if (typeof settings === 'string') return settings
  const { readCurl } = await import('./read-curl.ts')
  return readCurl(words, options, asDefaultSettings(settings), io)
}

/** Reads the typed request. Returns a sentence if it is invalid. */
export async function readRequest(
  words: readonly string[],
  options: RequestOptions & SettingOptions,
  io: Io,
): Promise<TypedSend | string> {
  const typed = readWords(words, options.method)
  if (typeof typed === 'string') return typed
  const settings = readSendSettings(options)
  if (typeof settings === 'string') return settings
  const variables = readVariables(options.var ?? [])
  if (typeof variables === 'string') return variables
  const headers = readHeaders(options.header ?? [])
  if (typeof headers === 'string') return headers
  const auth = readAuth(options, headers)
  if (typeof auth === 'string') return auth
  const body = await readBody(options, io)
  if (typeof body === 'string') return body
  const method = typed.method ?? (body.type === 'none' ? 'GET' : 'POST')
  const isWebSocket = /^wss?:\/\//i.test(typed.url)
  if (isWebSocket && (method !== 'GET' || body.type !== 'none'))
    return 'A WebSocket is opened with GET and no body. Send messages by standard input instead.'
  const webSocket = isWebSocket ? { webSocket: defaultWebSocketPart } : {}
  const { url } = typed
  const fields = { method, url, headers, auth, body, settings: settings.request, ...webSocket }
  return {
    request: newHttpRequest(fields),
    context: contextOf(variables, settings.defaults),
  }
}

/** Returns a sentence if options contradict each other. */
export function conflictOf(options: SendOptions): string | null {
  const { include, jsonOutput, timing, force, output, remoteName = false, remoteHeaderName = false } = options
  const isNamedByServer = remoteName || remoteHeaderName
  const streamOption = givenStreamOption(options)
  if (jsonOutput && streamOption !== null)
    return `${streamOption} prints events, but --json-output prints a single document. Give --json-lines to print each event as one.`
  if (include && jsonOutput)
    return 'Give either --include or --json-output, whose document already contains the headers.'
  if (options.dryRun && (jsonOutput || include || timing || isNamedByServer || output !== undefined))
    return '--dry-run prints the request and sends nothing, so there is no response to print, to time or to keep.'
  if (isNamedByServer && output !== undefined)
    return 'Give --output, --remote-name or --remote-header-name, but only one of them.'
  if (force && remoteHeaderName)
    return '--force is for a file that you name; with --remote-header-name a taken name gets a number.'
  if (force && !isNamedByServer && (output === undefined || output === '-'))
    return '--force overwrites the file of --output. Add --output.'
  return null
}

const methods = new Set(['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS'])

interface TypedWords {
  readonly url: string
  /** Null if none was typed. */
  readonly method: string | null
}

function readWords(words: readonly string[], methodOption: string | undefined): TypedWords | string {
  const isUrlFirst = /[:./]/.test(words[0] ?? '')
  const field = words.slice(isUrlFirst ? 1 : 2).find(word => /^[\w-]+(?::=|==?|:(?![/\d]))/.test(word))
  if (field !== undefined)
    return `“${field}” is a field as HTTPie has it. Give it as --json '{…}', -F NAME=VALUE, -H 'NAME: VALUE' or in the URL.`
  if (words.length > 2) return `Give a method and a URL; “${words[2]}” is one word too many.`
  const url = words.at(-1)
  if (url === '-')
    return 'Give the URL. Standard input is the body with --data - or --file -, and a collection with parley run -.'
  if (url === undefined) return 'Give the URL, such as http://localhost:3000/books.'
  if (words.length === 1 && methods.has(url)) return `The URL is missing after ${url}.`
  if (words.length === 2 && words[0]?.includes('://')) return 'There are two URLs. Give one.'
  const word = words.length === 2 ? (words[0] ?? '') : null
  if (word !== null && methodOption !== undefined)
    return `The method is given twice: “${word}” before the URL and “${methodOption}” by --method.`
  const method = word ?? methodOption ?? null
  if (method === '') return 'The method is empty. Leave it out for GET.'
  return { url: completed(url), method }
}

/** A port or a path alone is one of this computer. */
function completed(url: string): string {
  return url.replace(/^:(?=\d{1,5}(?:[/?#]|$))/, 'http://localhost:').replace(/^:(?=\/)/, 'http://localhost')
}

function readHeaders(lines: readonly string[]): readonly Row[] | string {
  const headers: Row[] = []
  for (const line of lines) {
    const colon = line.indexOf(':')
    if (colon < 1)
      return `The header “${line}” has no ${colon < 0 ? 'colon' : 'name'}. Write it as 'Name: value'.`
    headers.push(row(line.slice(0, colon), line.slice(colon + 1).trim()))
  }
  return headers
}
