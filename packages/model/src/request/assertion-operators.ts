/** The operators of assertions, as files name them, with the words in which they are shown and read. */
export const assertionOperators = {
  eq: { words: 'equals', takesValue: true },
  neq: { words: 'does not equal', takesValue: true },
  gt: { words: 'is greater than', takesValue: true },
  gte: { words: 'is at least', takesValue: true },
  lt: { words: 'is less than', takesValue: true },
  lte: { words: 'is at most', takesValue: true },
  in: { words: 'is one of', takesValue: true },
  notIn: { words: 'is not one of', takesValue: true },
  contains: { words: 'contains', takesValue: true },
  notContains: { words: 'does not contain', takesValue: true },
  length: { words: 'has length', takesValue: true },
  matches: { words: 'matches', takesValue: true },
  notMatches: { words: 'does not match', takesValue: true },
  startsWith: { words: 'starts with', takesValue: true },
  endsWith: { words: 'ends with', takesValue: true },
  between: { words: 'is between', takesValue: true },
  isEmpty: { words: 'is empty', takesValue: false },
  isNotEmpty: { words: 'is not empty', takesValue: false },
  isNull: { words: 'is null', takesValue: false },
  isUndefined: { words: 'is undefined', takesValue: false },
  isDefined: { words: 'is defined', takesValue: false },
  isTruthy: { words: 'is true', takesValue: false },
  isFalsy: { words: 'is false', takesValue: false },
  isJson: { words: 'is a JSON object', takesValue: false },
  isNumber: { words: 'is a number', takesValue: false },
  isString: { words: 'is a string', takesValue: false },
  isBoolean: { words: 'is a boolean', takesValue: false },
  isArray: { words: 'is an array', takesValue: false },
} as const satisfies Readonly<Record<string, { readonly words: string; readonly takesValue: boolean }>>

export type AssertionOperator = keyof typeof assertionOperators

/** Returns whether Parley knows an operator; files may name any. */
export function isAssertionOperator(name: string): name is AssertionOperator {
  return Object.hasOwn(assertionOperators, name)
}
