import { z } from 'zod'
import type { GraphQlBody, HttpBody } from '../request/body.ts'
import type { InStep, Proven } from './in-step.ts'
import { descriptionSchema, rowsSchema } from './row.ts'
import { streamLimitsSchema } from './stream-limits.ts'

const partFields = {
  name: z.string(),
  enabled: z.boolean(),
  contentType: z.string().exactOptional(),
  description: descriptionSchema.exactOptional(),
}

const multipartPartSchema = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('text'),
    ...partFields,
    value: z.string(),
    values: z.array(z.string()).exactOptional(),
  }),
  z.strictObject({
    kind: z.literal('file'),
    ...partFields,
    filePaths: z.array(z.string()),
    isList: z.boolean().exactOptional(),
  }),
])

const bodyFileSchema = z.strictObject({
  filePath: z.string(),
  contentType: z.string(),
  selected: z.boolean(),
  description: z.string().exactOptional(),
})

export const graphQlBodySchema = z.strictObject({
  type: z.literal('graphql'),
  query: z.string(),
  variables: z.string(),
  operationName: z.string().exactOptional(),
  extensions: z.string().exactOptional(),
  uploads: z.array(z.strictObject({ variable: z.string(), filePath: z.string() })).exactOptional(),
  subscription: z
    .strictObject({
      transport: z.string(),
      url: z.string(),
      connectionParams: z.string(),
      runLimits: streamLimitsSchema.exactOptional(),
    })
    .exactOptional(),
  schema: z.strictObject({ source: z.string(), path: z.string() }).exactOptional(),
})

/** The body types of an HTTP request (behaviour 2.2). */
export const httpBodySchema = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('none') }),
  z.strictObject({
    type: z.literal('raw'),
    language: z.enum(['text', 'json', 'xml', 'html', 'javascript', 'yaml', 'sparql']),
    text: z.string(),
  }),
  z.strictObject({ type: z.literal('multipart'), parts: z.array(multipartPartSchema) }),
  z.strictObject({ type: z.literal('urlEncoded'), fields: rowsSchema }),
  z.strictObject({ type: z.literal('file'), files: z.array(bodyFileSchema) }),
  graphQlBodySchema,
])

/** Returns a schema for a titled body. */
export const bodyVariantSchema = <Body extends z.ZodType>(body: Body) =>
  z.strictObject({ title: z.string(), selected: z.boolean(), body })

/** @proof */
export type HttpBodySchemaInStep = Proven<InStep<typeof httpBodySchema, HttpBody>>
/** @proof */
export type GraphQlBodySchemaInStep = Proven<InStep<typeof graphQlBodySchema, GraphQlBody>>
