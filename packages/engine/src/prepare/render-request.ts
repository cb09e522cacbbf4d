import {
  authSchemes,
  failed,
  type HttpBody,
  type HttpRequest,
  type Notice,
  ok,
  type Result,
  type Row,
  type SchemeRegistry,
  type SendFailure,
} from '@parley/model'
import { chosenBody } from './body/chosen-body.ts'
import { chooseOrigins } from './gate/choose-origins.ts'
import type { MessageSecret } from './gate/message-secrets.ts'
import type { FilledRequest, KindAction } from './kinds/kind-action.ts'
import { fillUrl, MissingPathVariableError } from './message/fill-path-variables.ts'
import type { EnginePorts } from './ports/engine-ports.ts'
import { preparationFailure } from './preparation-failure.ts'
import { renderAuth } from './render-auth.ts'
import type { RenderedRequest, RenderedRow } from './rendered-request.ts'
import type { ResolvedRequest } from './request-context.ts'
import type { ScriptOutcome } from './scripts/script-outcome.ts'
import type { DynamicSources } from './variables/dynamic-variables.ts'
import { fillStrings } from './variables/fill-strings.ts'
import {
  type FilledText,
  Substitution,
  SubstitutionError,
  withNamesForMarks,
} from './variables/substitute.ts'
import { secretsOf } from './variables/variable-scope.ts'

/** How a request is rendered. */
export interface Rendering {
  /** Of the kind of the request. */
  readonly action: KindAction
  readonly schemes?: SchemeRegistry
}

/**
 * Stage 3: fills in every `{{name}}` and path variable. An unknown name is kept as typed and reported in a
 * notice; a path variable without a value is a failure.
 */
export function renderRequest(
  before: ResolvedRequest,
  outcome: ScriptOutcome,
  ports: DynamicSources & Pick<EnginePorts, 'hostNames'>,
  { action, schemes = authSchemes }: Rendering,
): Result<RenderedRequest, SendFailure> {
  const substitution = new Substitution(outcome.scopes, ports)
  const resolved = withUrl(before, outcome)
  const { request, auth } = resolved
  try {
    const rendered = fillRequest(resolved, outcome, substitution, { action, schemes })
    const { url, pathParams } = request
    const typedUrl = before.request.url
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
function withUrl(resolved: ResolvedRequest, { url }: ScriptOutcome): ResolvedRequest {
  return url === undefined ? resolved : { ...resolved, request: { ...resolved.request, url } }
}

function fillRequest(
  resolved: ResolvedRequest,
  { scopes }: ScriptOutcome,
  substitution: Substitution,
  { action, schemes }: Required<Rendering>,
): FilledRequest {
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
  const rows = action.headerRows?.(resolved) ?? resolved.headers
  const headers = filledRows(rows, fillInto(inRows))
  const cookies = filledRows(request.cookies, fillInto(inRows))
  const filledBody = fillBody(chosenBody(request), fillInto(body))
  const auth = renderAuth(resolved.auth, substitution, schemes)
  const filled: FilledRequest = {
    stage: 'rendered',
    method: method.text,
    url: url.text,
    headers,
    cookies,
    body: filledBody.body,
    auth: auth.auth,
    settings: resolved.settings,
    secrets: { url: inUrl, rows: inRows, body, auth: auth.secrets, known: secretsOf(scopes) },
    marked: { method: method.marked, url: url.marked },
  }
  if (action.prepare === undefined) return filled
  return action.prepare(filled, {
    resolved,
    fillRow: fillInto(inRows),
    fillContent: fillInto(body),
    contentSecrets: body,
    markedBody: () => filledBody.marked(),
  })
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
