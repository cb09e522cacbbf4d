import { z } from 'zod'
import type { PlainVariable, Variable } from '../variables/variable.ts'
import type { InStep, Proven } from './in-step.ts'
import { descriptionSchema } from './row.ts'

const variableTypeSchema = z.enum(['string', 'number', 'boolean', 'null', 'object'])

const variableValueSchema = z.strictObject({ text: z.string(), type: variableTypeSchema.exactOptional() })

export const plainVariableSchema = z.strictObject({
  secret: z.literal(false),
  name: z.string(),
  value: variableValueSchema,
  enabled: z.boolean(),
  description: descriptionSchema.exactOptional(),
  variants: z
    .array(z.strictObject({ title: z.string(), selected: z.boolean(), value: variableValueSchema }))
    .exactOptional(),
})

const secretVariableSchema = z.strictObject({
  secret: z.literal(true),
  name: z.string(),
  enabled: z.boolean(),
  allowedToScripts: z.boolean(),
  type: variableTypeSchema.exactOptional(),
  description: descriptionSchema.exactOptional(),
})

/** A variable of any scope (behaviour 2.6). The value of a secret is passed separately. */
export const variableSchema = z.discriminatedUnion('secret', [plainVariableSchema, secretVariableSchema])

/** @proof */
export type PlainVariableSchemaInStep = Proven<InStep<typeof plainVariableSchema, PlainVariable>>
/** @proof */
export type VariableSchemaInStep = Proven<InStep<typeof variableSchema, Variable>>
