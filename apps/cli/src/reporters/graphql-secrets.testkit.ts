import { newGraphQlRequest, writeItem } from '@parley/model'
import { expect, test } from 'vitest'
import type { useRunFixture } from '../run/run-fixture.testkit.ts'
import { reporterNames } from './create-reporter.ts'

const canary = 'canary 9d1f/+&'
const secret = ['--secret', `key=${canary}`]

/** Each part of a GraphQL request that is in the URL of a GET. */
const parts = {
  query: { query: '{ a(b: "{{key}}") }', variables: '' },
  operationName: { query: 'query A { a }', variables: '', operationName: '{{key}}' },
  variables: { query: '{ a }', variables: '{"b": "{{key}}"}' },
  extensions: { query: '{ a }', variables: '', extensions: '{"b": "{{key}}"}' },
}

/** Whatever prints something about a send. */
const printers: readonly (readonly string[])[] = [
  ...reporterNames.map(name => ['run', '--reporter', name]),
  ['run', '-v'],
  ['send', '--json-output'],
  ['send', '--timing', '--include'],
]

/** A part of a GraphQL request. */
type Part = keyof typeof parts
const partNames: readonly Part[] = ['query', 'operationName', 'variables', 'extensions']

/** Each part with each printer. */
export const allSecretCases = partNames.flatMap(part => printers.map(printer => [part, printer] as const))

/** Each printer once, with the parts in turn. */
export const someSecretCases = printers.flatMap((printer, at) => {
  const part = partNames[at % partNames.length]
  return part === undefined ? [] : [[part, printer] as const]
})

/** Tests that no printer shows a secret in a part of a GET. */
export function testSecretsOfGraphQl(
  fixture: ReturnType<typeof useRunFixture>,
  cases: typeof allSecretCases,
): void {
  test.each(cases)(
    'a secret in the %s of a GET is not shown by %j',
    async (part, [command = '', ...options]) => {
      const scripts = {
        preRequest: '',
        postResponse: 'test(decodeURIComponent(pm.request.url), () => { throw new Error(pm.request.url) })',
        tests: '',
        hooks: '',
      }
      const { url } = fixture.sink
      const request = newGraphQlRequest({
        name: 'Q',
        method: 'GET',
        url,
        scripts,
        body: { type: 'graphql', ...parts[part] },
      })
      fixture.write('q.yml', writeItem(request))
      const { code, stdout, stderr } = await fixture.runCommand([command, 'q.yml', ...options, ...secret])
      expect(code).toBe(1)
      expect(fixture.asked()).toHaveLength(1)
      expect(decodeURIComponent(fixture.asked()[0] ?? '')).toContain(canary)
      for (const text of [stdout.toString(), stderr])
        for (const form of [canary, encodeURIComponent(canary), 'canary', '9d1f'])
          expect(text).not.toContain(form)
    },
  )
}
