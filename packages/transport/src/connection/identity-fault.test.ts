import { generateKeyPairSync } from 'node:crypto'
import { createAuthority, outdatedPkcs12 } from '@parley/testkit'
import { expect, test } from 'vitest'
import { type Identity, identityFault } from './identity-fault.ts'

const authority = createAuthority()
const issue = (name: string) => authority.issue({ usage: 'client', name })
const { certificatePem: cert, privateKeyPem: key } = issue('a')
const other = issue('b').privateKeyPem
const encrypted = (type: 'pkcs1' | 'pkcs8') =>
  generateKeyPairSync('rsa', { modulusLength: 2048 })
    .privateKey.export({ type, format: 'pem', cipher: 'aes-256-cbc', passphrase: 'right' })
    .toString()
const otherType = (isRsa: boolean) =>
  (isRsa
    ? generateKeyPairSync('rsa', { modulusLength: 2048 })
    : generateKeyPairSync('ec', { namedCurve: 'P-384' })
  ).privateKey
    .export({ type: 'pkcs8', format: 'pem' })
    .toString()
const pem = (patch: Partial<Extract<Identity, { readonly cert: unknown }>>): Identity => ({
  cert,
  key,
  passphrase: '',
  ...patch,
})
const pfx = (bytes: Uint8Array, passphrase = '') => ({ pfx: Buffer.from(bytes), passphrase })

const noCertificate = 'its certificate file has no certificate in PEM form'
const noKey = 'its key file has no private key in PEM form'
const anotherOne = 'the key belongs to another certificate'

test.each<readonly [what: string, identity: Identity, reason: string]>([
  ['a wrong passphrase of a PKCS #12 file', pfx(outdatedPkcs12.bytes, 'wrong'), 'the passphrase is wrong'],
  ['no passphrase of a PKCS #12 file', pfx(outdatedPkcs12.bytes), 'it needs a passphrase'],
  ['what is no PKCS #12 file', pfx(Buffer.from('nonsense')), 'its file is no PKCS #12 file'],
  [
    'a PKCS #12 file that is cut off',
    pfx(outdatedPkcs12.bytes.subarray(0, 99)),
    'its file is no PKCS #12 file',
  ],
  ['an empty PKCS #12 file', pfx(new Uint8Array()), 'its file is no PKCS #12 file'],
  ['PEM as PKCS #12', pfx(Buffer.from(cert)), 'its file is no PKCS #12 file'],
  [
    'a wrong passphrase of a key',
    pem({ key: encrypted('pkcs8'), passphrase: 'x' }),
    'the passphrase is wrong',
  ],
  ['no passphrase of a key', pem({ key: encrypted('pkcs8') }), 'it needs a passphrase'],
  [
    'a wrong passphrase of an older key',
    pem({ key: encrypted('pkcs1'), passphrase: 'x' }),
    'the passphrase is wrong',
  ],
  ['a key of another certificate', pem({ key: other }), anotherOne],
  ['a key of RSA or of a curve', pem({ key: otherType(true) }), anotherOne],
  ['a key of another curve', pem({ key: otherType(false) }), anotherOne],
  ['what is no certificate', pem({ cert: 'nonsense' }), noCertificate],
  ['a key as a certificate', pem({ cert: key }), noCertificate],
  ['a certificate that is cut off', pem({ cert: cert.slice(0, 200) }), noCertificate],
  ['what is no key', pem({ key: 'nonsense' }), noKey],
  ['a certificate as a key', pem({ key: cert }), noKey],
  ['an empty key', pem({ key: '' }), noKey],
])('%s is named without words of OpenSSL', (_, identity, reason) => {
  expect(identityFault(identity)).toEqual({ code: 'CLIENT_CERTIFICATE_UNUSABLE', reason })
})

test('a wrong passphrase is named also where what it decrypts looks whole', () => {
  const locked = encrypted('pkcs1')
  const reasons = Array.from({ length: 1000 }, (_, at) =>
    identityFault(pem({ key: locked, passphrase: `x${at}` })),
  )
  expect(new Set(reasons.map(fault => fault?.reason))).toEqual(new Set(['the passphrase is wrong']))
})

test('a file that is encrypted in an outdated way is named', () => {
  const fault = identityFault(pfx(outdatedPkcs12.bytes, outdatedPkcs12.passphrase))
  expect(fault?.code).toBe('CLIENT_CERTIFICATE_OUTDATED')
})

test('a certificate with its key can be used', () => {
  expect(identityFault(pem({}))).toBeNull()
})
