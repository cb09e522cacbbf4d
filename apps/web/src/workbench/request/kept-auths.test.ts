import { newAuth } from '@parley/model'
import { expect, it } from 'vitest'
import { createKeptAuths } from './kept-auths.ts'

it('brings back what was typed under a type, for its draft alone, until the draft is gone', () => {
  const kept = createKeptAuths()
  const bearer = { ...newAuth('bearer'), token: 'typed' }
  kept.keep('a', bearer)
  kept.keep('a', newAuth('none'))
  expect(kept.kept('a', 'bearer')).toEqual(bearer)
  expect(kept.kept('a', 'basic')).toBe(null)
  expect(kept.kept('b', 'bearer')).toBe(null)
  kept.forget('a')
  expect(kept.kept('a', 'bearer')).toBe(null)
})
