import type { AssertionOperator } from '@parley/model'
import { AssertionError } from 'chai'
import { scriptExpect as expect } from '../core/assertions.ts'
import { compareExactly, ExactNumber } from './exact-number.ts'

/** @throws AssertionError if the comparison does not hold, and an Error for an unknown operator */
export function checkOperator(operator: string, actual: unknown, expected: unknown): void {
  if (!Object.hasOwn(checks, operator)) throw new Error(`The operator ${operator} is unknown`)
  checks[operator as AssertionOperator](actual, expected)
}

type Check = (actual: unknown, expected: unknown) => void

/** What each operator checks, as Bruno does. */
const checks: Readonly<Record<AssertionOperator, Check>> = {
  eq: (actual, expected) =>
    expectOrder(actual, 'equal', expected, isEqual) ?? expect(actual).to.equal(expected),
  neq: (actual, expected) =>
    expectOrder(actual, 'not equal', expected, order => !isEqual(order)) ??
    expect(actual).to.not.equal(expected),
  gt: (actual, expected) =>
    expectOrder(actual, 'be above', expected, order => order > 0) ??
    expect(actual).to.be.above(numberOf(expected)),
  gte: (actual, expected) =>
    expectOrder(actual, 'be at least', expected, order => order >= 0) ??
    expect(actual).to.be.least(numberOf(expected)),
  lt: (actual, expected) =>
    expectOrder(actual, 'be below', expected, order => order < 0) ??
    expect(actual).to.be.below(numberOf(expected)),
  lte: (actual, expected) =>
    expectOrder(actual, 'be at most', expected, order => order <= 0) ??
    expect(actual).to.be.most(numberOf(expected)),
  in: (actual, expected) => expectOneOf(actual, listOf(expected), true),
  notIn: (actual, expected) => expectOneOf(actual, listOf(expected), false),
  contains: (actual, expected) => expect(actual).to.include(expected),
  notContains: (actual, expected) => expect(actual).to.not.include(expected),
  length: (actual, expected) => expect(actual).to.have.lengthOf(numberOf(expected)),
  matches: (actual, expected) => expectMatch(actual, expected, true),
  notMatches: (actual, expected) => expectMatch(actual, expected, false),
  startsWith: (actual, expected) =>
    expectPart(actual, 'start with', expected, text => text.startsWith(String(expected))),
  endsWith: (actual, expected) =>
    expectPart(actual, 'end with', expected, text => text.endsWith(String(expected))),
  between: (actual, expected) => {
    const [from, to] = listOf(expected)
    checks.gte(actual, from)
    checks.lte(actual, to)
  },
  isEmpty: actual => expect(actual).to.be.empty,
  isNotEmpty: actual => expect(actual).to.not.be.empty,
  isNull: actual => expect(actual).to.be.null,
  isUndefined: actual => expect(actual).to.be.undefined,
  isDefined: actual => expect(actual).to.not.be.undefined,
  isTruthy: actual => expect(actual).to.be.true,
  isFalsy: actual => expect(actual).to.be.false,
  isJson: actual => expect(actual).to.be.an('object'),
  isNumber: actual => expect(actual).to.be.a('number'),
  isString: actual => expect(actual).to.be.a('string'),
  isBoolean: actual => expect(actual).to.be.a('boolean'),
  isArray: actual => expect(actual).to.be.an('array'),
}

const isEqual = (order: number) => order === 0

/** Checks values of which one is a number that JavaScript would round; null for others, which chai compares. */
function expectOrder(
  actual: unknown,
  words: string,
  expected: unknown,
  holds: (order: number) => boolean,
): true | null {
  const order = compareExactly(actual, expected)
  if (order === null) return null
  if (holds(order)) return true
  throw new AssertionError(`expected ${shown(actual)} to ${words} ${shown(expected)}`)
}

function expectOneOf(actual: unknown, list: readonly unknown[], isIn: boolean): void {
  const isExact = list.some(one => isEqual(compareExactly(actual, one) ?? Number.NaN))
  if (isExact === isIn && isExact) return
  if (isExact) throw new AssertionError(`expected ${shown(actual)} to not be one of ${list.map(shown)}`)
  if (isIn) expect(actual).to.be.oneOf(list)
  else expect(actual).to.not.be.oneOf(list)
}

function numberOf(expected: unknown): number {
  if (expected instanceof ExactNumber) return Number(expected)
  if (typeof expected !== 'number') throw new Error(`A number is expected, not “${String(expected)}”`)
  return expected
}

function listOf(expected: unknown): readonly unknown[] {
  return Array.isArray(expected) ? expected : [expected]
}

function expectMatch(actual: unknown, expected: unknown, holds: boolean): void {
  const matches = actual !== undefined && expected instanceof RegExp && expected.test(String(actual))
  if (matches !== holds)
    throw new AssertionError(`expected ${shown(actual)} ${holds ? '' : 'not '}to match ${String(expected)}`)
}

function expectPart(
  actual: unknown,
  words: string,
  expected: unknown,
  holds: (text: string) => boolean,
): void {
  if (typeof actual !== 'string' || !holds(actual))
    throw new AssertionError(`expected ${shown(actual)} to ${words} ${shown(expected)}`)
}

function shown(value: unknown): string {
  return (JSON.stringify(value) ?? String(value)).slice(0, 400)
}
