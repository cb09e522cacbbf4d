import { allowedOrigins, type VariableScope } from '@parley/engine'
import type { HttpRequest } from '@parley/model'
import { nodeHostNames } from '@parley/transport'
import { RefusedCall } from '../refusal.ts'

/** What a request that an agent writes is checked against. */
export interface WrittenCheck {
  readonly written: HttpRequest
  /** The request as it was; null for a new one. */
  readonly before: HttpRequest | null
  /** The addresses of the saved requests in the collection. */
  readonly savedUrls: readonly string[]
  readonly scopes: readonly VariableScope[]
  /** The values of `--allow-host`. */
  readonly allowedHosts: readonly string[]
}

/**
 * Refuses a request that would take secrets to a host to which no saved request goes, or to another place in a request
 * than where the user put them.
 * @throws RefusedCall
 */
export async function checkWritten(check: WrittenCheck): Promise<void> {
  await checkHost(check)
  checkSecrets(check)
}

async function checkHost({ written, savedUrls, allowedHosts }: WrittenCheck): Promise<void> {
  const own = authorityOf(written.url)
  if (savedUrls.some(url => authorityOf(url) === own)) return
  const { mayReceive } = allowedOrigins(allowedHosts, nodeHostNames)
  const transfer = { origin: own.toLowerCase(), secrets: [], chosenBy: 'script' } as const
  if (!own.includes('{{') && (await mayReceive(transfer, new AbortController().signal))) return
  throw new RefusedCall(
    'HOST_NOT_ALLOWED',
    `No saved request of this collection goes to “${own}”.`,
    'Begin the URL as another request of the collection does, or ask the user to add --allow-host HOST.',
  )
}

/** Returns the beginning of a URL that decides the host, as typed. */
function authorityOf(url: string): string {
  return /^(?:[^/?#]*\/\/)?[^/?#]*/.exec(url)?.[0] ?? ''
}

function checkSecrets({ written, before, scopes }: WrittenCheck): void {
  const kept = new Map(before === null ? [] : partsOf(before))
  for (const [part, text] of partsOf(written)) {
    const keptText = kept.get(part) ?? ''
    if (text === keptText) continue
    if (text.replace(simpleName, '').includes('{{')) throw refusedName('{{')
    const known = namesIn(keptText)
    const secret = namesIn(text).find(name => !known.includes(name) && leadsToSecret(name, scopes))
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
