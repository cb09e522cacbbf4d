import type { ReviverContext } from '@parley/model'
import type { ResponseView as ResponseData } from '../../shared/script-view.ts'
import { callHost } from '../host.ts'
import { assertionsOf } from './assertions.ts'
import { HeaderView } from './header-view.ts'
import { NotingObject } from './note-missing.ts'
import { reasonOf, statusOf } from './read-status.ts'
import { markResponse } from './response-subject.ts'
import { view } from './run-state.ts'

/** The host's id for the body of the response under test. */
const mainBody = 0

let mainText: string | null = null

/** Returns the body as text, fetched from the host on first use. */
export function responseText(): string {
  mainText ??= bodyText(mainBody)
  return mainText
}

export function bodyText(id: number): string {
  return callHost('body', id)
}

let readJson = (json: string): unknown => JSON.parse(json)

/** Reads JSON of responses by another function from now on. */
export function readJsonBy(reader: typeof readJson): void {
  readJson = reader
}

/** @throws SyntaxError if the text is not JSON */
export function parseJson(text: string, reviver?: unknown): unknown {
  const json = text.startsWith('\uFEFF') ? text.slice(1) : text
  return typeof reviver === 'function'
    ? JSON.parse(json, (key, value, context?: ReviverContext) => reviver(key, value, context))
    : readJson(json)
}

/** The members that `tool.response` and `pm.response` share (behaviour 4.6); `status` differs between them. */
class ScriptResponse extends NotingObject {
  declare readonly code: number
  declare readonly status: number | string
  readonly responseTime: number
  readonly responseSize: number
  readonly headers: HeaderView
  readonly #data: ResponseData

  constructor(owner: 'tool' | 'pm', data: ResponseData) {
    super(`${owner}.response`)
    this.#data = data
    const code = () => statusOf(data)
    Object.defineProperties(this, {
      code: { get: code, enumerable: true },
      status: { get: owner === 'tool' ? code : () => reasonOf(data), enumerable: true },
    })
    this.responseTime = data.elapsedMs
    this.responseSize = data.sizeBytes
    this.headers = new HeaderView(`${owner}.response.headers`, data.headers)
    markResponse(this)
  }

  /** @throws SyntaxError if the body is not JSON */
  json(reviver?: unknown): unknown {
    return parseJson(responseText(), reviver)
  }

  text(): string {
    return responseText()
  }

  reason(): string {
    return reasonOf(this.#data)
  }

  /** Returns the start of the assertions: `to.be.ok()`, `to.have.status(200)`, `to.not…` (behaviour 4.4). */
  get to(): unknown {
    return assertionsOf(this)
  }
}

/** Returns the response; null before the send (behaviour 4.6). */
export function scriptResponse(owner: 'tool' | 'pm'): ScriptResponse | null {
  const { response } = view()
  return response === null ? null : new ScriptResponse(owner, response)
}
