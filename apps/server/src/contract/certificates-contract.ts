import { oc, type } from '@orpc/contract'
import * as z from 'zod'
import type { NotDone } from './messages.ts'

/** More characters than any certificate has. */
const maxCharacters = 1_400_000

const file = z.strictObject({ name: z.string().max(4096), base64: z.base64().max(maxCharacters) })
const shared = { domain: z.string().max(1000), passphrase: z.string().max(10_000) }
const certificate = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('pem'), ...shared, certificate: file, privateKey: file }),
  z.strictObject({ type: z.literal('pkcs12'), ...shared, file }),
])

/** A file that the user picked. */
export type CertificateFile = z.infer<typeof file>
/** A client certificate that the user entered. */
export type NewClientCertificate = z.infer<typeof certificate>
export type CertificateAdded = { readonly state: 'added' } | NotDone

/**
 * The files of Settings → Certificates (behaviour 5.4). Every change notifies every window of the new settings.
 */
export const certificatesContract = {
  addClient: oc.input(certificate).output(type<CertificateAdded>()),
  addAuthority: oc.input(file).output(type<CertificateAdded>()),
  /** Removes a client certificate, named by the file of its key, or an authority. */
  remove: oc.input(z.strictObject({ filePath: z.string().max(4096) })).output(type<Record<string, never>>()),
}
