import type { AssertionOperator } from '@parley/model'
import { AssertionError } from 'chai'
import { scriptExpect as expect } from '../core/assertions.ts'

/** @throws AssertionError if the comparison does not hold, and an Error for an unknown operator */
export function checkOperator(operator: string, actual: unknown, expected: unknown): void {
  if (!Object.hasOwn(checks, operator)) throw new Error(`The operator ${operator} is unknown`)
  checks[operator as AssertionOperator](actual, expected)
}

type Check = (actual: unknown, expected: unknown) => void

/** What each operator checks, as Bruno does. */
const checks: Readonly<Record<AssertionOperator, Check>> = {
  eq: (actual, expected) => expect(actual).to.equal(expected),
  neq: (actual, expected) => expect(actual).to.not.equal(expected),
  gt: (actual, expected) => expect(actual).to.be.above(numberOf(expected)),
  gte: (actual, expected) => expect(actual).to.be.least(numberOf(expected)),
  lt: (actual, expected) => expect(actual).to.be.below(numberOf(expected)),
  lte: (actual, expected) => expect(actual).to.be.most(numberOf(expected)),
  in: (actual, expected) => expect(actual).to.be.oneOf(listOf(expected)),
  notIn: (actual, expected) => expect(actual).to.not.be.oneOf(listOf(expected)),
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
    expect(actual).to.be.within(numberOf(from), numberOf(to))
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

function numberOf(expected: unknown): number {
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
