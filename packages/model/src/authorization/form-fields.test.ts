import { describe, expect, it } from 'vitest'
import { authSchemes } from './auth-schemes.ts'
import { helpOf } from './form-fields.ts'
import { newAuth } from './new-auth.ts'
import type { AnyScheme } from './scheme-descriptor.ts'

/** The fields that are kept as a file has them, or that the form of their scheme arranges itself. */
const notInForm: Readonly<Record<string, readonly string[]>> = {
  signatureV4: ['profileName'],
  ntlm: ['username', 'password', 'domain'],
  oauth2: [
    ...['refreshTokenUrl', 'callbackUrl', 'clientAuthentication', 'state', 'pkce'],
    ...['additionalParameters', 'token'],
  ],
}

describe('the form of each scheme', () => {
  it.each(Object.values<AnyScheme>(authSchemes))('of $type omits no field by mistake', scheme => {
    const fields = Object.keys(scheme.fields)
    const form = scheme.form ?? fields
    expect(fields.filter(key => !form.includes(key))).toEqual(notInForm[scheme.type] ?? [])
    expect(new Set(form).size).toBe(form.length)
    expect(scheme.more?.filter(key => !form.includes(key)) ?? []).toEqual([])
  })
})

it('a pasted token is not said to be renewed', () => {
  const renewal = 'An expired token is renewed before sending.'
  const grants = [
    'authorizationCode',
    'clientCredentials',
    'password',
    'deviceCode',
    'pasteAccessToken',
  ] as const
  const told = grants.filter(grantType => helpOf({ ...newAuth('oauth2'), grantType }) === renewal)
  expect(told).toEqual(grants.slice(0, -1))
})
