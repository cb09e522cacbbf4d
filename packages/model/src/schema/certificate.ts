import { z } from 'zod'
import type { ClientCertificate } from '../collection/collection.ts'
import type { InStep, Proven } from './in-step.ts'

const fields = { domain: z.string(), passphrase: z.string(), enabled: z.boolean() }

export const clientCertificateSchema = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal('pem'),
    ...fields,
    certificateFilePath: z.string(),
    privateKeyFilePath: z.string(),
  }),
  z.strictObject({ type: z.literal('pkcs12'), ...fields, pkcs12FilePath: z.string() }),
])

/** @proof */
export type ClientCertificateSchemaInStep = Proven<InStep<typeof clientCertificateSchema, ClientCertificate>>
