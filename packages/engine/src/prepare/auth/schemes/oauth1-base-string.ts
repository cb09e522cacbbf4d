import { encodeStrictly } from '../../../basics/encode-strictly.ts'
import { hostField } from '../../message/parse-target.ts'
import type { RequestMessage } from '../../rendered-request.ts'

/** A decoded parameter. */
export type Pair = readonly [name: string, value: string]

/**
 * Returns the text to sign (RFC 5849 §3.4.1): method, URL and all parameters, including those of the query.
 */
export function baseString({ method, target }: RequestMessage, parameters: readonly Pair[]): string {
  const [path = '', query = ''] = target.pathAndQuery.split(/\?(.*)/s)
  const address = `${target.scheme}://${hostField(target).toLowerCase()}${path}`
  const encoded = [...formPairs(query), ...parameters].map(
    ([name, value]) => [encodeStrictly(name), encodeStrictly(value)] as const,
  )
  const sorted = encoded.sort(([a, x], [b, y]) => compare(a, b) || compare(x, y))
  const normalized = sorted.map(([name, value]) => `${name}=${value}`).join('&')
  return [method.toUpperCase(), address, normalized].map(encodeStrictly).join('&')
}

/** Returns the decoded pairs of a query or a form; `+` stands for a space (WHATWG URL §5.1). */
export function formPairs(text: string): readonly Pair[] {
  return text
    .split('&')
    .filter(pair => pair !== '')
    .map(pair => {
      const [, name = '', value = ''] = /^([^=]*)=?(.*)$/s.exec(pair) ?? []
      return [decoded(name), decoded(value)] as const
    })
}

function decoded(text: string): string {
  const spaced = text.replaceAll('+', ' ')
  try {
    return decodeURIComponent(spaced)
  } catch {
    return spaced
  }
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
