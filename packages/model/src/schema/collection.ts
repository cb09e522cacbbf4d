import { z } from 'zod'
import type { Environment, RequestDefaults } from '../collection/collection.ts'
import { authSchema } from './auth.ts'
import { clientCertificateSchema } from './certificate.ts'
import type { InStep, Proven } from './in-step.ts'
import { requestSettingsSchema, scriptsSchema } from './request.ts'
import { descriptionSchema, rowsSchema } from './row.ts'
import { variableSchema } from './variable.ts'

/** The settings of a folder or collection that the page edits. */
export const requestDefaultsSchema = z.strictObject({
  headers: rowsSchema,
  metadata: rowsSchema,
  auth: authSchema,
  variables: z.array(variableSchema),
  scripts: scriptsSchema,
  settings: requestSettingsSchema,
  graphqlSettings: requestSettingsSchema,
})

export const environmentSchema = z.strictObject({
  name: z.string(),
  color: z.string(),
  description: descriptionSchema.exactOptional(),
  variables: z.array(variableSchema),
  clientCertificates: z.array(clientCertificateSchema),
  extendsName: z.string(),
  dotEnvFilePath: z.string(),
  externalSecrets: z
    .strictObject({
      store: z.enum([
        'hashicorp-vault-cloud',
        'hashicorp-vault-server',
        'aws-secrets-manager',
        'azure-key-vault',
        'gcp-secrets-manager',
      ]),
      variables: z.array(
        z.strictObject({
          name: z.string(),
          enabled: z.boolean(),
          description: descriptionSchema.exactOptional(),
          reference: z.string(),
        }),
      ),
    })
    .exactOptional(),
})

/** @proof */
export type RequestDefaultsSchemaInStep = Proven<InStep<typeof requestDefaultsSchema, RequestDefaults>>
/** @proof */
export type EnvironmentSchemaInStep = Proven<InStep<typeof environmentSchema, Environment>>
