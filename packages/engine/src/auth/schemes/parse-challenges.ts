import type { HeaderField } from '@parley/model'

/** One challenge of a `WWW-Authenticate` header (RFC 9110 §11.6.1). */
export interface Challenge {
  /** In lower case. */
  readonly scheme: string
  /** Names in lower case, values without quotes. */
  readonly parameters: ReadonlyMap<string, string>
}

const piece =
  /[\s,]*(?:([!#$%&'*+\-.^_`|~\w]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s,"]*))(?=\s*(?:,|$))|([!#$%&'*+\-.^_`|~\w]+)(?:\s+([A-Za-z0-9\-._~+/]+=*)(?=\s*(?:,|$)))?)/gsy

/** Returns the challenges of a response in order, from one or several headers. Invalid ones are skipped. */
export function parseChallenges(headers: readonly HeaderField[]): readonly Challenge[] {
  return headers.filter(field => field.name.toLowerCase() === 'www-authenticate').flatMap(challengesOf)
}

/** Returns `name=value` pairs, which `Authentication-Info` uses too (RFC 7615 §3). */
export function parseParameters(text: string): ReadonlyMap<string, string> {
  const [challenge] = challengesOf({ name: '', value: `x ${text}` })
  return challenge?.parameters ?? new Map()
}

function challengesOf({ value }: HeaderField): readonly Challenge[] {
  const challenges: { scheme: string; parameters: Map<string, string> }[] = []
  for (const [, name, quoted, plain, scheme] of value.matchAll(piece)) {
    if (scheme !== undefined) challenges.push({ scheme: scheme.toLowerCase(), parameters: new Map() })
    else if (name !== undefined)
      challenges.at(-1)?.parameters.set(name.toLowerCase(), quoted?.replace(/\\(.)/gs, '$1') ?? plain ?? '')
  }
  return challenges
}
