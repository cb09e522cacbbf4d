import {
  basicCredentials,
  type EnginePorts,
  fillStrings,
  fromBase64,
  type MessageHeader,
  type PreparationSteps,
  type PreparedSend,
  preparationFailure,
  prepareSend,
  type RenderedRequest,
  type RequestContext,
} from '@parley/engine'
import {
  failed,
  filePathsOf,
  type HeaderField,
  type HttpRequest,
  type Notice,
  ok,
  type Result,
  type SendFailure,
} from '@parley/model'
import { type CodePorts, placeholderPorts } from './code-ports.ts'
import type { CodeAuth, CodeContent, CodeRequest } from './code-request.ts'
import { SchemeDescriber } from './describe-scheme.ts'
import { fillGap } from './fill-gap.ts'
import { type OpenOrigin, openOrigin } from './open-origin.ts'
import { Placeholders } from './placeholders.ts'
import { callOf, isOfProtocol, untypedCall } from './prepare-call.ts'

/** The user's choices about the request itself, in addition to the options of a target. */
export interface CodeChoices {
  /** Whether authorization, and a user in the URL, are part of the code (behaviour 4.2). */
  readonly includesAuth: boolean
  /** Whether names with a value that is not secret are filled in; otherwise every `{{name}}` is kept. */
  readonly fillsVariables: boolean
  /**
   * Whether a path variable without a value and an unchosen file become placeholders, with a notice;
   * otherwise they are refused (behaviour, Code of what is refused).
   */
  readonly fillsGaps: boolean
}

/** A request that any target can print, and the names that the user must fill in. */
export interface PreparedCode {
  readonly request: CodeRequest
  /** The names of secrets, whose values are in no code (attacks SE5). */
  readonly secretNames: readonly string[]
  /** The names that no scope knows; empty if variables are not filled in. */
  readonly unknownNames: readonly string[]
  /** The parts of the code that a page shows and has not saved; null: everything is saved. */
  readonly unsaved: Extract<Notice, { readonly code: 'UNSAVED_CHANGES' }> | null
}

/**
 * Prepares a request for code with the preparation of a send (ADR 34): no script runs, no file is read and
 * nothing uses the network. It fails like a send, except for gaps that are to be filled.
 */
export async function prepareCode(
  request: HttpRequest,
  context: RequestContext,
  ports: CodePorts,
  choices: CodeChoices,
): Promise<Result<PreparedCode, SendFailure>> {
  const facts = { context, ports, choices, placeholders: new Placeholders(ports.random) }
  const gaps: string[] = []
  for (let asked = request; ; ) {
    const prepared = await prepareAsIs(asked, facts, gaps)
    if (prepared.ok) return prepared
    const filled = choices.fillsGaps ? fillGap(asked, prepared.failure, facts.placeholders) : null
    // A gap is filled only once: a second refusal has another reason.
    if (filled === null || gaps.includes(filled.notice))
      return failed(fillStrings(prepared.failure, { fill: text => facts.placeholders.named(text) }))
    gaps.push(filled.notice)
    asked = filled.request
  }
}

/** What a preparation with names needs besides the request. */
export interface PreparationFacts {
  readonly context: RequestContext
  readonly ports: CodePorts
  readonly choices: CodeChoices
  readonly placeholders: Placeholders
}

async function prepareAsIs(
  request: HttpRequest,
  facts: PreparationFacts,
  gaps: readonly string[],
): Promise<Result<PreparedCode, SendFailure>> {
  const { context, placeholders, choices } = facts
  const answer = await prepareWithNames(request, facts, { sendsHashFirst: false })
  if (!answer.ok) return answer
  const { prepared, schemes, opened, asked } = answer.value
  if (prepared.message.gateFacts.way === 'webSocket')
    return failed(preparationFailure('invalidRequest', 'NO_CODE_FOR_WEBSOCKETS', ''))
  const code = {
    ...codeRequest(prepared, { ...opened, schemes, includesAuth: choices.includesAuth, gaps }),
    ...(request.grpc === undefined ? {} : { call: callOf(request.grpc, prepared, { ...opened, context }) }),
  }
  const secrets = new Set(prepared.resolved.scopes.flatMap(scope => [...(scope.secretNames ?? [])]))
  const names = choices.fillsVariables ? placeholders.namesIn(code) : []
  const isSecret = (name: string) => secrets.has(name) || asked.has(name)
  return ok({
    request: fillStrings(code, { fill: text => placeholders.named(text) }),
    secretNames: names.filter(isSecret),
    unknownNames: names.filter(name => !isSecret(name)),
    unsaved: prepared.rendered.notices.find(one => one.code === 'UNSAVED_CHANGES') ?? null,
  })
}

/** A request that is prepared with placeholders for names. */
export interface PreparedWithNames {
  readonly prepared: PreparedSend
  readonly schemes: SchemeDescriber
  readonly opened: { readonly origin: OpenOrigin | null; readonly typedUrl: string }
  /** The names of secret fields and tokens that became placeholders. */
  readonly asked: ReadonlySet<string>
}

/**
 * Prepares a request with a placeholder for every secret and every name without a value. Nothing uses the network.
 * @param way whether a persisted query goes out as its hash first, and the files whose lengths are counted, if any are
 */
export async function prepareWithNames(
  request: HttpRequest,
  { context, ports, choices: { includesAuth, fillsVariables }, placeholders }: PreparationFacts,
  way: Pick<PreparationSteps, 'sendsHashFirst'> & Partial<Pick<EnginePorts, 'files'>>,
): Promise<Result<PreparedWithNames, SendFailure>> {
  const { sendsHashFirst, ...readingFiles } = way
  const asked = new Set<string>()
  const opened: { origin: OpenOrigin | null; typedUrl: string } = { origin: null, typedUrl: '' }
  const schemes = new SchemeDescriber(placeholders, () => opened.origin !== null)
  const steps: PreparationSteps = {
    adapt(rendered) {
      opened.typedUrl = rendered.url
      opened.origin = openOrigin(rendered.url, placeholders)
      return {
        ...rendered,
        url: opened.origin?.url ?? rendered.url,
        headers: hasKnownLength(rendered, placeholders)
          ? rendered.headers
          : rendered.headers.filter(({ name }) => !isNamed('content-length', name)),
        ...(includesAuth ? {} : { auth: { type: 'none' } as const }),
      }
    },
    schemes: schemes.schemes,
    sendsHashFirst,
    ...(request.grpc === undefined ? {} : { action: untypedCall(request.grpc) }),
  }
  if (request.grpc?.method === '')
    return failed(preparationFailure('invalidRequest', 'GRPC_METHOD_MISSING', ''))
  const answering = {
    ...placeholderPorts(ports, placeholders, fillsVariables, asked),
    ...readingFiles,
  }
  const prepared = await prepareSend(request, context, answering, new AbortController().signal, steps)
  return prepared.ok ? ok({ prepared: prepared.value, schemes, opened, asked }) : prepared
}

/**
 * Returns whether a typed length can be checked: files are not read, and placeholders have another length.
 */
function hasKnownLength({ body }: RenderedRequest, placeholders: Placeholders): boolean {
  return body.type !== 'multipart' && filePathsOf(body).length === 0 && !placeholders.areIn(body)
}

interface CodeFacts {
  readonly origin: OpenOrigin | null
  readonly schemes: SchemeDescriber
  readonly includesAuth: boolean
  /** The notices for filled gaps. */
  readonly gaps: readonly string[]
}

/** Converts the message for the targets, with placeholders for names. */
function codeRequest(
  prepared: PreparedSend,
  { origin, schemes, includesAuth, gaps }: CodeFacts,
): CodeRequest {
  const { message } = prepared
  const content = contentOf(prepared)
  const notices = [...gaps, ...schemes.notices]
  const headers: HeaderField[] = []
  let auth: CodeAuth = { type: 'none' }
  for (const field of message.headers) {
    const { name, value, writtenBy } = field
    const described = schemes.describedBy(field) ?? basicOf(field)
    if (described !== null) auth = includesAuth ? described : auth
    else if (content.kind === 'multipart' && isNamed('content-type', name)) {
      if (writtenBy === 'user') notices.push(ownTypeNotice)
    } else if (isNamed('content-length', name)) continue
    else if (message.gateFacts.way === 'grpc' && isOfProtocol(field)) continue
    else if (writtenBy !== undefined || !writtenByLibraries.has(name)) headers.push({ name, value })
  }
  const { targetUri } = message.target
  return {
    method: message.method,
    url: origin === null ? targetUri : origin.restore(targetUri),
    headers,
    content,
    auth,
    notices,
  }
}

/** Generated fields that every library generates with its own value, like `Content-Length`. */
const writtenByLibraries: ReadonlySet<string> = new Set(['Host', 'User-Agent'])

const ownTypeNotice =
  'The library writes the Content-Type of a form with its boundary, so that of the request is left out.'

function isNamed(name: string, other: string): boolean {
  return other.toLowerCase() === name
}

/** Returns the user and password of a generated field, which the libraries encode themselves (RFC 7617). */
export function basicOf({ name, value, writtenBy }: MessageHeader): CodeAuth | null {
  if (writtenBy !== undefined || name !== 'Authorization' || !value.startsWith('Basic ')) return null
  const bytes = fromBase64(value.slice('Basic '.length))
  const [username = '', ...rest] = utf8Decoder.decode(bytes ?? new Uint8Array()).split(':')
  const password = rest.join(':')
  // A token that only looks like Basic credentials stays a header.
  return basicCredentials(username, password) === value ? { type: 'basic', username, password } : null
}

/** Decodes a byte order mark as ordinary text. */
const utf8Decoder = new TextDecoder('utf-8', { ignoreBOM: true })

/**
 * Returns the built content unless a scheme replaced it; a form without parts has only its final boundary.
 */
function contentOf({ built, message }: PreparedSend): CodeContent {
  const { outline } = built
  const isBuilt = message.content === built.content
  if (isBuilt && (outline.kind !== 'multipart' || outline.parts.length > 0)) return outline
  const text = message.content.map(part => (part.kind === 'bytes' ? utf8Decoder.decode(part.bytes) : ''))
  return { kind: 'text', text: text.join('') }
}
