import { setImmediate as nextTurn } from 'node:timers/promises'
import {
  allowedOrigins,
  type RequestContext,
  secretsOf,
  type VariableScope,
  variableScopes,
} from '@parley/engine'
import {
  authorityOf,
  literalSecretsOf,
  type SecretDestination,
  SecretDestinations,
} from '@parley/engine/agents'
import { draftOf, type HttpRequest, newHttpRequest } from '@parley/model'
import { nodeHostNames } from '@parley/transport'
import { RefusedCall } from '../refusal.ts'
import type { KnownSecrets } from '../sending/known-secrets.ts'
import type { CollectionAround, CollectionInEnvironment } from '../sending/read-collection-around.ts'

/** What a request that an agent writes is checked against. */
export interface WrittenCheck {
  readonly around: CollectionAround
  /** The request that is changed, or the folder of a new one, by its path in the workspace. */
  readonly place: { readonly request: string } | { readonly folder: string }
  /** Returns a request with the changes of the agent. */
  readonly write: (request: HttpRequest) => HttpRequest
  /** The texts of files with variables that cannot be read: each word in them could name a secret. */
  readonly unreadVariables: readonly string[]
  /** The values of `--allow-host`. */
  readonly allowedHosts: readonly string[]
  readonly secrets: KnownSecrets
}

/** Requests that are prepared before other calls have a turn. */
const preparedAtOnce = 20

/**
 * Refuses a request that would take secrets to a host to which they do not go today, whichever environment is chosen, or
 * to another place in a request than where the user put them. What would be sent is compared, not what is written.
 * @throws RefusedCall
 */
export async function checkWritten(check: WrittenCheck): Promise<void> {
  const changes = check.around.environments.map(one => changeIn(one, check))
  const [first] = changes
  if (first === undefined) return
  for (const { scopes } of changes) check.secrets.addStored(secretsOf(scopes))
  await checkHost(first.written, check)
  checkReferences(
    first,
    changes.flatMap(({ scopes }) => scopes),
    check.unreadVariables,
  )
  const destinations = new SecretDestinations(nodeHostNames)
  for (const change of changes) await checkDestinations(change, destinations, check)
}

/** What an agent changes, as it would be sent with one environment. */
interface Change {
  readonly environment: CollectionInEnvironment
  readonly written: HttpRequest
  /** The request as it was; null for a new one. */
  readonly before: HttpRequest | null
  readonly context: RequestContext
  readonly scopes: readonly VariableScope[]
}

function changeIn(environment: CollectionInEnvironment, { around, place, write }: WrittenCheck): Change {
  if ('folder' in place) {
    const context = environment.contextIn(place.folder)
    if (context === null) throw unread(around, place.folder)
    const written = write(newHttpRequest())
    return { environment, written, before: null, context, scopes: variableScopes(written, context) }
  }
  const item = environment.items.find(one => around.pathOf(one) === place.request)
  if (item?.request.kind !== 'http') throw unread(around, place.request)
  const { request: before, context } = item
  return { environment, written: write(before), before, context, scopes: variableScopes(before, context) }
}

function unread({ leftOut }: CollectionAround, path: string): RefusedCall {
  const failure = leftOut.find(
    one => one.path === path || path.startsWith(one.path.replace(/folder\.yml$/, '')),
  )
  const sentence = failure?.plainSentence ?? failure?.sentence ?? `“${path}” cannot be read.`
  const nextStep = failure?.nextStep ?? 'List the requests again with list_requests.'
  return new RefusedCall('NOT_READ', sentence, nextStep)
}

async function checkHost(written: HttpRequest, { around, allowedHosts }: WrittenCheck): Promise<void> {
  const own = authorityOf(written.url)
  const saved = around.environments[0]?.items ?? []
  if (saved.some(({ request }) => 'url' in request && authorityOf(request.url) === own)) return
  if (!own.includes('{{') && (await isAllowed(own.toLowerCase(), allowedHosts))) return
  throw new RefusedCall(
    'HOST_NOT_ALLOWED',
    `No saved request of this collection goes to “${own}”.`,
    'Begin the URL as another request of the collection does, or ask the user to add --allow-host HOST.',
  )
}

function isAllowed(origin: string, allowedHosts: readonly string[]): Promise<boolean> {
  const transfer = { origin, secrets: [], chosenBy: 'script' } as const
  return allowedOrigins(allowedHosts, nodeHostNames).mayReceive(transfer, new AbortController().signal)
}

/** Refuses a secret that would go to an origin to which no saved request takes it with this environment. */
async function checkDestinations(
  { environment, written, before, context }: Change,
  destinations: SecretDestinations,
  { around, place, allowedHosts }: WrittenCheck,
): Promise<void> {
  // What the agent writes itself is no secret to it.
  const literals = new Set(literalSecretsOf(before ?? newHttpRequest(), context).map(({ text }) => text))
  const unseen = new Map<string, SecretDestination>()
  for (const one of await destinations.of(written, context, literals))
    if (!(await isAllowed(one.origin, allowedHosts))) unseen.set(keyOf(one), one)
  const own = before === null ? [] : [{ request: before, context }]
  const others = environment.items.filter(
    one => !('request' in place) || around.pathOf(one) !== place.request,
  )
  for (const [at, item] of [...own, ...others].entries()) {
    if (unseen.size === 0) return
    const draft = draftOf(item.request)
    if (draft === null) continue
    for (const one of await destinations.of(draft, item.context, literals)) unseen.delete(keyOf(one))
    if (at % preparedAtOnce === preparedAtOnce - 1) await nextTurn()
  }
  const [first] = unseen.values()
  if (first !== undefined) throw refusedHost(first, environment.environmentName)
}

function keyOf({ secret, origin }: SecretDestination): string {
  return JSON.stringify([secret, origin])
}

function refusedHost({ name, origin }: SecretDestination, environmentName: string): RefusedCall {
  const chosen = environmentName === '' ? '' : ` with the environment “${environmentName}”`
  return new RefusedCall(
    'SECRET_HOST_NOT_ALLOWED',
    `The request would take the secret “${name}” to ${origin}, where no saved request takes it${chosen}.`,
    'Begin the URL as a request does that uses this secret, or ask the user to add --allow-host HOST.',
  )
}

function checkReferences(
  { written, before }: Change,
  scopes: readonly VariableScope[],
  unreadVariables: readonly string[],
): void {
  const kept = new Map(before === null ? [] : partsOf(before))
  const isSecret = (name: string) =>
    leadsToSecret(name, scopes) || unreadVariables.some(text => text.includes(name))
  for (const [part, text] of partsOf(written)) {
    const keptText = kept.get(part) ?? ''
    if (text === keptText) continue
    if (text.replace(simpleName, '').includes('{{')) throw refusedName('{{')
    const known = namesIn(keptText)
    const secret = namesIn(text).find(name => !known.includes(name) && isSecret(name))
    if (secret !== undefined) throw refusedName(secret)
  }
}

function refusedName(name: string): RefusedCall {
  return new RefusedCall(
    'SECRET_REFERENCE_NOT_ALLOWED',
    `“${name}” would put a secret where the user did not.`,
    'Leave it out, or ask the user to write it into the request.',
  )
}

const simpleName = /\{\{[^{}]*\}\}/g

function namesIn(text: string): readonly string[] {
  return (text.match(simpleName) ?? []).map(one => one.slice(2, -2).trim())
}

/** Returns the parts of a request that are sent, by their names; a secret may stay in its part. */
function partsOf({ method, url, headers, body }: HttpRequest): readonly (readonly [string, string])[] {
  return [
    ['method', method],
    ['url', url],
    ...headers.map(({ name, value }) => [`header ${name.toLowerCase()}`, `${name}: ${value}`] as const),
    ['body', JSON.stringify(body)],
  ]
}

/** Returns whether a variable is a secret, or its value contains one in any scope. */
function leadsToSecret(
  name: string,
  scopes: readonly VariableScope[],
  seen: ReadonlySet<string> = new Set(),
): boolean {
  if (seen.has(name)) return false
  if (scopes.some(scope => scope.secretNames?.has(name))) return true
  return scopes.some(scope =>
    namesIn(scope.values.get(name)?.text ?? '').some(inner =>
      leadsToSecret(inner, scopes, new Set([...seen, name])),
    ),
  )
}
