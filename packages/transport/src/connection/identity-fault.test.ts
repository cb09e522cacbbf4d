import { outdatedPkcs12 } from '@parley/testkit'
import { expect, test } from 'vitest'
import { identityFault } from './identity-fault.ts'

test.each([
  [
    'a file that is encrypted in an outdated way',
    { pfx: outdatedPkcs12.bytes, passphrase: outdatedPkcs12.passphrase },
    'OUTDATED',
  ],
  ['a wrong passphrase', { pfx: outdatedPkcs12.bytes, passphrase: 'wrong' }, 'UNUSABLE'],
  ['what is no certificate', { pfx: Buffer.from('nonsense'), passphrase: '' }, 'UNUSABLE'],
  ['a key that is none', { cert: 'nonsense', key: 'nonsense' }, 'UNUSABLE'],
])('%s', (_, identity, code) => {
  const fault = identityFault(identity)
  expect(fault?.code).toBe(`CLIENT_CERTIFICATE_${code}`)
  expect(fault?.reason).not.toBe('')
})
