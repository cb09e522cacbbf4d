import {
  authSchemes,
  failed,
  type HttpBody,
  type HttpRequest,
  type Notice,
  ok,
  type Result,
  type Row,
  row,
  type SchemeRegistry,
  type SendFailure,
  type WebSocketPart,
} from '@parley/model'
import { chosenBody } from './body/chosen-body.ts'
import { graphQlParams, isGraphQlInUrl } from './body/graphql-params.ts'
import { chooseOrigins } from './gate/choose-origins.ts'
import { type SubscriptionOffer, subscriptionOffer, webSocketUrl } from './graphql/subscription-transports.ts'
import { renderCall } from './grpc/render-call.ts'
import { fillUrl, MissingPathVariableError } from './message/fill-path-variables.ts'
import type { EnginePorts } from './ports.ts'
import { preparationFailure } from './preparation-failure.ts'
import { renderAuth } from './render-auth.ts'
import type {
  MessageSecret,
  RenderedRequest,
  RenderedRow,
  ResolvedRequest,
  ScriptOutcome,
  WebSocketOffer,
} from './stages.ts'
import type { DynamicSources } from './variables/dynamic-variables.ts'
import { fillStrings } from './variables/fill-strings.ts'
import {
  type FilledText,
  Substitution,
  SubstitutionError,
  withNamesForMarks,
} from './variables/substitute.ts'
import { secretsOf } from './variables/variable-scope.ts'

/**
 * Stage 3: fills in every `{{name}}` and path variable. An unknown name is kept as typed and reported in a
 * notice; a path variable without a value is a failure.
 */
export function renderRequest(
  typed: ResolvedRequest,
  outcome: ScriptOutcome,
  ports: DynamicSources & Pick<EnginePorts, 'hostNames'>,
  schemes: SchemeRegistry = authSchemes,
): Result<RenderedRequest, SendFailure> {
  const substitution = new Substitution(outcome.scopes, ports)
  const resolved = withUrl(typed, outcome)
  const { request, auth } = resolved
  try {
    const rendered = fillRequest(resolved, outcome, substitution, schemes)
    const { url, pathParams } = request
    const typedUrl = typed.request.url
    return ok({
      ...rendered,
      origins: chooseOrigins({ url, typedUrl, pathParams, auth }, outcome.scopes, ports.hostNames),
      notices: noticesOf(substitution, resolved),
    })
  } catch (error) {
    if (error instanceof MissingPathVariableError)
      return failed(preparationFailure('template', 'MISSING_PATH_VARIABLE', error.variableName))
    if (!(error instanceof SubstitutionError)) throw error
    return failed(preparationFailure('template', error.code, error.path.join(' → ')))
  }
}

/** Returns what the user should know about the values that were filled in. */
function noticesOf(
  { unknownNames, unsavedNames }: Substitution,
  { unsavedParts: parts = [] }: ResolvedRequest,
): readonly Notice[] {
  const values = [...unsavedNames].map(([name, owner]) => ({ name, owner }))
  return [
    ...(unknownNames.size === 0 ? [] : [{ code: 'UNKNOWN_VARIABLES', names: [...unknownNames] } as const]),
    ...(values.length + parts.length === 0 ? [] : [{ code: 'UNSAVED_CHANGES', values, parts } as const]),
  ]
}

/** Returns the request with the URL that a script set in place of the typed one (behaviour, Assignments). */
function withUrl(typed: ResolvedRequest, { url }: ScriptOutcome): ResolvedRequest {
  return url === undefined ? typed : { ...typed, request: { ...typed.request, url } }
}

function fillRequest(
  resolved: ResolvedRequest,
  { scopes }: ScriptOutcome,
  substitution: Substitution,
  schemes: SchemeRegistry,
): Unfinished {
  const { request } = resolved
  const inUrl: MessageSecret[] = []
  const inRows: MessageSecret[] = []
  const body: MessageSecret[] = []
  const fillInto = (secrets: MessageSecret[]) => (text: string) => {
    const filled = substitution.fillWithSecrets(text)
    secrets.push(...filled.secrets)
    return filled
  }
  const method = fillInto(inUrl)(request.method)
  const url = fillUrlWithSecrets(request, fillInto(inUrl))
  const headers = filledRows(headerRows(resolved), fillInto(inRows))
  const cookies = filledRows(request.cookies, fillInto(inRows))
  const filledBody = fillBody(chosenBody(request), fillInto(body))
  const offer = request.stream === undefined ? subscriptionOffer(filledBody.body, url.text) : null
  const isInUrl = offer === null && isGraphQlInUrl(method.text, filledBody.body)
  const auth = renderAuth(resolved.auth, substitution, schemes)
  const rendered: Unfinished = {
    stage: 'rendered',
    method: method.text,
    url: url.text,
    headers,
    cookies,
    body: filledBody.body,
    ...(request.stream === undefined ? {} : { stream: { lastEventId: resolved.lastEventId ?? '' } }),
    ...(request.webSocket === undefined ? {} : { webSocket: offerOf(request.webSocket, fillInto(inRows)) }),
    ...(request.grpc === undefined ? {} : { grpc: renderCall(request.grpc, fillInto(body)) }),
    auth: auth.auth,
    settings: resolved.settings,
    secrets: {
      url: isInUrl ? [...inUrl, ...body] : inUrl,
      rows: inRows,
      body: isInUrl ? [] : body,
      auth: auth.secrets,
      known: secretsOf(scopes),
    },
    marked: { method: method.marked, url: url.marked },
    ...(isInUrl ? bodyParams(filledBody) : {}),
  }
  return offer === null ? rendered : asHandshake(rendered, offer, body)
}

type Unfinished = Omit<RenderedRequest, 'origins' | 'notices'>

/** Returns the handshake of a subscription, whose body leaves later, in its messages. */
function asHandshake(
  rendered: Unfinished,
  offer: SubscriptionOffer,
  secrets: readonly MessageSecret[],
): Unfinished {
  return {
    ...rendered,
    method: 'GET',
    url: webSocketUrl(rendered.url),
    marked: { method: 'GET', url: webSocketUrl(rendered.marked.url) },
    webSocket: { ...offer, subscription: { ...offer.subscription, secrets } },
    secrets: { ...rendered.secrets, body: [], known: [...rendered.secrets.known, ...secrets] },
  }
}

/** Fills in the body once, so that a dynamic variable has the same value in what is sent and in what scripts see. */
function fillBody(body: HttpBody, fill: FillWithSecrets): { readonly body: HttpBody; marked(): HttpBody } {
  const marked: string[] = []
  const filled = fillStrings(body, {
    fill(text) {
      const one = fill(text)
      marked.push(one.marked)
      return one.text
    },
  })
  return { body: filled, marked: () => fillStrings(body, { fill: () => marked.shift() ?? '' }) }
}

function bodyParams({ body, marked }: ReturnType<typeof fillBody>): Pick<RenderedRequest, 'bodyParams'> {
  if (body.type !== 'graphql') return {}
  const shown = marked()
  const params = graphQlParams(body)
  return { bodyParams: { params, marked: shown.type === 'graphql' ? graphQlParams(shown) : params } }
}

function offerOf({ subprotocols, deflate }: WebSocketPart, fill: FillWithSecrets): WebSocketOffer {
  return { subprotocols: subprotocols.map(one => fill(one).text).filter(one => one !== ''), deflate }
}

type FillWithSecrets = (text: string) => FilledText

/**
 * Fills in the URL once, so that a dynamic variable has the same value in what is sent and in what scripts
 * see.
 */
function fillUrlWithSecrets({ url, pathParams }: HttpRequest, fill: FillWithSecrets) {
  const marked: string[] = []
  const text = fillUrl(url, pathParams, typed => {
    const filled = fill(typed)
    marked.push(filled.marked)
    return filled.text
  })
  return { text, marked: fillUrl(url, pathParams, () => marked.shift() ?? '') }
}

/** Returns the header rows; of a stream that is continued without the position at which it began. */
function headerRows({ headers, request: { stream }, lastEventId }: ResolvedRequest): readonly Row[] {
  const isPosition = (one: Row) => one.enabled && one.name.toLowerCase() === 'last-event-id'
  if (lastEventId !== undefined) return headers.filter(one => !isPosition(one))
  if (stream === undefined || stream.lastEventId === '' || headers.some(isPosition)) return headers
  return [...headers, row('Last-Event-ID', stream.lastEventId)]
}

/** Returns the ticked rows, filled in. */
function filledRows(rows: readonly Row[], fill: FillWithSecrets): readonly RenderedRow[] {
  return rows.filter(row => row.enabled).map(row => filledRow(row, fill))
}

function filledRow(row: Row, fill: FillWithSecrets): RenderedRow {
  const [name, value] = [fill(row.name), fill(row.value)]
  const filled = { ...row, name: name.text, value: value.text }
  const secretNames = [...name.secrets, ...value.secrets].map(one => one.name)
  if (secretNames.length === 0) return filled
  const shown = { name: withNamesForMarks(name.marked), value: withNamesForMarks(value.marked) }
  return { ...filled, secretNames, shown }
}
