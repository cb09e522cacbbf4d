import { createHash, createHmac, randomBytes } from 'node:crypto'
import type { TestCheck } from '@parley/model'
import { errorMessageCharacters, scriptLimits } from '../shared/script-limits.ts'
import { urlParts } from '../shared/url-parts.ts'
import { type CipherCall, cipherNames, cipherOperation } from './cipher-operation.ts'
import { intlOperation } from './intl-operation.ts'
import { RefusedCall, type RunLedger, StoppingCall, type TestFailure } from './run-ledger.ts'
import type { HostAnswer } from './sandbox-vm.ts'
import { changeUrl, readUrl } from './url-operation.ts'
import type { RequestedSend, ScriptFault } from './worker-protocol.ts'

/** The effects of operations, apart from changes of the ledger. */
export interface OperationEffects {
  send(id: number, request: RequestedSend): void
  /** @param isUnwaited - whether it does not keep the script running */
  startTimer(id: number, delayMs: number, isUnwaited: boolean): void
  stopTimer(id: number): void
  body(id: number): HostAnswer
  fail(fault: ScriptFault): void
  /** Ends the script permanently. */
  stop(fault: ScriptFault): void
  /** Ends the script because its request must not be sent. */
  skip(): void
  /** Returns whether the script was stopped, so that all further calls are refused. */
  isStopped(): boolean
}

/** A script reads another `href` as a URL of its own. */
const settableParts = urlParts.filter(part => part !== 'href')

const nothing: HostAnswer = { kind: 'nothing' }

/**
 * All host operations of scripts. Each value is checked, because the text may come from anywhere in a script.
 */
export class HostOperations {
  readonly #ledger: RunLedger
  readonly #effects: OperationEffects
  #fault = ''

  constructor(ledger: RunLedger, effects: OperationEffects) {
    this.#ledger = ledger
    this.#effects = effects
  }

  answer(operation: string, json: string): HostAnswer {
    if (operation === 'fault') return { kind: 'text', text: this.#fault }
    if (this.#effects.isStopped()) return { kind: 'refused' }
    try {
      return this.#perform(operation, new CallValues(json, longestCall(operation)))
    } catch (error) {
      if (!(error instanceof RefusedCall)) throw error
      this.#fault = error.message
      if (error instanceof StoppingCall)
        this.#effects.stop({ message: error.message, line: null, column: null })
      return { kind: 'refused' }
    }
  }

  #perform(operation: string, values: CallValues): HostAnswer {
    switch (operation) {
      case 'set-variable':
        this.#ledger.addChange({
          scope: values.oneOf(['send', 'session']),
          name: values.text(),
          text: values.text(),
          json: values.textOrNull(),
        })
        return nothing
      case 'unset-variable':
        this.#ledger.addChange({
          scope: values.oneOf(['send', 'session']),
          name: values.text(),
          text: null,
          json: null,
        })
        return nothing
      case 'test':
        this.#ledger.addTest(values.whole(), values.text(), testFailureOf(values), checksOf(values))
        return nothing
      case 'console':
        this.#ledger.addConsoleLine({ level: values.text().slice(0, 10), text: values.text() })
        return nothing
      case 'set-header':
        this.#ledger.addEdit({ kind: 'setHeader', name: values.text(), value: values.text() })
        return nothing
      case 'delete-header':
        this.#ledger.addEdit({ kind: 'deleteHeader', name: values.text() })
        return nothing
      case 'set-method':
        this.#ledger.addEdit({ kind: 'method', method: values.text() })
        return nothing
      case 'set-body':
        this.#ledger.addEdit({ kind: 'content', text: values.text(), mediaType: values.textOrNull() })
        return nothing
      case 'set-response-body':
        this.#ledger.setResponseBody({ text: values.text(), json: values.textOrNull() })
        return nothing
      case 'set-url':
        this.#ledger.setUrl(values.text())
        return nothing
      case 'note': {
        const { message, line, column } = faultOf(values)
        this.#ledger.addNote({ member: message, text: values.text(), line }, column)
        return nothing
      }
      case 'status-read':
        this.#ledger.isStatusRead = true
        return nothing
      case 'next-request':
        this.#ledger.addOrderChange({ kind: 'next', requestName: values.textOrNull() })
        return nothing
      case 'skip-in-run':
        this.#ledger.addOrderChange({ kind: 'skip' })
        return nothing
      case 'skip-request':
        this.#effects.skip()
        return nothing
      case 'stop-run':
        this.#ledger.addOrderChange({ kind: 'stop' })
        return nothing
      case 'send':
        this.#effects.send(values.whole(), {
          method: values.text(),
          url: values.text(),
          content: values.textOrNull(),
          mediaType: values.textOrNull(),
          headers: fieldsOf(values),
        })
        return nothing
      case 'timer':
        this.#effects.startTimer(values.whole(), values.number(), values.hasMore && values.whole() === 1)
        return nothing
      case 'stop-timer':
        this.#effects.stopTimer(values.whole())
        return nothing
      case 'body':
        return this.#effects.body(values.whole())
      case 'stop':
        this.#effects.stop(faultOf(values))
        return nothing
      case 'error':
        this.#effects.fail(faultOf(values))
        return nothing
    }
    return computed(operation, values)
  }
}

function longestCall(operation: string): number {
  return ['set-body', 'set-response-body', 'send'].includes(operation)
    ? scriptLimits.bodyCallCharacters
    : scriptLimits.callCharacters
}

/** Performs operations that need the host's randomness, hashing, or knowledge of languages and URLs. */
function computed(operation: string, values: CallValues): HostAnswer {
  const hash = () => values.oneOf(['MD5', 'SHA-1', 'SHA-256', 'SHA-384', 'SHA-512']).replace('-', '')
  const bytes = () => Buffer.from(values.text(), 'base64')
  switch (operation) {
    case 'random':
      return { kind: 'text', text: randomBytes(Math.min(values.whole(), 65_536)).toString('base64') }
    case 'digest':
      return { kind: 'text', text: createHash(hash()).update(bytes()).digest('base64') }
    case 'intl':
      return { kind: 'text', text: intlOperation(values.text()) }
    case 'read-url':
      return { kind: 'text', text: readUrl(urlText(values.text()), urlText(values.textOrNull())) }
    case 'change-url':
      return {
        kind: 'text',
        text: changeUrl(urlText(values.text()), values.oneOf(settableParts), urlText(values.text())),
      }
    case 'cipher':
      return { kind: 'text', text: cipherOperation(cipherCallOf(values)) }
    case 'hmac':
      return { kind: 'text', text: createHmac(hash(), bytes()).update(bytes()).digest('base64') }
  }
  throw new RefusedCall('There is no such call')
}

/** Percent-encoded, and once as a whole and once in parts, a URL has up to eighteen times as many characters. */
function urlText<Text extends string | null>(text: Text): Text {
  if (text !== null && text.length > 1_000_000)
    throw new RefusedCall('A URL can have at most 1,000,000 characters')
  return text
}

function cipherCallOf(values: CallValues): CipherCall {
  const bytes = () => Buffer.from(values.text(), 'base64')
  return {
    direction: values.oneOf(['encrypt', 'decrypt']),
    cipher: values.oneOf(cipherNames),
    key: bytes(),
    iv: bytes(),
    additionalData: bytes(),
    data: bytes(),
  }
}

function checksOf(values: CallValues): readonly TestCheck[] {
  const checks: TestCheck[] = []
  while (values.hasMore && checks.length < scriptLimits.checksOfTest)
    checks.push({
      outcome: values.oneOf(['passed', 'failed', 'error']),
      message: values.text().slice(0, scriptLimits.testReasonCharacters),
    })
  return checks
}

function fieldsOf(values: CallValues): RequestedSend['headers'] {
  const fields: { name: string; value: string }[] = []
  while (values.hasMore) fields.push({ name: values.text(), value: values.text() })
  return fields
}

function faultOf(values: CallValues): ScriptFault {
  const message = values.text().slice(0, errorMessageCharacters)
  return { message, line: positionOf(values), column: positionOf(values) }
}

/** Returns a line or column; null if the script does not know it. */
function positionOf(values: CallValues): number | null {
  const at = values.whole()
  return at === 0 ? null : at
}

function testFailureOf(values: CallValues): TestFailure {
  const reason = values.textOrNull()
  const [line, column] = [positionOf(values), positionOf(values)]
  return { reason, thrownAt: line === null || column === null ? null : { line, column } }
}

/** The values of a call, read one by one; each must have the expected type. */
class CallValues {
  readonly #values: readonly unknown[]
  #next = 0

  constructor(json: string, maxCharacters: number) {
    if (json.length > maxCharacters) throw new RefusedCall('A script can pass on at most 6 MB at a time')
    this.#values = parseList(json)
  }

  get hasMore(): boolean {
    return this.#next < this.#values.length
  }

  text(): string {
    const value = this.#take()
    if (typeof value !== 'string') throw new RefusedCall('A text is expected')
    return value
  }

  textOrNull(): string | null {
    const value = this.#take()
    if (value !== null && typeof value !== 'string') throw new RefusedCall('A text is expected')
    return value
  }

  number(): number {
    const value = this.#take()
    if (typeof value !== 'number' || !Number.isFinite(value)) throw new RefusedCall('A number is expected')
    return value
  }

  whole(): number {
    const value = this.number()
    if (!Number.isSafeInteger(value) || value < 0) throw new RefusedCall('A whole number is expected')
    return value
  }

  oneOf<Word extends string>(words: readonly Word[]): Word {
    const value = this.#take()
    const word = words.find(one => one === value)
    if (word === undefined) throw new RefusedCall(`One of ${words.join(', ')} is expected`)
    return word
  }

  #take(): unknown {
    const value = this.#values[this.#next]
    this.#next += 1
    return value
  }
}

function parseList(json: string): readonly unknown[] {
  try {
    const parsed: unknown = JSON.parse(json)
    if (Array.isArray(parsed)) return parsed
  } catch {
    // Refused below, like all other values that are not lists.
  }
  throw new RefusedCall('A list of values is expected')
}
