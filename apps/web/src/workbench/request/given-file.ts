import type { GivenCertificate, GivenFile } from '@parley/server/contract'

/** The files that the user picked for a client certificate. */
export interface GivenFiles {
  readonly certificate: File | null
  readonly privateKey: File | null
  readonly pkcs12: File | null
}

/** A small file as the server takes it. */
export async function readGivenFile(file: File): Promise<GivenFile> {
  const bytes = new Uint8Array(await file.arrayBuffer())
  let binary = ''
  for (const byte of bytes) binary += String.fromCharCode(byte)
  return { name: file.name, base64: btoa(binary) }
}

/** Null where a file is still to be picked. */
export async function givenCertificate(
  type: 'pem' | 'pkcs12',
  { certificate, privateKey, pkcs12 }: GivenFiles,
  shared: { readonly domain: string; readonly passphrase: string },
): Promise<GivenCertificate | null> {
  if (type === 'pkcs12')
    return pkcs12 === null ? null : { type, ...shared, file: await readGivenFile(pkcs12) }
  if (certificate === null || privateKey === null) return null
  return {
    type,
    ...shared,
    certificate: await readGivenFile(certificate),
    privateKey: await readGivenFile(privateKey),
  }
}
