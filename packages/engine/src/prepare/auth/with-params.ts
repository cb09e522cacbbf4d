import type { HeaderField } from '@parley/model'
import { encodeStrictly } from '../../basics/encode-strictly.ts'
import type { RequestTarget } from '../message/outbound-message.ts'

/** Returns the target with parameters added after the existing ones, which are unchanged. */
export function withParams(target: RequestTarget, params: readonly HeaderField[]): RequestTarget {
  if (params.length === 0) return target
  const added = params.map(({ name, value }) => `${encodeStrictly(name)}=${encodeStrictly(value)}`).join('&')
  const join = (text: string) => {
    if (!text.includes('?')) return `${text}?${added}`
    return /[?&]$/.test(text) ? text + added : `${text}&${added}`
  }
  const { pathAndQuery, targetUri, shownUri } = target
  return {
    ...target,
    pathAndQuery: join(pathAndQuery),
    targetUri: join(targetUri),
    ...(shownUri === undefined ? {} : { shownUri: join(shownUri) }),
  }
}

/** Returns the parameter names of a query, decoded where possible. */
export function queryNames(pathAndQuery: string): ReadonlySet<string> {
  const start = pathAndQuery.indexOf('?')
  if (start < 0) return new Set()
  return new Set(
    pathAndQuery
      .slice(start + 1)
      .split('&')
      .map(pair => decoded(pair.replace(/=.*/s, ''))),
  )
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    return text
  }
}
