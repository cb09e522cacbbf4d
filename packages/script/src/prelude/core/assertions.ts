import { Assertion, config, expect, util } from 'chai'
import { memberAtPath } from './member-path.ts'
import { isScriptResponse, type ResponseSubject } from './response-subject.ts'

/** chai's `expect`, which {@link installAssertions} extends according to behaviour 4.4 and 4.7. */
export const scriptExpect = expect

/** Assertions that a script may write with or without a call: `to.be.ok` and `to.be.ok()`. */
const states = ['ok', 'true', 'false', 'null', 'undefined', 'exist', 'empty', 'NaN'] as const

/** The status codes of `response.to.be…`, from and to inclusive. */
const statuses: Readonly<Record<string, readonly [from: number, to: number]>> = {
  info: [100, 199],
  success: [200, 299],
  redirection: [300, 399],
  clientError: [400, 499],
  serverError: [500, 599],
  error: [400, 599],
  accepted: [202, 202],
  badRequest: [400, 400],
  unauthorized: [401, 401],
  forbidden: [403, 403],
  notFound: [404, 404],
  rateLimited: [429, 429],
}

/** The `this` of an assertion in chai. */
interface Subject {
  readonly _obj: unknown
  assert(holds: boolean, message: string, negated: string, expected?: unknown, actual?: unknown): void
}

/** Returns the start of a response's assertions. */
export function assertionsOf(response: ResponseSubject): unknown {
  return expect(response).to
}

/** How much of a value a failed assertion shows; chai's default of 40 would hide the differing member. */
const shownCharacters = 400

export function installAssertions(): void {
  config.truncateThreshold = shownCharacters
  for (const state of states) makeCallable(state)
  for (const [word, [from, to]] of Object.entries(statuses))
    defineState(word, subject => assertRange(subject, word, from, to))
  defineState('json', subject => assertJson(subject))
  defineState('withBody', subject =>
    subject.assert(responseOf(subject).text() !== '', 'expected a body', 'expected no body'),
  )
  defineMethod('status', assertStatus)
  defineMethod('header', assertHeader)
  defineMethod('body', assertBody)
  defineMethod('jsonBody', assertJsonBody)
  defineMethod('jsonSchema', () => {
    throw new Error('jsonSchema is not supported')
  })
  refuseUnknownMembers()
}

/**
 * Lets one proxy behind all assertions refuse members that chai does not have. chai makes one for each word of an assertion,
 * which takes half of its time.
 */
function refuseUnknownMembers(): void {
  const refusing = new Proxy(Object.prototype, {
    get(target, key, assertion) {
      if (typeof key === 'symbol' || key in target || config.proxyExcludedKeys.includes(key))
        return Reflect.get(target, key, assertion)
      config.useProxy = true
      try {
        return Reflect.get(util.proxify(assertion, ''), key)
      } finally {
        config.useProxy = false
      }
    },
  })
  Object.setPrototypeOf(Assertion.prototype, refusing)
  config.useProxy = false
}

/** Makes an assertion callable. chai checks it as soon as it is read, so the call does nothing more. */
function makeCallable(name: (typeof states)[number]): void {
  const assertState = Object.getOwnPropertyDescriptor(Assertion.prototype, name)?.get
  if (assertState === undefined) throw new Error(`chai has no ${name}`)
  defineState(name, subject => {
    if (name === 'ok' && isScriptResponse(subject._obj)) assertRange(subject, 'ok', 200, 299)
    else assertState.call(subject)
  })
}

function defineState(name: string, assertState: (subject: Subject) => void): void {
  util.addChainableMethod(Assertion.prototype, name, () => {}, function (this: Subject) {
    assertState(this)
  } as () => void)
}

function defineMethod(name: string, check: (subject: Subject, ...given: readonly unknown[]) => void): void {
  util.addMethod(Assertion.prototype, name, function (this: Subject, ...given: readonly unknown[]) {
    check(this, ...given)
  })
}

function responseOf({ _obj }: Subject): ResponseSubject {
  if (!isScriptResponse(_obj)) throw new Error('This assertion needs a response')
  return _obj
}

function assertRange(subject: Subject, word: string, from: number, to: number): void {
  const { code } = responseOf(subject)
  const is = `expected the response to be ${word}, its status is ${code}`
  subject.assert(code >= from && code <= to, is, is.replace('to be', 'not to be'))
}

/** Asserts the status by number or by reason phrase. */
function assertStatus(subject: Subject, wanted: unknown): void {
  const response = responseOf(subject)
  const actual = typeof wanted === 'string' && !/^\d+$/.test(wanted) ? response.reason() : response.code
  subject.assert(
    String(actual) === String(wanted),
    `expected the response to have status ${String(wanted)} but got ${actual}`,
    `expected the response not to have status ${String(wanted)}`,
    wanted,
    actual,
  )
}

function assertHeader(subject: Subject, name: unknown, ...value: readonly unknown[]): void {
  const actual = responseOf(subject).headers.get(name)
  const isThere = actual !== null
  if (value.length === 0) {
    const what = `the response to have a header ${String(name)}`
    subject.assert(
      isThere,
      `expected ${what}`,
      `expected ${what.replace('to have', 'to have no').replace(' a ', ' ')}`,
    )
    return
  }
  const what = `have the header ${String(name)} with ${String(value[0])}`
  subject.assert(
    isThere && actual === String(value[0]),
    `expected the response to ${what} but got ${String(actual)}`,
    `expected the response not to ${what}`,
  )
}

function assertBody(subject: Subject, ...wanted: readonly unknown[]): void {
  const text = responseOf(subject).text()
  const [first] = wanted
  if (wanted.length === 0) subject.assert(text !== '', 'expected a body', 'expected no body')
  else if (first instanceof RegExp)
    subject.assert(
      first.test(text),
      `expected the body to match ${first}`,
      `expected the body not to match ${first}`,
    )
  else if (typeof first === 'object' && first !== null) assertJsonBody(subject, first)
  else
    subject.assert(
      text === String(first),
      'expected the body to be the given text',
      'expected a different body',
    )
}

function assertJson(subject: Subject): void {
  subject.assert(jsonOf(subject).isJson, 'expected a JSON body', 'expected a body that is not JSON')
}

/**
 * Asserts the body: without arguments, that it is JSON; with a path (and a value), that the member exists
 * (with this value); with any other value, that it equals the value.
 */
function assertJsonBody(subject: Subject, ...wanted: readonly unknown[]): void {
  const [first] = wanted
  if (wanted.length === 0) assertJson(subject)
  else if (typeof first === 'string' || typeof first === 'number')
    assertJsonMember(subject, first, wanted.slice(1))
  else {
    const { isJson, value } = jsonOf(subject)
    const message = 'expected the JSON body to equal the given value'
    subject.assert(isJson && util.eql(value, first), message, 'expected a different JSON body', first, value)
  }
}

function assertJsonMember(subject: Subject, path: string | number, wanted: readonly unknown[]): void {
  const { isJson, value } = jsonOf(subject)
  const found = memberAtPath(value, path)
  const holds = wanted.length === 0 || util.eql(found.value, wanted[0])
  const what = `the JSON body to have ${path}${wanted.length === 0 ? '' : ` as given, it is ${JSON.stringify(found.value)}`}`
  subject.assert(isJson && found.isThere && holds, `expected ${what}`, `did not expect ${what}`)
}

/**
 * Returns the JSON of a response, or of a body from `res.body`, in which a text means that it is not JSON.
 */
function jsonOf(subject: Subject): { readonly isJson: boolean; readonly value: unknown } {
  const { _obj: value } = subject
  if (!isScriptResponse(value)) return { isJson: value !== undefined && typeof value !== 'string', value }
  try {
    return { isJson: true, value: responseOf(subject).json() }
  } catch (error) {
    if (error instanceof SyntaxError) return { isJson: false, value: undefined }
    throw error
  }
}
