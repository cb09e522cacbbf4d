import { createHash, type KeyObject, randomBytes, sign } from 'node:crypto'
import {
  derBitString,
  derContext,
  derInteger,
  derObjectId,
  derOctetString,
  derSequence,
  derSet,
  derText,
  derTime,
  derTrue,
  derValue,
} from './der.ts'

/** The content of a certificate; the keys are EC keys on P-256. */
export interface CertificateContent {
  readonly subjectName: string
  readonly subjectPublicKey: KeyObject
  readonly issuerName: string
  readonly issuerPublicKey: KeyObject
  readonly issuerPrivateKey: KeyObject
  readonly notBefore: Date
  readonly notAfter: Date
  readonly usage: 'authority' | 'server' | 'client'
  readonly dnsNames: readonly string[]
  readonly ipv4Addresses: readonly string[]
}

const ecdsaWithSha256 = derSequence(derObjectId('1.2.840.10045.4.3.2'))

/** Builds and signs an X.509 v3 certificate (RFC 5280 §4.1) and returns it as PEM. For tests only. */
export function buildCertificate(content: CertificateContent): string {
  const toBeSigned = derSequence(
    derContext(0, derInteger(Uint8Array.of(2))),
    derInteger(randomBytes(16)),
    ecdsaWithSha256,
    commonName(content.issuerName),
    derSequence(derTime(content.notBefore), derTime(content.notAfter)),
    commonName(content.subjectName),
    publicKeyInfo(content.subjectPublicKey),
    derContext(3, derSequence(...extensions(content))),
  )
  const signature = sign('sha256', toBeSigned, content.issuerPrivateKey)
  return toPem(derSequence(toBeSigned, ecdsaWithSha256, derBitString(signature)))
}

function commonName(name: string): Uint8Array {
  return derSequence(derSet(derSequence(derObjectId('2.5.4.3'), derText(name))))
}

function publicKeyInfo(key: KeyObject): Uint8Array {
  return key.export({ type: 'spki', format: 'der' })
}

function extensions(content: CertificateContent): Uint8Array[] {
  const { usage } = content
  const subjectKeyId = derOctetString(keyId(content.subjectPublicKey))
  const authorityKeyId = derSequence(derValue(0x80, keyId(content.issuerPublicKey)))
  const common = [extension('2.5.29.14', subjectKeyId), extension('2.5.29.35', authorityKeyId)]
  if (usage === 'authority') {
    const signsCertificatesAndLists = derBitString(Uint8Array.of(0x06), 1)
    return [
      ...common,
      criticalExtension('2.5.29.19', derSequence(derTrue())),
      criticalExtension('2.5.29.15', signsCertificatesAndLists),
    ]
  }
  const purpose = usage === 'server' ? '1.3.6.1.5.5.7.3.1' : '1.3.6.1.5.5.7.3.2'
  const names = alternativeNames(content)
  return [
    ...common,
    criticalExtension('2.5.29.19', derSequence()),
    criticalExtension('2.5.29.15', derBitString(Uint8Array.of(0x80), 7)),
    extension('2.5.29.37', derSequence(derObjectId(purpose))),
    ...(names.length > 0 ? [extension('2.5.29.17', derSequence(...names))] : []),
  ]
}

function alternativeNames(content: CertificateContent): Uint8Array[] {
  return [
    ...content.dnsNames.map(name => derValue(0x82, Buffer.from(name, 'latin1'))),
    ...content.ipv4Addresses.map(address => derValue(0x87, Uint8Array.from(address.split('.').map(Number)))),
  ]
}

function extension(objectId: string, value: Uint8Array): Uint8Array {
  return derSequence(derObjectId(objectId), derOctetString(value))
}

function criticalExtension(objectId: string, value: Uint8Array): Uint8Array {
  return derSequence(derObjectId(objectId), derTrue(), derOctetString(value))
}

/**
 * Computes the key id (RFC 7093 §2 method 1) over the whole key info: any stable name for the key is valid.
 */
function keyId(key: KeyObject): Uint8Array {
  return createHash('sha256').update(publicKeyInfo(key)).digest().subarray(0, 20)
}

function toPem(der: Uint8Array): string {
  const lines =
    Buffer.from(der)
      .toString('base64')
      .match(/.{1,64}/g) ?? []
  return `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`
}
