import { scriptString } from '@parley/model'
import type { ImportLog } from '../import-log.ts'
import { type JsonValue, textMember } from '../json-value.ts'

/**
 * Converts tests, which are data, to an equivalent script. All their texts become string literals, so that
 * none can become code.
 */
export function thunderScript(tests: readonly JsonValue[], log: ImportLog): string {
  return tests
    .map(test => {
      const line = lineOf(test)
      if (line === null) log.loss('TEST_NOT_TRANSLATED', JSON.stringify(test))
      return line ?? ''
    })
    .filter(line => line !== '')
    .join('\n')
}

function lineOf(test: JsonValue): string | null {
  const type = textMember(test, 'type')
  const custom = textMember(test, 'custom')
  const value = textMember(test, 'value')
  const action = textMember(test, 'action')
  if (type === 'set-env-var') {
    const name = /^\{\{([^{}]+)\}\}$/.exec(value)?.[1]?.trim()
    const read = readerOf(custom, exactNumbers)
    return name === undefined || read === null ? null : `tool.environment.set(${scriptString(name)}, ${read})`
  }
  const subject = subjectOf(type, custom, isNumber(value) && !isSafe(value) ? exactNumbers : '')
  const check = subject === null ? null : checkOf(subject, action, value)
  if (check === null) return null
  return `tool.test(${scriptString([type, custom, action, value].filter(one => one !== '').join(' '))}, () => ${check})`
}

function subjectOf(type: string, custom: string, reviver: string): string | null {
  switch (type) {
    case 'res-code':
      return 'tool.response.code'
    case 'res-time':
      return 'tool.response.responseTime'
    case 'res-body':
      return 'tool.response.text()'
    case 'content-type':
      return "tool.response.headers.get('content-type')"
    case 'header':
      return `tool.response.headers.get(${scriptString(custom)})`
    case 'json-query':
      return readerOf(custom, reviver)
  }
  return null
}

/** Keeps the digits of numbers that JavaScript could round. */
const exactNumbers = "(_, v, { source }) => (typeof v !== 'number' || Number.isSafeInteger(v) ? v : source)"

function isNumber(text: string): boolean {
  return /^-?\d+(?:\.\d+)?$/.test(text)
}

/** Returns whether no other number of this size is rounded to it. */
function isSafe(number: string): boolean {
  return Math.abs(Number(number)) <= Number.MAX_SAFE_INTEGER
}

/**
 * Returns the expression for `json.a.b[0]`, `header.name`, `text` or `responseTime` of the response.
 * @param reviver with which JSON is read
 */
function readerOf(query: string, reviver: string): string | null {
  const path = /^json((?:\.[\w$-]+|\[\d+\])*)$/.exec(query)?.[1]
  if (path !== undefined) {
    const steps = [...path.matchAll(/\.([\w$-]+)|\[(\d+)\]/g)].map(([, name, index]) =>
      name === undefined ? `[${index}]` : `[${scriptString(name)}]`,
    )
    return `tool.response.json(${reviver})${steps.join('')}`
  }
  const header = /^header\.(.+)$/.exec(query)?.[1]
  if (header !== undefined) return `tool.response.headers.get(${scriptString(header)})`
  if (query === 'text') return 'tool.response.text()'
  return query === 'responseTime' ? 'tool.response.responseTime' : null
}

function checkOf(subject: string, action: string, value: string): string | null {
  // A longer number would be rounded, and the test would say what it does not check.
  const isComparable = isNumber(value) && isSafe(value)
  const compared = `String(${subject})`
  switch (action.toLowerCase()) {
    case 'equal':
    case '=':
      return `tool.expect(${compared}).to.equal(${scriptString(value)})`
    case 'notequal':
    case '!=':
      return `tool.expect(${compared}).to.not.equal(${scriptString(value)})`
    case 'contains':
      return `tool.expect(${compared}).to.include(${scriptString(value)})`
    case '<':
      return isComparable ? `tool.expect(Number(${subject})).to.be.below(${value})` : null
    case '<=':
      return isComparable ? `tool.expect(Number(${subject})).to.be.most(${value})` : null
    case '>':
      return isComparable ? `tool.expect(Number(${subject})).to.be.above(${value})` : null
    case '>=':
      return isComparable ? `tool.expect(Number(${subject})).to.be.least(${value})` : null
  }
  return null
}
