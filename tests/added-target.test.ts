import { type CodeTarget, codeTargets, listTargets, printCode } from '@parley/codegen'
import { expect, test } from 'vitest'

/** A target that Parley does not have. */
const gopher: CodeTarget = {
  language: 'Gopher',
  library: 'Burrow',
  highlight: 'shell',
  options: [{ name: 'timeoutMs', label: 'Timeout (ms)', defaultValue: 250 }],
  generate: ({ method, url }, { timeoutMs, indentation }) => `${method} ${url} ${timeoutMs} ${indentation}\n`,
}
const targets = listTargets({ ...Object.fromEntries(codeTargets.map(one => [one.id, one])), gopher })

test('an added target is listed after the others under the id of its entry', () => {
  expect(targets.map(({ id }) => id)).toEqual([...codeTargets.map(({ id }) => id), 'gopher'])
  expect(targets.at(-1)).toMatchObject({ id: 'gopher', language: 'Gopher', library: 'Burrow' })
})

test('an added target prints a request with the defaults of its options, or with others', () => {
  const request = {
    method: 'GET',
    url: 'http://a.test/',
    headers: [],
    content: { kind: 'none' },
    auth: { type: 'none' },
    notices: [],
  } as const
  expect(printCode(gopher, request)).toBe('GET http://a.test/ 250 spaces2\n')
  expect(printCode(gopher, request, { timeoutMs: 1 })).toBe('GET http://a.test/ 1 spaces2\n')
})
