import type {
  EffectiveAuth,
  HeaderField,
  HttpRequest,
  Inheritable,
  RequestSettings,
  Row,
  Variable,
} from '@parley/model'
import type { KindAction } from './kinds/kind-action.ts'
import type { EffectiveSettings, RequestContext, ResolvedRequest, UnsavedContext } from './request-context.ts'
import type { UnsavedNames, VariableScope } from './variables/scope.ts'
import { scopeOfVariables } from './variables/variable-scope.ts'

/** Stage 1: resolves what the request inherits from its folders, its collection and the settings. */
export function resolveRequest(
  request: HttpRequest,
  context: RequestContext,
  { resolve }: Pick<KindAction, 'resolve'> = {},
): ResolvedRequest {
  const defaults = context.ancestors.map(ancestor => ancestor.defaults)
  return {
    stage: 'resolved',
    request: resolve?.(request) ?? request,
    auth: authSource(request, context.ancestors).auth,
    headers: inheritedHeaders([...headersAbove(context), request.headers]),
    ancestorNames: context.ancestors.map(({ name }) => name),
    scripts: [
      ...context.ancestors.map(({ kind, defaults: { scripts } }) => ({ owner: kind, scripts })),
      { owner: 'request', scripts: request.scripts },
    ],
    settings: effectiveSettings(
      [request.settings, ...defaults.map(one => one.settings).reverse()],
      context.defaultSettings,
    ),
    scopes: variableScopes(request, context),
    ...unsavedInheritance(request, context),
    ...(context.lastEventId === undefined ? {} : { lastEventId: context.lastEventId }),
  }
}

type LevelsAbove = Pick<RequestContext, 'workspaceHeaders' | 'ancestors'>

/** Returns the headers of each level above a request, outermost first. */
export function headersAbove({ workspaceHeaders = [], ancestors }: LevelsAbove): readonly (readonly Row[])[] {
  return [workspaceHeaders, ...ancestors.map(({ defaults }) => defaults.headers)]
}

/** A header that a request inherits. */
export interface InheritedHeader extends HeaderField {
  /** The name of its collection or folder, or `Workspace`. */
  readonly owner: string
}

/** Returns the headers that a request without headers of its own inherits, outermost first. */
export function headersToInherit(levels: LevelsAbove): readonly InheritedHeader[] {
  const owners = [workspaceName, ...levels.ancestors.map(({ name }) => name)]
  const owned = headersAbove(levels).map((rows, level) =>
    rows.map(row => ({ ...row, owner: owners[level] ?? '' })),
  )
  return inheritedHeaders(owned)
    .filter(({ enabled, name }) => enabled && name !== '')
    .map(({ name, value, owner }) => ({ name, value, owner }))
}

/** What a notice or a hint calls the level above all collections. */
const workspaceName = 'Workspace'

/** Returns what a request inherits that is not saved; an authorization counts only if nothing nearer overrides it. */
function unsavedInheritance(
  request: HttpRequest,
  { ancestors, unsaved }: RequestContext,
): Pick<ResolvedRequest, 'unsavedParts'> {
  if (unsaved === undefined) return {}
  const isAuthUsed = (level: number) =>
    [request.auth, ...ancestors.slice(level + 1).map(({ defaults }) => defaults.auth)].every(
      ({ type }) => type === 'inherit',
    )
  const ofAncestors = ancestors.flatMap((ancestor, level) =>
    (unsaved.ancestors.get(ancestor)?.parts ?? [])
      .filter(part => part !== 'authorization' || isAuthUsed(level))
      .map(part => ({ part, owner: ancestor.name })),
  )
  const ofWorkspace = unsaved.areHeadersUnsaved ? [{ part: 'headers', owner: workspaceName } as const] : []
  const unsavedParts = [...ofWorkspace, ...ofAncestors]
  return unsavedParts.length === 0 ? {} : { unsavedParts }
}

/** The authorization that a request is sent with, and its owner; null if nothing defines one. */
export interface AuthSource {
  readonly auth: EffectiveAuth
  readonly owner: { readonly kind: 'request' | 'folder' | 'collection'; readonly name: string } | null
}

/**
 * Returns the nearest authorization that is not inherited (behaviour 5.1: the tab names the source collection).
 */
export function authSource(
  request: Pick<HttpRequest, 'auth' | 'name'>,
  ancestors: RequestContext['ancestors'],
): AuthSource {
  if (request.auth.type !== 'inherit')
    return { auth: request.auth, owner: { kind: 'request', name: request.name } }
  for (const { kind, name, defaults } of ancestors.toReversed())
    if (defaults.auth.type !== 'inherit') return { auth: defaults.auth, owner: { kind, name } }
  return { auth: { type: 'none' }, owner: null }
}

/** Returns outer headers first. A ticked inner header replaces outer ones of the same name. */
function inheritedHeaders<Header extends Row>(
  outermostFirst: readonly (readonly Header[])[],
): readonly Header[] {
  return outermostFirst.flatMap((rows, level) => {
    const inner = new Set(
      outermostFirst
        .slice(level + 1)
        .flat()
        .filter(row => row.enabled)
        .map(row => row.name.toLowerCase()),
    )
    return rows.filter(row => !inner.has(row.name.toLowerCase()))
  })
}

function effectiveSettings(
  nearestFirst: readonly RequestSettings[],
  defaults: EffectiveSettings,
): EffectiveSettings {
  const nearest = <Value>(
    pick: (settings: RequestSettings) => Inheritable<Value>,
    fallback: Value,
  ): Value => {
    for (const settings of nearestFirst) {
      const value = pick(settings)
      if (value !== 'inherit') return value
    }
    return fallback
  }
  return {
    timeoutMs: nearest(one => one.timeoutMs, defaults.timeoutMs),
    connectTimeoutMs: defaults.connectTimeoutMs,
    followRedirects: nearest(one => one.followRedirects, defaults.followRedirects),
    maxRedirects: nearest(one => one.maxRedirects, defaults.maxRedirects),
    forwardAuthorization: nearest(one => one.forwardAuthorization, defaults.forwardAuthorization),
    httpVersion: nearest(one => one.httpVersion, defaults.httpVersion),
    autoFormatJson: defaults.autoFormatJson,
    initiator: defaults.initiator,
    scriptsReachLinkLocal: defaults.scriptsReachLinkLocal,
    scriptsRequireLibraries: defaults.scriptsRequireLibraries,
  }
}

/**
 * Returns the scopes, narrowest first: send, iteration, session, request and folders, environment, collection,
 * workspace, global, demo (behaviour, Variable precedence).
 */
export function variableScopes(
  request: Pick<HttpRequest, 'variables'>,
  context: RequestContext,
): readonly VariableScope[] {
  const live = (name: VariableScope['name']) => context.liveScopes.filter(scope => scope.name === name)
  const { environment, workspaceVariables, globalVariables, secretValues, unsaved } = context
  const ancestors = context.ancestors.map((entity, level) => {
    const { kind, defaults } = entity
    const scope = scopeOfVariables(kind, defaults.variables, secretValues?.ancestors?.get(entity))
    const names = context.ancestors.slice(0, level + 1).map(({ name }) => name)
    return withUnsaved({ ...scope, container: { entity, names } }, unsaved?.ancestors.get(entity)?.variables)
  })
  const shared = (name: keyof UnsavedContext['variables'], variables: readonly Variable[]) =>
    withUnsaved(scopeOfVariables(name, variables, secretValues?.[name]), unsaved?.variables[name])
  const stored = [
    scopeOfVariables('folder', request.variables),
    ...ancestors.filter(scope => scope.name === 'folder').reverse(),
    { ...shared('environment', environment?.variables ?? []), environmentName: environment?.name ?? '' },
    ...live('environment'),
    ...ancestors.filter(scope => scope.name === 'collection'),
    ...live('collection'),
    shared('workspace', workspaceVariables),
    shared('global', globalVariables),
    ...live('demo'),
  ]
  const given = [...live('send'), ...live('iteration')].map(scope => withDeclaredSecrets(scope, stored))
  return [...given, ...live('session'), ...stored]
}

/**
 * A value that is given to a send or a run is hidden like the secret of its name that it overrides. Scripts may read it, because it is
 * given for this send alone.
 */
function withDeclaredSecrets(scope: VariableScope, declared: readonly VariableScope[]): VariableScope {
  const names = [...scope.values.keys()].filter(name => declared.some(one => one.secretNames?.has(name)))
  return names.length === 0
    ? scope
    : { ...scope, secretNames: new Set([...(scope.secretNames ?? []), ...names]) }
}

function withUnsaved(scope: VariableScope, unsaved: UnsavedNames | undefined): VariableScope {
  return unsaved === undefined || unsaved.size === 0 ? scope : { ...scope, unsaved }
}
