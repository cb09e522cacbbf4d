import { type DescMessage, encodeMessage, type FileRegistry } from '@parley/protobuf'
import type { Diagnostic } from '../graphql/language/diagnose-query.ts'

const name = /\{\{[^{}\n]*\}\}/g
/** A name outside of a string, which stands for a whole value. */
const nameAsValue = /("(?:[^"\\\n]|\\.)*"?)|\{\{[^{}\n]*\}\}/g

/**
 * Returns what is wrong with a message. What a `{{name}}` stands for is known only when it is sent, so nothing about it is
 * wrong.
 */
export function checkMessage(type: DescMessage, text: string, registry: FileRegistry): readonly Diagnostic[] {
  if (text.trim() === '') return []
  const masked = text.replace(nameAsValue, (found, string) => string ?? 'null'.padEnd(found.length))
  const encoded = encodeMessage(type, masked, registry)
  if (encoded.ok) return []
  const names = [...text.matchAll(name)].map(({ index, 0: found }) => [index, index + found.length] as const)
  return encoded.failure
    .filter(({ start, end }) => !names.some(([from, to]) => start < to && end > from))
    .map(({ start, end, message }) => ({ from: start, to: end, severity: 'error', message }))
}
