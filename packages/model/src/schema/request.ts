import { z } from 'zod'
import type { RequestExample } from '../request/example.ts'
import { grpcCompressions, grpcDefinitions, grpcWebs } from '../request/grpc-part.ts'
import type { HttpRequest, Request } from '../request/request.ts'
import type { RequestSettings } from '../request/request-settings.ts'
import { webSocketMessageFormats } from '../request/web-socket-part.ts'
import { withAlignedParams } from '../url/align-params.ts'
import { authSchema } from './auth.ts'
import { bodyVariantSchema, graphQlBodySchema, httpBodySchema } from './body.ts'
import type { InStep, Proven } from './in-step.ts'
import { descriptionSchema, rowsSchema } from './row.ts'
import { streamLimitsSchema } from './stream-limits.ts'
import { plainVariableSchema } from './variable.ts'

const text = z.string()
const inherited = z.literal('inherit')
const inheritableNumber = z.union([z.number(), inherited])
const inheritableFlag = z.union([z.boolean(), inherited])

export const requestSettingsSchema = z.strictObject({
  timeoutMs: inheritableNumber,
  followRedirects: inheritableFlag,
  maxRedirects: inheritableNumber,
  encodeUrl: inheritableFlag,
  forwardAuthorization: inheritableFlag,
  httpVersion: z.enum(['auto', '1.1', '2', 'inherit']),
})

export const scriptsSchema = z.strictObject({
  preRequest: text,
  postResponse: text,
  tests: text,
  hooks: text,
})

const assertionSchema = z.strictObject({
  expression: text,
  operator: text,
  value: text.exactOptional(),
  enabled: z.boolean(),
  description: descriptionSchema.exactOptional(),
})

const actionSchema = z.strictObject({
  type: z.literal('setVariable'),
  phase: z.enum(['preRequest', 'postResponse']),
  expression: text,
  variableName: text,
  variableScope: z.enum(['runtime', 'request', 'folder', 'collection', 'environment']),
  enabled: z.boolean(),
  description: descriptionSchema.exactOptional(),
})

const exampleSchema = z.strictObject({
  name: text,
  description: descriptionSchema.exactOptional(),
  request: z
    .strictObject({
      method: text,
      url: text,
      headers: rowsSchema,
      params: rowsSchema,
      pathParams: rowsSchema,
      body: httpBodySchema,
    })
    .overwrite(withAlignedParams)
    .exactOptional(),
  response: z
    .strictObject({
      statusCode: z.number(),
      reasonPhrase: text,
      headers: z.array(z.strictObject({ name: text, value: text })),
      body: z
        .strictObject({ type: z.enum(['json', 'text', 'xml', 'html', 'binary']), data: text })
        .exactOptional(),
    })
    .exactOptional(),
})

const requestFields = {
  name: text,
  description: descriptionSchema.exactOptional(),
  tags: z.array(text),
  sequence: z.number().exactOptional(),
  url: text,
  auth: authSchema,
  scripts: scriptsSchema,
  variables: z.array(plainVariableSchema),
  docs: text.exactOptional(),
}

const httpFields = {
  ...requestFields,
  method: text,
  params: rowsSchema,
  pathParams: rowsSchema,
  headers: rowsSchema,
  cookies: rowsSchema,
  settings: requestSettingsSchema,
  assertions: z.array(assertionSchema),
  actions: z.array(actionSchema),
  textPath: text.exactOptional(),
}

const streamSettingsSchema = z.strictObject({
  reconnect: z.boolean(),
  reconnectOtherMethods: z.literal(true).exactOptional(),
  idleMs: z.number(),
  lastEventId: text,
  runLimits: streamLimitsSchema.exactOptional(),
})

/** A draft of a message of a WebSocket. */
const grpcPartFields = {
  method: text,
  methodType: z.enum(['unary', 'clientStreaming', 'serverStreaming', 'bidirectionalStreaming']),
  protoFilePath: text,
  messages: z.array(z.strictObject({ title: text, selected: z.boolean(), text })),
  options: z.strictObject({
    definition: z.enum(grpcDefinitions),
    descriptorSetPath: text,
    deadlineMs: z.number(),
    maxMessageBytes: z.number(),
    compression: z.enum(grpcCompressions),
    web: z.enum(grpcWebs).exactOptional(),
    showsDefaults: z.boolean(),
  }),
}

const webSocketMessageSchema = z.strictObject({
  title: text,
  selected: z.boolean(),
  format: z.enum(webSocketMessageFormats),
  data: text,
})

const webSocketPartSchema = z.strictObject({
  messages: z.array(webSocketMessageSchema),
  subprotocols: z.array(text),
  keepAliveIntervalMs: inheritableNumber,
  pongTimeoutMs: z.number(),
  deflate: z.boolean(),
  reconnect: z.boolean(),
  reconnectAfterClose: z.literal(true).exactOptional(),
  maxMessageBytes: z.number(),
  closeCode: z.number(),
  closeReason: text,
  runLimits: streamLimitsSchema.exactOptional(),
})

const draftFields = {
  kind: z.literal('http'),
  ...httpFields,
  body: httpBodySchema,
  bodyVariants: z.array(bodyVariantSchema(httpBodySchema)).exactOptional(),
  examples: z.array(exampleSchema),
  app: z.strictObject({ enabled: z.boolean(), code: text }).exactOptional(),
}

/** A whole request that the page sends, with the part of its kind. */
export const httpRequestSchema = z.union([
  z.strictObject(draftFields).overwrite(withAlignedParams),
  z.strictObject({ ...draftFields, stream: streamSettingsSchema }).overwrite(withAlignedParams),
  z.strictObject({ ...draftFields, webSocket: webSocketPartSchema }).overwrite(withAlignedParams),
  z.strictObject({ ...draftFields, grpc: z.strictObject(grpcPartFields) }).overwrite(withAlignedParams),
])

const graphQlRequestSchema = z
  .strictObject({
    kind: z.literal('graphql'),
    ...httpFields,
    body: graphQlBodySchema,
    bodyVariants: z.array(bodyVariantSchema(graphQlBodySchema)).exactOptional(),
    examples: z.array(exampleSchema).exactOptional(),
  })
  .overwrite(withAlignedParams)

const serverSentEventsRequestSchema = z
  .strictObject({
    kind: z.literal('serverSentEvents'),
    ...httpFields,
    body: httpBodySchema,
    stream: streamSettingsSchema,
  })
  .overwrite(withAlignedParams)

const webSocketRequestSchema = z
  .strictObject({
    kind: z.literal('webSocket'),
    ...requestFields,
    params: rowsSchema,
    pathParams: rowsSchema,
    headers: rowsSchema,
    cookies: rowsSchema,
    settings: requestSettingsSchema,
    webSocket: webSocketPartSchema,
  })
  .overwrite(withAlignedParams)

const grpcRequestSchema = z.strictObject({
  kind: z.literal('grpc'),
  ...requestFields,
  ...grpcPartFields,
  metadata: rowsSchema,
  assertions: z.array(assertionSchema),
})

/** A request of any kind (behaviour 1). */
export const requestSchema = z.union([
  httpRequestSchema,
  z.discriminatedUnion('kind', [
    graphQlRequestSchema,
    serverSentEventsRequestSchema,
    webSocketRequestSchema,
    grpcRequestSchema,
  ]),
])

/** @proof */
export type RequestSettingsSchemaInStep = Proven<InStep<typeof requestSettingsSchema, RequestSettings>>
/** @proof */
export type ExampleSchemaInStep = Proven<InStep<typeof exampleSchema, RequestExample>>
/** @proof */
export type HttpRequestSchemaInStep = Proven<InStep<typeof httpRequestSchema, HttpRequest>>
/** @proof */
export type RequestSchemaInStep = Proven<InStep<typeof requestSchema, Request>>
