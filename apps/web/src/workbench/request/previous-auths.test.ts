import { newAuth } from '@parley/model'
import { expect, it } from 'vitest'
import { createPreviousAuths } from './previous-auths.ts'

it('restores what was typed for a type, for its draft only, until the draft is closed', () => {
  const auths = createPreviousAuths()
  const bearer = { ...newAuth('bearer'), token: 'typed' }
  auths.remember('a', bearer)
  auths.remember('a', newAuth('none'))
  expect(auths.find('a', 'bearer')).toEqual(bearer)
  expect(auths.find('a', 'basic')).toBe(null)
  expect(auths.find('b', 'bearer')).toBe(null)
  auths.forget('a')
  expect(auths.find('a', 'bearer')).toBe(null)
})
