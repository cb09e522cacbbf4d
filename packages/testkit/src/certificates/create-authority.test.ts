import { createPrivateKey, X509Certificate } from 'node:crypto'
import { expect, test } from 'vitest'
import { createAuthority, createSelfSignedIdentity } from './create-authority.ts'

test('issues what was asked for, signed by its own key', () => {
  const authority = createAuthority('Büro-Authority')
  const identity = authority.issue({
    usage: 'server',
    name: 'ünïcode 名',
    dnsNames: ['a.example', '*.b.example'],
    ipv4Addresses: ['127.0.0.1', '203.0.113.200'],
    notBefore: new Date('2001-02-03T04:05:06Z'),
    notAfter: new Date('2051-02-03T04:05:06Z'),
  })
  const issuer = new X509Certificate(authority.certificatePem)
  const certificate = new X509Certificate(identity.certificatePem)
  expect(certificate.subject).toBe('CN=ünïcode 名')
  expect(certificate.issuer).toBe('CN=Büro-Authority')
  expect(certificate.subjectAltName).toBe(
    'DNS:a.example, DNS:*.b.example, IP Address:127.0.0.1, IP Address:203.0.113.200',
  )
  expect(certificate.validFromDate.toISOString()).toBe('2001-02-03T04:05:06.000Z')
  expect(certificate.validToDate.toISOString()).toBe('2051-02-03T04:05:06.000Z')
  expect(certificate.keyUsage).toEqual(['1.3.6.1.5.5.7.3.1'])
  expect(certificate.ca).toBe(false)
  expect(issuer.ca).toBe(true)
  expect(certificate.checkIssued(issuer)).toBe(true)
  expect(certificate.verify(issuer.publicKey)).toBe(true)
  expect(certificate.checkPrivateKey(createPrivateKey(identity.privateKeyPem))).toBe(true)
  expect(certificate.checkHost('x.b.example')).toBe('*.b.example')
  expect(certificate.checkIP('203.0.113.200')).toBe('203.0.113.200')
})

test('authorities of the same name do not certify each other', () => {
  const one = createAuthority()
  const other = new X509Certificate(createAuthority().certificatePem)
  const certificate = new X509Certificate(one.issue({ usage: 'client', name: 'c' }).certificatePem)
  expect(certificate.verify(other.publicKey)).toBe(false)
  expect(certificate.checkIssued(other)).toBe(false)
})

test('serial numbers differ', () => {
  const authority = createAuthority()
  const serials = Array.from(
    { length: 50 },
    () => new X509Certificate(authority.issue({ usage: 'client', name: 'c' }).certificatePem).serialNumber,
  )
  expect(new Set(serials).size).toBe(50)
})

test('a self-signed identity is its own issuer', () => {
  const identity = createSelfSignedIdentity({ usage: 'server', name: 'self' })
  const certificate = new X509Certificate(identity.certificatePem)
  expect(certificate.verify(certificate.publicKey)).toBe(true)
  expect(certificate.subjectAltName).toBeUndefined()
})
