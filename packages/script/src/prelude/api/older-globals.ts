import type { ResponseView, ScriptView } from '../../shared/script-view.ts'
import { HeaderView, lowerCaseHeaders, plainObject } from '../core/header-view.ts'
import { lazyGlobal } from '../core/lazy-global.ts'
import { noteMissing } from '../core/note-missing.ts'
import { ownKeys } from '../core/own-built-ins.ts'
import { statusOf } from '../core/read-status.ts'
import { responseText } from '../core/response-view.ts'
import { iterationValues, runOrder } from '../core/run-order.ts'
import { view } from '../core/run-state.ts'
import { registerTest } from '../core/test-registry.ts'
import {
  allVariables,
  clearVariables,
  readVariable,
  removeVariable,
  writeVariable,
} from '../core/variable-store.ts'
import { ScriptRequest } from '../request/request-view.ts'

const tests: Record<string, unknown> = {}

/** Reports the tests set by `tests["name"] = bool`, after the script has ended. */
export function reportOlderTests(): void {
  const names = ownKeys(tests)
  // Not by an iterator, which a script could replace.
  for (let at = 0; at < names.length; at += 1) {
    const name = names[at] ?? ''
    registerTest(name)(tests[name] ? null : `tests["${name}"] is not true`)
  }
}

const fixed = (value: unknown): PropertyDescriptor => ({ value, writable: true, configurable: true })

/** Creates the globals older than `pm` that every script has (behaviour, Older Postman globals). */
export function olderGlobals(): PropertyDescriptorMap {
  return {
    tests: fixed(tests),
    postman: lazyGlobal('postman', postman),
    environment: assignable('environment', () => withName(allVariables('session'))),
    globals: assignable('globals', () => allVariables('session')),
    data: assignable('data', () => plainObject([...iterationValues()])),
    request: assignable('request', olderRequest),
  }
}

/** Creates those whose values differ from script to script. */
export function olderGlobalsOf({ iteration, response }: ScriptView): PropertyDescriptorMap {
  return {
    iteration: fixed(iteration.index),
    ...(response === null ? {} : { responseTime: fixed(response.elapsedMs) }),
  }
}

/** Creates those that only a script after the response has. */
export function olderGlobalsOfResponse(): PropertyDescriptorMap {
  return {
    responseBody: assignable('responseBody', responseText),
    responseCode: assignable('responseCode', () => {
      const { reasonPhrase } = response()
      return { code: statusOf(response()), name: reasonPhrase, detail: reasonPhrase }
    }),
    responseHeaders: lazyGlobal('responseHeaders', () => {
      const received = response().headers
      const headers = new HeaderView('responseHeaders', received)
      return plainObject(received.map(({ name }) => [name, headers.get(name) ?? '']))
    }),
    responseCookies: lazyGlobal('responseCookies', () =>
      cookiesOf(lowerCaseHeaders(response().headers)['set-cookie'] ?? []),
    ),
  }
}

/** @throws before the send, when there are no globals that call this */
function response(): ResponseView {
  const { response: received } = view()
  if (received === null) throw new Error('There is no response yet')
  return received
}

function olderRequest(): object {
  const sent = new ScriptRequest('pm')
  const { body } = view().request
  return noteMissing('request', {
    method: sent.method,
    url: sent.url,
    name: sent.name,
    id: sent.id,
    headers: sent.headers.toObject(),
    data: 'text' in body ? body.text : {},
  })
}

/** Adds the name of the environment, which is no variable, if none has this name. */
function withName(values: Record<string, string>): Record<string, string> {
  return Object.hasOwn(values, 'name')
    ? values
    : Object.defineProperty(values, 'name', {
        value: view().environmentName,
        writable: true,
        configurable: true,
      })
}

/** Adds `has` to texts for old scripts: `responseBody.has('ok')`. */
export function installTextSearch(): void {
  const has = function (this: string, part: unknown) {
    return String(this).includes(String(part))
  }
  Object.defineProperty(String.prototype, 'has', { value: has, writable: true, configurable: true })
}

/** Defines a global that is computed on first read and that a script may redeclare: `var data = …`. */
function assignable(name: string, get: () => unknown): PropertyDescriptor {
  return {
    get,
    set(value: unknown) {
      Object.defineProperty(globalThis, name, { value, writable: true, configurable: true })
    },
    configurable: true,
  }
}

function postman() {
  const get = (name: unknown) => readVariable(name, 'session')?.text ?? null
  const set = (name: unknown, value: unknown) => writeVariable('session', name, value)
  const clear = (name: unknown) => removeVariable('session', name)
  const clearAll = () => clearVariables('session')
  return noteMissing('postman', {
    getEnvironmentVariable: get,
    setEnvironmentVariable: set,
    clearEnvironmentVariable: clear,
    clearEnvironmentVariables: clearAll,
    getGlobalVariable: get,
    setGlobalVariable: set,
    clearGlobalVariable: clear,
    clearGlobalVariables: clearAll,
    getResponseHeader: (name: unknown) => new HeaderView('headers', view().response?.headers ?? []).get(name),
    getResponseCookie: (name: unknown) =>
      cookiesOf(lowerCaseHeaders(view().response?.headers ?? [])['set-cookie'] ?? []).find(
        cookie => cookie.name === String(name),
      ),
    setNextRequest: runOrder('postman').setNextRequest,
  })
}

function cookiesOf(fields: string | string[]): { readonly name: string; readonly value: string }[] {
  return [fields].flat().map(field => {
    const [pair = ''] = field.split(';')
    const equals = pair.indexOf('=')
    return { name: pair.slice(0, equals).trim(), value: pair.slice(equals + 1).trim() }
  })
}
