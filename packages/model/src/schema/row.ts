import { z } from 'zod'
import type { Description, Row } from '../row.ts'
import type { InStep, Proven } from './in-step.ts'

export const descriptionSchema = z.union([
  z.string(),
  z.strictObject({ content: z.string(), type: z.string() }),
  z.null(),
])

export const rowSchema = z.strictObject({
  name: z.string(),
  value: z.string(),
  enabled: z.boolean(),
  urlText: z.string().exactOptional(),
  description: descriptionSchema.exactOptional(),
})

export const rowsSchema = z.array(rowSchema)

/** @proof */
export type DescriptionSchemaInStep = Proven<InStep<typeof descriptionSchema, Description>>
/** @proof */
export type RowSchemaInStep = Proven<InStep<typeof rowSchema, Row>>
