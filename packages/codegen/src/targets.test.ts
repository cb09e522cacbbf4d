import { type HttpBody, newAuth, row } from '@parley/model'
import { describe, expect, test } from 'vitest'
import type { CodeRequest } from './code-request.ts'
import type { CodeOption, CodeOptionValues } from './code-target.ts'
import { codeTargets } from './code-targets.ts'
import { preparedStandalone } from './prepare-code.testkit.ts'
import { printCode } from './print-code.ts'
import { codeChecks } from './toolchains.testkit.ts'

/** A value of each option that is not the default. */
const others: CodeOptionValues = {
  multiline: false,
  shortFlags: true,
  followRedirects: false,
  silent: true,
  quoteStyle: 'double',
  timeoutMs: 1500,
  indentation: 'tab',
}

const bodies: readonly HttpBody[] = [
  { type: 'none' },
  { type: 'raw', language: 'text', text: 'a\n"b"' },
  { type: 'multipart', parts: [{ kind: 'text', name: 'a b', value: '"', enabled: true }] },
]

/** Requests that together use what the options affect. */
const requests: readonly CodeRequest[] = await Promise.all(
  bodies.map(async body => {
    const auth = { ...newAuth('basic'), username: 'ann', password: 'p w' }
    const fields = { method: 'POST', url: 'https://a.test/x?y=a b', headers: [row('X-A', 'b c')], body, auth }
    return (await preparedStandalone(fields)).request
  }),
)

/** Returns the values of an option except its default. */
function valuesOf(option: CodeOption): readonly Partial<CodeOptionValues>[] {
  const { name, defaultValue, choices } = option
  if (typeof defaultValue === 'boolean') return [{ [name]: !defaultValue }]
  if (choices === undefined) return [{ [name]: 1500 }]
  return choices.filter(({ value }) => value !== defaultValue).map(({ value }) => ({ [name]: value }))
}

describe.each(codeTargets.map(target => [target.id, target] as const))('%s', (id, target) => {
  const codes = (options: Partial<CodeOptionValues>) =>
    requests.map(request => printCode(target, request, options))

  test.each(
    target.options.flatMap(option => valuesOf(option).map(value => [JSON.stringify(value), value] as const)),
  )('the option %s changes the code', (_name, value) => {
    expect(codes(value)).not.toEqual(codes({}))
  })

  test('an unlisted option changes nothing', () => {
    const listed = new Set<string>(target.options.map(({ name }) => name))
    const unlisted = Object.fromEntries(Object.entries(others).filter(([name]) => !listed.has(name)))
    expect(codes(unlisted)).toEqual(codes({}))
  })

  test('is run by the toolchain of its name, or has a reason why none runs it', () => {
    const check = codeChecks[id]
    if ('toolchain' in check) expect(check.toolchain.targetId).toBe(id)
    else expect(check.because).not.toBe('')
  })
})

test('every check belongs to a target, and the names of targets are unique', () => {
  expect(Object.keys(codeChecks).toSorted()).toEqual(codeTargets.map(({ id }) => id).toSorted())
})
