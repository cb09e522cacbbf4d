import { describe, expect, test } from 'vitest'
import { codeCases } from './cases.testkit.ts'
import { codeTargets } from './code-targets.ts'
import { codeOf, targetOf } from './prepare-code.testkit.ts'
import { isStated } from './stated-differences.testkit.ts'

function isExcepted(id: string): boolean {
  return Object.values(codeCases).some(({ except = [] }) => except.includes(id))
}

/** The code must state what its library cannot send, so that nobody finds out only by sending. */
describe.each(codeTargets.map(({ id }) => id).filter(isExcepted))('%s', id => {
  const excepted = Object.entries(codeCases).filter(([, { except = [] }]) => except.includes(id))

  test.each(excepted)('%s', async (_name, { path, request, auth = { type: 'none' } }) => {
    const code = await codeOf(targetOf(id), { ...request, url: `http://a.test${path}`, auth })
    expect(isStated(code), code).toBe(true)
  })
})
