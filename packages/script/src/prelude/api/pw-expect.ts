import { messageOf } from '../core/describe-error.ts'
import { addCheck, type Check, type Checks, noChecks, registerTest } from '../core/test-registry.ts'

/** The checks of the running test; null outside of a test. */
let running: Checks | null = null

/**
 * Runs a test of `pw`: its checks never throw, so that all of them run and are listed (behaviour, Failing test).
 */
export function pwTest(name: unknown, run: unknown): void {
  const settle = registerTest(name)
  const outer = running
  const checks = noChecks()
  running = checks
  try {
    if (typeof run !== 'function') throw new TypeError('A test needs a function')
    run()
  } catch (error) {
    addCheck(checks, { outcome: 'error', message: messageOf(error) })
  } finally {
    running = outer
  }
  settle(checks.reason, checks)
}

/** Records a check; outside of a test it is a separate result. */
function note(check: Check): void {
  const checks = running ?? noChecks()
  addCheck(checks, check)
  if (running === null) registerTest(check.message)(checks.reason, checks)
}

/** Implements `pw.expect(value)`: each call adds its own pass, fail or error line (behaviour, Failing test). */
export function pwExpect(value: unknown) {
  return { ...checksOf(value, false), not: checksOf(value, true) }
}

function checksOf(value: unknown, isNegated: boolean) {
  const not = isNegated ? ' not' : ''
  const check = (holds: boolean, message: string) =>
    note({ outcome: holds === isNegated ? 'failed' : 'passed', message })
  const refuse = (message: string) => note({ outcome: 'error', message })
  const level = (digit: number) => () => {
    if (Number.isNaN(Number(value)) || value === '' || value === null)
      return refuse(`Expected ${digit}00-level status but could not parse value '${shown(value)}'`)
    const code = Number(value)
    check(
      code >= digit * 100 && code < digit * 100 + 100,
      `Expected '${code}' to${not} be ${digit}00-level status`,
    )
  }
  return {
    toBe: (expected: unknown) =>
      check(value === expected, `Expected '${shown(value)}' to${not} be '${shown(expected)}'`),
    toBeLevel2xx: level(2),
    toBeLevel3xx: level(3),
    toBeLevel4xx: level(4),
    toBeLevel5xx: level(5),
    toBeType: (type: unknown) =>
      typeNames.has(type)
        ? check(typeof value === type, `Expected '${shown(value)}' to${not} be type '${shown(type)}'`)
        : refuse(`Argument for toBeType should be one of ${[...typeNames].join(', ')}`),
    toHaveLength: (length: unknown) => {
      if (!isSequence(value)) return refuse('Expected toHaveLength to be called for an array or string')
      if (typeof length !== 'number' || Number.isNaN(length))
        return refuse('Argument for toHaveLength should be a number')
      check(value.length === length, `Expected length to${not} be '${length}', it is '${value.length}'`)
    },
    toInclude: (needle: unknown) => {
      if (!isSequence(value)) return refuse('Expected toInclude to be called for an array or string')
      if (needle === undefined || needle === null)
        return refuse(`Argument for toInclude should not be ${String(needle)}`)
      const holds = typeof value === 'string' ? value.includes(String(needle)) : value.includes(needle)
      check(holds, `Expected ${shown(value)} to${not} include ${shown(needle)}`)
    },
  }
}

const typeNames: ReadonlySet<unknown> = new Set([
  'string',
  'boolean',
  'number',
  'object',
  'undefined',
  'bigint',
  'symbol',
  'function',
])

function isSequence(value: unknown): value is string | readonly unknown[] {
  return typeof value === 'string' || Array.isArray(value)
}

function shown(value: unknown): string {
  try {
    return typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value)
  } catch {
    return '[object]'
  }
}
