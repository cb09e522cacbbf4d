import { failed, ok, type Result, type SendFailure, secretFieldsOf, withSecretText } from '@parley/model'
import type { SchemeSet } from './auth/scheme-set.ts'
import type { EnginePorts } from './ports/engine-ports.ts'
import type { MissingSecret } from './ports/secret-values.ts'
import { preparationFailure } from './preparation-failure.ts'
import { type Rendering, renderRequest } from './render-request.ts'
import type { RenderedRequest } from './rendered-request.ts'
import type { RequestContext, ResolvedRequest } from './request-context.ts'
import { authSource } from './resolve-request.ts'
import type { ScriptOutcome } from './scripts/script-outcome.ts'
import type { VariableScope } from './variables/scope.ts'

/** The request in the stages from {@link ResolvedRequest} to {@link RenderedRequest}. */
export interface PreparedRequest {
  readonly resolved: ResolvedRequest
  readonly scripted: ScriptOutcome
  readonly rendered: RenderedRequest
}

/** What rendering needs from its caller. */
export interface RenderingHost extends Pick<Rendering, 'action'> {
  readonly ports: EnginePorts
  readonly signal: AbortSignal
  readonly schemes: SchemeSet
}

/**
 * Stage 3, including secrets that have no value on this machine: the user is asked for them (behaviour,
 * Secret fields). If nobody can be asked, or the user declines, nothing is sent.
 */
export async function renderWithSecrets(
  resolved: ResolvedRequest,
  scripted: ScriptOutcome,
  context: RequestContext,
  host: RenderingHost,
): Promise<Result<PreparedRequest, SendFailure>> {
  const { ports, signal, schemes, action } = host
  const rendered = renderRequest(resolved, scripted, ports, { action, schemes: schemes.descriptors })
  if (!rendered.ok) return rendered
  const missing = [
    ...missingFields(resolved, context, schemes),
    ...missingVariables(rendered.value, scripted, context),
  ]
  if (missing.length === 0) return ok({ resolved, scripted, rendered: rendered.value })
  const texts = (await ports.secretValues?.ask(missing, signal)) ?? null
  if (signal.aborted) return failed(preparationFailure('cancelled', 'CANCELLED', ''))
  if (texts === null) {
    const names = missing.map(nameOf).join(', ')
    return failed(preparationFailure('authorization', 'SECRET_MISSING', names))
  }
  return renderedWith(missing, texts, { resolved, scripted }, host)
}

/** Returns the name of a secret for a sentence. */
function nameOf({ name, place }: MissingSecret): string {
  return place.name === '' ? `${name} (${place.kind} variable)` : `${name} (${place.kind} ${place.name})`
}

/** Returns the fields that the file lists as secret, that this send uses, and that are still empty. */
function missingFields(
  { request, auth }: ResolvedRequest,
  { ancestors, missingAuthFields }: RequestContext,
  { descriptors }: SchemeSet,
): readonly MissingSecret[] {
  const listed = missingAuthFields?.get(auth)
  const owner = authSource(request, ancestors).owner
  if (listed === undefined || owner === null) return []
  return secretFieldsOf(auth, descriptors)
    .filter(({ field, text }) => listed.includes(field) && text === '')
    .map(({ field, label, isMultiline }) => ({
      kind: 'field',
      name: label,
      place: owner,
      auth,
      field,
      isMultiline,
    }))
}

/** Returns the unknown names that a stored scope declares as secret. */
function missingVariables(
  { notices }: RenderedRequest,
  { scopes }: ScriptOutcome,
  { environment }: RequestContext,
): readonly MissingSecret[] {
  const unknown = notices.flatMap(notice => (notice.code === 'UNKNOWN_VARIABLES' ? notice.names : []))
  return unknown.flatMap((name): readonly MissingSecret[] => {
    const scope = scopes.find(one => isStoredScope(one.name) && one.secretNames?.has(name))
    if (scope === undefined || !isStoredScope(scope.name)) return []
    const container = scope.container?.entity
    const owner = scope.name === 'environment' ? environment : container
    const place = { kind: scope.name, name: owner?.name ?? '' }
    const ofContainer = container === undefined ? {} : { container }
    return [{ kind: 'variable', name, place, isMultiline: false, ...ofContainer }]
  })
}

const storedScopes = ['folder', 'environment', 'collection', 'workspace', 'global'] as const

function isStoredScope(name: VariableScope['name']): name is (typeof storedScopes)[number] {
  return storedScopes.some(kept => kept === name)
}

function renderedWith(
  missing: readonly MissingSecret[],
  texts: readonly string[],
  { resolved, scripted }: Omit<PreparedRequest, 'rendered'>,
  { ports, schemes, action }: RenderingHost,
): Result<PreparedRequest, SendFailure> {
  const answered = missing.map((secret, at) => ({ secret, text: texts[at] ?? '' }))
  const fill = (scopes: readonly VariableScope[]) =>
    answered.reduce(
      (filled, { secret, text }) => (secret.kind === 'variable' ? withValue(filled, secret, text) : filled),
      scopes,
    )
  const auth = answered.reduce(
    (filled, { secret, text }) =>
      secret.kind === 'field' ? withSecretText(filled, secret.field, text) : filled,
    resolved.auth,
  )
  const whole = { ...resolved, auth, scopes: fill(resolved.scopes) }
  const outcome = { ...scripted, scopes: fill(scripted.scopes) }
  const rendered = renderRequest(whole, outcome, ports, { action, schemes: schemes.descriptors })
  return rendered.ok ? ok({ resolved: whole, scripted: outcome, rendered: rendered.value }) : rendered
}

/** Sets the value in the scope that declares the secret, so that it stays withheld from scripts if it was. */
function withValue(
  scopes: readonly VariableScope[],
  { name, place }: MissingSecret,
  text: string,
): readonly VariableScope[] {
  const at = scopes.findIndex(scope => scope.name === place.kind && scope.secretNames?.has(name))
  return scopes.map((scope, index) =>
    index === at
      ? { ...scope, values: new Map([...scope.values, [name, { text, isLiteral: false }]]) }
      : scope,
  )
}
