import { type CodeInput, codeTargets, generateCode } from '@parley/convert'
import { newHttpRequest } from '@parley/model'
import { describe, expect, test } from 'vitest'
import { codeCases } from './codegen-cases.testkit.ts'
import { loadSyntax } from './codegen-syntax.testkit.ts'

/**
 * Languages without a compiler among Debian's packages: a parser reads their code, which
 * `npm run test:toolchains` installs.
 */
for (const id of ['swift', 'dart', 'powershell'] as const) {
  const target = codeTargets.find(one => one.id === id)
  const faultsOf = await loadSyntax(id)
  const missing = faultsOf === null ? ' (its parser is not on this machine)' : ''
  describe.skipIf(faultsOf === null)(`${target?.language}${missing}`, () => {
    const faults = faultsOf ?? (() => [])

    test.each(Object.entries(codeCases))('%s', (_name, { path, request, auth }) => {
      if (target === undefined) throw new Error(`No target ${id}`)
      const url = `http://a.test${path}`
      const input: CodeInput = { ...newHttpRequest({ ...request, url }), auth: auth ?? { type: 'none' } }
      for (const options of [{}, { followRedirects: false, timeoutMs: 1500 }]) {
        const code = generateCode(target, input, { includeAuth: true, keepsVariables: false, options })
        expect(faults(code), code).toEqual([])
      }
    })

    test('a string that does not end is a fault', () => expect(faults('let a = ("')).not.toEqual([]))
  })
}
