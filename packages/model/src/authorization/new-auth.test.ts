import { describe, expect, it } from 'vitest'
import { authSchema } from '../schema/index.ts'
import type { AuthType } from './auth.ts'
import { authSchemes } from './auth-schemes.ts'
import { newAuth } from './new-auth.ts'

const types = Object.keys(authSchemes) as AuthType[]

describe('newAuth', () => {
  it.each(types)('returns a complete authorization of the type %s', type => {
    expect(newAuth(type).type).toBe(type)
    expect(authSchema.parse(newAuth(type))).toEqual(newAuth(type))
  })

  it('has the defaults that users know (behaviour 5.1)', () => {
    expect(newAuth('signatureV4')).toMatchObject({ region: 'us-east-1', service: 'execute-api' })
    expect(newAuth('oauth2')).toMatchObject({ grantType: 'authorizationCode', pkce: 'S256' })
  })
})
