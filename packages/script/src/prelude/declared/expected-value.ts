import { compareNumbers } from '@parley/model'
import { evaluateExpression } from './evaluate-expression.ts'
import { exactNumberOf } from './exact-number.ts'

const words: ReadonlyMap<string, unknown> = new Map<string, unknown>([
  ['true', true],
  ['false', false],
  ['null', null],
  ['undefined', undefined],
])

/** Returns the value that an operator compares with, by Bruno's rules: lists as `a, b` or `[a, b]`, `/x/` or `x`. */
export function expectedValue(operator: string, text: string): unknown {
  switch (operator) {
    case 'in':
    case 'notIn':
      return listed(/^\[.*\]$/s.test(text) ? text.slice(1, -1) : text)
    case 'between':
      return listed(text)
    case 'matches':
    case 'notMatches':
      return new RegExp(/^\/.*\/$/s.test(text) ? text.slice(1, -1) : text)
  }
  return literal(text)
}

function listed(text: string): readonly unknown[] {
  return text.split(',').map(literal)
}

/** Returns a number, a word of JSON, or a text, with or without quotes; `${}` and escapes such as `\n` are filled in. */
function literal(typed: string): unknown {
  const text = typed.trim()
  if (text === '') return typed
  if (words.has(text)) return words.get(text)
  const quoted = /^(["'])(.*)\1$/s.exec(text)?.[2]
  if (quoted !== undefined) return quoted
  const number = Number(text)
  if (!Number.isNaN(number)) return isNumberText(text) ? exactNumberOf(text) : number
  if (text.includes('${')) return evaluateExpression(`\`${text}\``)
  return text.replace(/\\([nrt\\])/g, (_whole, letter: string) => escapes[letter] ?? letter)
}

function isNumberText(text: string): boolean {
  return !Number.isNaN(compareNumbers(text, '0'))
}

const escapes: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t' }
