import type { CertificateFile, NewClientCertificate } from '@parley/server/contract'

/** The files that the user picked for a client certificate. */
export interface CertificateFiles {
  readonly certificate: File | null
  readonly privateKey: File | null
  readonly pkcs12: File | null
}

/** Returns a small file as the server accepts it. */
export async function readCertificateFile(file: File): Promise<CertificateFile> {
  const bytes = new Uint8Array(await file.arrayBuffer())
  let binary = ''
  for (const byte of bytes) binary += String.fromCharCode(byte)
  return { name: file.name, base64: btoa(binary) }
}

/** Returns the certificate to add; null while a file is missing. */
export async function readClientCertificate(
  type: 'pem' | 'pkcs12',
  { certificate, privateKey, pkcs12 }: CertificateFiles,
  shared: { readonly domain: string; readonly passphrase: string },
): Promise<NewClientCertificate | null> {
  if (type === 'pkcs12')
    return pkcs12 === null ? null : { type, ...shared, file: await readCertificateFile(pkcs12) }
  if (certificate === null || privateKey === null) return null
  return {
    type,
    ...shared,
    certificate: await readCertificateFile(certificate),
    privateKey: await readCertificateFile(privateKey),
  }
}
