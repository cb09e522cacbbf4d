import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { HttpBody, NewRequestFields } from '@parley/model'
import { corpus, needs } from '@parley/testkit/needs'
import { describe, expect, test } from 'vitest'
import {
  type CannedAnswer,
  type ScriptedSend,
  sendWithScripts,
  sessionTexts,
} from './script-fixture.testkit.ts'

/** Scripts of four clients with their expected effects, from a folder next to the repository. */
const path = fileURLToPath(new URL('../../../../shared/corpus/script-cases.jsonl', import.meta.url))

interface ScriptCase {
  readonly id: string
  readonly title: string
  readonly phase: 'pre' | 'post'
  readonly script: string
  readonly slow?: boolean
  readonly response?: {
    readonly status: number
    readonly statusText: string
    readonly time: number
    readonly headers: readonly (readonly [string, string])[]
    readonly body: string
  }
  readonly variables?: NonNullable<ScriptedSend['variables']>
  readonly secrets?: NonNullable<ScriptedSend['secrets']>
  readonly network?: Readonly<
    Record<
      string,
      { status: number; statusText: string; headers: Readonly<Record<string, string>>; body: string }
    >
  >
  readonly request?: {
    readonly method: string
    readonly url: string
    readonly headers?: readonly (readonly [string, string])[]
    readonly body?: { readonly type: 'json' | 'text'; readonly text: string }
    readonly auth?: { readonly type: 'bearer'; readonly token: string }
  }
  readonly expect: {
    readonly tests: readonly { readonly name: string; readonly passed: boolean }[]
    readonly variables?: Readonly<Record<string, string>>
    readonly unset?: readonly string[]
    readonly error?: string | true
    readonly notSent?: true
    readonly calls?: readonly ExpectedMessage[]
    readonly request?: ExpectedMessage
  }
}

interface ExpectedMessage {
  readonly method?: string
  readonly url?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly notHeaders?: Readonly<Record<string, string>>
  readonly body?: string
  readonly json?: unknown
}

const cases: readonly ScriptCase[] = existsSync(path)
  ? readFileSync(path, 'utf8')
      .split('\n')
      .filter(line => line !== '')
      .map(line => JSON.parse(line))
  : []

/** Outcomes that behaviour, Promise of a test have changed since: a rejection that comes before the script ends fails its test. */
const decided: ReadonlyMap<string, ScriptCase['expect']['tests']> = new Map([
  ['tool-post-035', [{ name: 'async', passed: false }]],
])

describe('script cases of four clients', needs(cases.length > 0, corpus), () => {
  test.each(cases.map(one => [one.id, one.title, one] as const))('%s: %s', async (_id, _title, one) => {
    const { results, error, session, sent, calls } = await sendWithScripts(sendOf(one))
    expect(results.map(({ name, passed }) => ({ name, passed }))).toEqual(
      decided.get(one.id) ?? one.expect.tests,
    )
    const variables = sessionTexts(session)
    expect(variables).toMatchObject(one.expect.variables ?? {})
    for (const name of one.expect.unset ?? []) expect(variables).not.toHaveProperty(name)
    expectError(error, one.expect.error)
    if (one.expect.notSent) expect(sent).toBeNull()
    if (one.expect.calls) {
      expect(calls).toHaveLength(one.expect.calls.length)
      for (const [at, call] of one.expect.calls.entries()) expectMessage(calls[at], call)
    }
    // If an error is allowed, it is also acceptable that nothing was sent.
    const mayBeUnsent = one.expect.error === 'optional' && error !== null
    if (one.expect.request && !mayBeUnsent) expectMessage(sent ?? undefined, one.expect.request)
  })
})

function expectError(error: string | null, expected: string | true | undefined): void {
  if (expected === undefined) expect(error).toBeNull()
  else if (expected === true) expect(error).not.toBeNull()
  else if (expected !== 'optional') expect(error).toContain(expected)
}

function expectMessage(
  message: Awaited<ReturnType<typeof sendWithScripts>>['calls'][number] | undefined,
  wanted: ExpectedMessage,
): void {
  expect(message).toBeDefined()
  if (wanted.method) expect(message?.method).toBe(wanted.method)
  if (wanted.url) expect(message?.url).toBe(wanted.url)
  if (wanted.body !== undefined) expect(message?.body).toBe(wanted.body)
  if (wanted.json !== undefined) expect(JSON.parse(message?.body ?? '')).toEqual(wanted.json)
  const fields = Object.fromEntries(message?.headers.map(({ name, value }) => [name, value]) ?? [])
  expect(fields).toMatchObject(wanted.headers ?? {})
  for (const [name, value] of Object.entries(wanted.notHeaders ?? {})) expect(fields[name]).not.toBe(value)
}

function sendOf(one: ScriptCase): ScriptedSend {
  return {
    ...(one.phase === 'pre' ? { pre: one.script } : { post: one.script }),
    ...(one.response ? { answer: one.response } : {}),
    ...(one.variables ? { variables: one.variables } : {}),
    ...(one.secrets ? { secrets: one.secrets } : {}),
    ...(one.network ? { network: networkOf(one.network) } : {}),
    ...(one.request ? { request: requestOf(one.request) } : {}),
  }
}

function networkOf(network: NonNullable<ScriptCase['network']>): Readonly<Record<string, CannedAnswer>> {
  return Object.fromEntries(
    Object.entries(network).map(([url, answer]) => [
      url,
      { ...answer, headers: Object.entries(answer.headers) },
    ]),
  )
}

function requestOf({
  method,
  url,
  headers,
  body,
  auth,
}: NonNullable<ScriptCase['request']>): NewRequestFields {
  const typed: HttpBody = body ? { type: 'raw', language: body.type, text: body.text } : { type: 'none' }
  return {
    method,
    url,
    headers: (headers ?? []).map(([name, value]) => ({ name, value, enabled: true })),
    body: typed,
    ...(auth ? { auth } : {}),
  }
}
