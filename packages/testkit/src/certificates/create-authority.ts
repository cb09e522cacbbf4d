import { generateKeyPairSync, type KeyObject } from 'node:crypto'
import { buildCertificate } from './build-certificate.ts'

/** A certificate and its key, both as PEM. */
export interface Identity {
  readonly certificatePem: string
  /** PKCS #8, not encrypted. */
  readonly privateKeyPem: string
}

/** The content of a requested certificate. */
export interface IdentityRequest {
  readonly usage: 'server' | 'client'
  readonly name: string
  readonly dnsNames?: readonly string[]
  readonly ipv4Addresses?: readonly string[]
  /** A day ago by default. */
  readonly notBefore?: Date
  /** In 30 days by default. */
  readonly notAfter?: Date
}

/** A certificate authority for one test run, which nobody trusts by default. */
export interface Authority {
  readonly certificatePem: string
  issue(request: IdentityRequest): Identity
}

const dayMs = 24 * 60 * 60 * 1000

/** Creates a new authority with its own key. Authorities share a name, but no key. */
export function createAuthority(name = 'Testkit authority'): Authority {
  const keys = createKeys()
  const issuer = { issuerName: name, issuerPublicKey: keys.publicKey, issuerPrivateKey: keys.privateKey }
  const certificatePem = buildCertificate({
    ...issuer,
    subjectName: name,
    subjectPublicKey: keys.publicKey,
    notBefore: daysFromNow(-365),
    notAfter: daysFromNow(365),
    usage: 'authority',
    dnsNames: [],
    ipv4Addresses: [],
  })
  return {
    certificatePem,
    issue: request => {
      const subject = createKeys()
      return {
        certificatePem: buildCertificate({ ...issuer, ...contentOf(request, subject.publicKey) }),
        privateKeyPem: toPem(subject.privateKey),
      }
    },
  }
}

/** Creates a self-signed identity. */
export function createSelfSignedIdentity(request: IdentityRequest): Identity {
  const keys = createKeys()
  const certificatePem = buildCertificate({
    issuerName: request.name,
    issuerPublicKey: keys.publicKey,
    issuerPrivateKey: keys.privateKey,
    ...contentOf(request, keys.publicKey),
  })
  return { certificatePem, privateKeyPem: toPem(keys.privateKey) }
}

function contentOf(request: IdentityRequest, subjectPublicKey: KeyObject) {
  return {
    subjectName: request.name,
    subjectPublicKey,
    notBefore: request.notBefore ?? daysFromNow(-1),
    notAfter: request.notAfter ?? daysFromNow(30),
    usage: request.usage,
    dnsNames: request.dnsNames ?? [],
    ipv4Addresses: request.ipv4Addresses ?? [],
  }
}

/** Returns the time this many days from now; negative numbers are in the past. */
export function daysFromNow(days: number): Date {
  return new Date(Date.now() + days * dayMs)
}

function createKeys(): { publicKey: KeyObject; privateKey: KeyObject } {
  return generateKeyPairSync('ec', { namedCurve: 'P-256' })
}

function toPem(key: KeyObject): string {
  return key.export({ type: 'pkcs8', format: 'pem' }).toString()
}
