import { describe, expect, it } from 'vitest'
import { grantLabel, newAuth, newHttpRequest, type OAuth2Auth, readItem, writeItem } from '../../index.ts'

/** What a file says of PKCE, what the grant then is, and how its name reads. */
const files: readonly (readonly [pkce: unknown, is: OAuth2Auth['pkce'], reads: string])[] = [
  [undefined, 'S256', 'Authorization Code + PKCE'],
  [null, 'S256', 'Authorization Code + PKCE'],
  [{}, 'S256', 'Authorization Code + PKCE'],
  [{ method: 'S256' }, 'S256', 'Authorization Code + PKCE'],
  [{ method: 'plain' }, 'plain', 'Authorization Code + PKCE'],
  [{ disabled: false }, 'S256', 'Authorization Code + PKCE'],
  [{ method: 'none' }, 'off', 'Authorization Code'],
  [{ disabled: true }, 'off', 'Authorization Code'],
  [{ method: 'S256', disabled: true }, 'off', 'Authorization Code'],
]

describe('the grant Authorization Code + PKCE', () => {
  it.each(files)('of a file with pkce %j is %s and reads “%s”', (pkce, is, reads) => {
    const auth = { type: 'oauth2', flow: 'authorization_code', ...(pkce === undefined ? {} : { pkce }) }
    const file = { info: { name: 'A', type: 'http' }, http: { method: 'GET', url: 'http://a.test', auth } }
    const read = readItem(file)
    if (!read.ok || read.value.kind !== 'http' || read.value.auth.type !== 'oauth2')
      throw new Error('It is a request with OAuth 2.0.')
    expect(read.value.auth.pkce).toBe(is)
    expect(grantLabel(read.value.auth)).toBe(reads)
    expect(readItem(JSON.parse(JSON.stringify(writeItem(read.value))))).toEqual(read)
  })

  it('is what a new authorization has', () => {
    const { auth } = newHttpRequest({ auth: newAuth('oauth2') })
    expect(auth.type === 'oauth2' && [auth.pkce, grantLabel(auth)]).toEqual([
      'S256',
      'Authorization Code + PKCE',
    ])
  })

  it('promises PKCE only where the settings use it', () => {
    for (const pkce of ['S256', 'plain', 'off'] as const)
      expect(grantLabel({ grantType: 'authorizationCode', pkce }).endsWith('+ PKCE')).toBe(pkce !== 'off')
    expect(grantLabel({ grantType: 'clientCredentials', pkce: 'off' })).toBe('Client credentials')
  })
})
