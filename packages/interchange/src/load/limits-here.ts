import { isIPv4 } from 'node:net'
import { hostsOf, type LoadPlan, type LoadShape } from '@parley/codegen/load'
import { lookUp, type RunItem, sentInRuns, variableScopes } from '@parley/engine'
import { failed, isLoopbackName, ok, type Result } from '@parley/model'

/** The most users and seconds of a load test that Parley runs itself. */
export const mostUsersHere = 50
export const mostSecondsHere = 60

/** Why a load test may not run here. */
export type RefusedHere =
  | { readonly kind: 'tooManyUsers' }
  | { readonly kind: 'tooLong' }
  /** The values that decide a host are known only during the test. */
  | { readonly kind: 'unknownHost' }
  /** The requests go to a host that was not typed again. */
  | { readonly kind: 'foreignHost'; readonly host: string }

/** Returns why a load test may not run here; null if it may. `typedHost` is the host that its user typed again. */
export function refusedHere(plan: LoadPlan, shape: LoadShape, typedHost: string | null): RefusedHere | null {
  const { users, rampSeconds, seconds, iterations } = shape
  if (users > mostUsersHere) return { kind: 'tooManyUsers' }
  if (iterations === null && rampSeconds + seconds > mostSecondsHere) return { kind: 'tooLong' }
  return refusedHost(plan, typedHost)
}

/** Load goes to this computer, or to a host that the user names a second time. */
function refusedHost(plan: LoadPlan, typed: string | null): RefusedHere | null {
  const name = typed?.toLowerCase()
  for (const host of hostsOf(plan)) {
    if (host === null) return { kind: 'unknownHost' }
    const isNamed = name === host || name === withoutPort(host)
    if (!isNamed && !isLoopback(withoutPort(host))) return { kind: 'foreignHost', host }
  }
  return null
}

function withoutPort(host: string): string {
  const at = host.lastIndexOf(':')
  return at > host.lastIndexOf(']') ? host.slice(0, at) : host
}

function isLoopback(host: string): boolean {
  return isLoopbackName(host) || host === '[::1]' || (isIPv4(host) && host.startsWith('127.'))
}

/** Returns the environment variables of the script with the values of secrets; fails with the name of one without a value. */
export function secretValuesOf(
  { secrets }: LoadPlan,
  items: readonly RunItem[],
): Result<Readonly<Record<string, string>>, string> {
  const values: Record<string, string> = {}
  for (const { name, variable } of secrets) {
    const value = secretValue(name, items)
    if (value === null) return failed(name)
    values[variable] = value
  }
  return ok(values)
}

function secretValue(name: string, items: readonly RunItem[]): string | null {
  for (const { request, context } of items) {
    const http = sentInRuns(request)
    const found = http === null ? undefined : lookUp(variableScopes(http, context), name)
    if (found !== undefined) return found.text
  }
  return null
}
