import { describe, expect, it } from 'vitest'
import { authSchema } from '../schema/index.ts'
import type { AuthType } from './auth.ts'
import { newAuth } from './new-auth.ts'

const types = [
  ...['inherit', 'none', 'bearer', 'apiKey', 'basic', 'oauth2', 'signatureV4', 'digest'],
  ...['oauth1', 'jwt', 'hawk', 'ntlm', 'wsse'],
] as const satisfies readonly AuthType[]

describe('newAuth', () => {
  it('gives a whole authorization of each type', () => {
    expect(types).toHaveLength(authSchema.options.length)
    for (const type of types) expect(authSchema.parse(newAuth(type))).toEqual(newAuth(type))
    expect(types.map(type => newAuth(type).type)).toEqual(types)
  })

  it('has the defaults of the specification', () => {
    expect(newAuth('signatureV4')).toMatchObject({ region: 'us-east-1', service: 'execute-api' })
    expect(newAuth('oauth2')).toMatchObject({ grantType: 'authorizationCode', pkce: 'S256' })
  })
})
