import { newAuth } from '@parley/model'
import { expect, test } from 'vitest'
import { renderAuth } from './render-auth.ts'
import { Substitution } from './variables/substitute.ts'

test.each([
  ['HS256', 'Secret'],
  ['RS256', 'Private key'],
])('a literal counts as a secret if a variable chooses the algorithm %s', (algorithm, label) => {
  const values = new Map([['alg', { text: algorithm, isLiteral: false }]])
  const substitution = new Substitution([{ name: 'environment', values }], {
    clock: { now: () => 0, monotonic: () => 0 },
    random: { uuid: () => '', integer: () => 0 },
  })
  const typed = { ...newAuth('jwt'), algorithm: '{{alg}}', secret: 'canary', privateKey: 'canary' }
  expect(renderAuth(typed, substitution).secrets.map(({ name, text }) => [name, text])).toEqual([
    [label, 'canary'],
  ])
})
