import { needs } from '@parley/testkit/needs'
import { describe, expect, test } from 'vitest'
import { codeCases } from './cases.testkit.ts'
import { codeOf, targetOf } from './prepare-code.testkit.ts'
import { loadSyntax } from './syntax.testkit.ts'
import { codeChecks } from './toolchains.testkit.ts'

const none = { type: 'none' } as const

/** Checks languages without a compiler in Debian with a parser, which `npm run nightly -- toolchains` installs. */
for (const [id, check] of Object.entries(codeChecks)) {
  if (!('parser' in check)) continue
  const target = targetOf(id)
  const faultsOf = await loadSyntax(check.parser)
  const parser = `the parser of ${target.language} (npm run nightly -- toolchains)`
  describe(target.language, needs(faultsOf !== null, parser), () => {
    const faults = faultsOf ?? (() => [])

    test.each(Object.entries(codeCases))('%s', async (_name, { path, request, auth = none }) => {
      const fields = { ...request, url: `http://a.test${path}`, auth }
      for (const options of [{}, { followRedirects: false, timeoutMs: 1500 }]) {
        const code = await codeOf(target, fields, {}, options)
        expect(faults(code), code).toEqual([])
      }
    })

    test('an unterminated string is a fault', () => expect(faults('let a = ("')).not.toEqual([]))
  })
}
