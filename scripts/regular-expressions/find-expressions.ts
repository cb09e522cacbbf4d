import { readFileSync } from 'node:fs'
import { parseSync } from 'rolldown/experimental'
import { productSources, repository } from '../language/product-sources.ts'

/** A regular expression of the product, and where it is. */
export interface FoundExpression {
  /** As in the source: `/source/flags`, or the call that makes it at run time. */
  readonly text: string
  /** Null if it is made at run time. */
  readonly literal: { readonly source: string; readonly flags: string } | null
  readonly file: string
}

/** Returns the regular expressions of all sources of the product, without those of tests. */
export function productExpressions(): readonly FoundExpression[] {
  return productSources().flatMap(file => expressionsIn(file, readFileSync(`${repository}${file}`, 'utf8')))
}

/** A formatted source without one of these has no regular expression, and need not be parsed. */
const hint = /[\s([{!>]\/(?![/*>])|RegExp/

/** @param file its extension says how the source is read */
export function expressionsIn(file: string, source: string): readonly FoundExpression[] {
  if (!hint.test(source)) return []
  const { program, errors } = parseSync(file, source)
  if (errors.length > 0) throw new Error(`${file}: ${errors[0]?.message}`)
  const found: FoundExpression[] = []
  const open: unknown[] = [program]
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (typeof node !== 'object' || node === null) continue
    if (isLiteral(node)) {
      const { pattern, flags } = node.regex
      found.push({ text: `/${pattern}/${flags}`, literal: { source: pattern, flags }, file })
    } else if (isCall(node)) {
      const text = source.slice(node.start, node.end).replace(/\s+/g, ' ')
      found.push({ text, literal: null, file })
    }
    for (const child of Object.values(node)) open.push(...(Array.isArray(child) ? child : [child]))
  }
  return found
}

interface Literal {
  readonly regex: { readonly pattern: string; readonly flags: string }
}

function isLiteral(node: object): node is Literal {
  return 'regex' in node && typeof node.regex === 'object' && node.regex !== null
}

/** Whether a node is `new RegExp(…)` or `RegExp(…)`. */
function isCall(node: object): node is { readonly start: number; readonly end: number } {
  if (!('type' in node) || (node.type !== 'NewExpression' && node.type !== 'CallExpression')) return false
  return (
    'callee' in node &&
    typeof node.callee === 'object' &&
    node.callee !== null &&
    'name' in node.callee &&
    node.callee.name === 'RegExp'
  )
}
