import fc from 'fast-check'
import {
  type BodyVariant,
  type Collection,
  type Environment,
  type Folder,
  type GraphQlRequest,
  type GrpcRequest,
  type HttpRequest,
  type Item,
  type PlainVariable,
  type Request,
  type RequestDefaults,
  type RequestExample,
  type RequestSettings,
  type Scripts,
  type ServerSentEventsRequest,
  type Variable,
  type WebSocketRequest,
  webSocketMessageFormats,
  withAlignedParams,
} from '../src/index.ts'
import { arbitraryAuth } from './arbitrary-auth.ts'
import { arbitraryBody, graphQlBody, runLimits } from './arbitrary-body.ts'
import {
  description,
  few,
  fields,
  flag,
  oneOf,
  only,
  param,
  record,
  row,
  text,
  urlText,
} from './arbitrary-fields.ts'

/** Entities in every shape that the model allows, for the property tests. */

const inheritable = <Value>(value: fc.Arbitrary<Value>) => fc.oneof(value, only('inherit'))
const settings: fc.Arbitrary<RequestSettings> = fields({
  timeoutMs: inheritable(fc.nat()),
  followRedirects: inheritable(flag),
  maxRedirects: inheritable(fc.nat()),
  encodeUrl: inheritable(flag),
  forwardAuthorization: inheritable(flag),
  httpVersion: oneOf('auto', '1.1', '2', 'inherit'),
})

const scripts: fc.Arbitrary<Scripts> = fields({
  preRequest: text,
  postResponse: text,
  tests: text,
  hooks: text,
})

const variableValue = record({ text }, { type: oneOf('string', 'number', 'boolean', 'null', 'object') })
const plain = { secret: only(false), name: text, value: variableValue, enabled: flag }
const variants = few(fields({ title: text, selected: flag, value: variableValue }))

/** The value is the chosen variant's where there are variants, as reading gives it. */
const plainVariable: fc.Arbitrary<PlainVariable> = fc.oneof(
  record(plain, { description }),
  record({ ...plain, variants }, { description }).map(variable => {
    const chosen = variable.variants.find(variant => variant.selected) ?? variable.variants[0]
    return { ...variable, value: chosen?.value ?? { text: '' } }
  }),
)

const secretVariable = record(
  { secret: only(true), name: text, enabled: flag, allowedToScripts: only(false) },
  { description, type: oneOf('string', 'number', 'boolean', 'null', 'object') },
)

const variables: fc.Arbitrary<Variable[]> = fc.array(fc.oneof(plainVariable, secretVariable), {
  maxLength: 4,
})

/** Names decide which are secret, so none is shared by a secret and another variable, and no secret is without one. */
const inheritedVariables = variables.map(all => {
  const names = new Set(all.flatMap(one => (one.secret ? [] : [one.name])))
  return all.filter(one => !one.secret || (one.name !== '' && !names.has(one.name)))
})

/** The body is the chosen variant's where there are variants, as reading gives it. */
const bodies = <Body>(one: fc.Arbitrary<Body>) =>
  fc.oneof(
    one.map((body): { readonly body: Body; readonly bodyVariants?: BodyVariant<Body>[] } => ({ body })),
    fc
      .array(fields({ title: text, selected: flag, body: one }), { minLength: 1, maxLength: 3 })
      .map(bodyVariants => {
        const chosen = bodyVariants.find(variant => variant.selected) ?? bodyVariants[0]
        if (chosen === undefined) throw new Error('There is at least one variant.')
        return { body: chosen.body, bodyVariants }
      }),
  )

const requestFields = {
  name: text,
  tags: few(text),
  url: urlText,
  auth: arbitraryAuth,
  scripts,
  variables: few(plainVariable),
}
const optionalRequestFields = { description, sequence: fc.nat(), docs: text }
const optionalHttpFields = { ...optionalRequestFields, textPath: text.filter(path => path !== '') }
const assertions = few(
  record({ expression: text, operator: text, enabled: flag }, { value: text, description }),
)
const httpFields = {
  ...requestFields,
  method: text,
  params: few(param),
  pathParams: few(row),
  headers: few(row),
  cookies: few(row),
  settings,
  assertions,
  actions: few(
    record(
      {
        type: only('setVariable'),
        phase: oneOf('preRequest', 'postResponse'),
        expression: text,
        variableName: text,
        variableScope: oneOf('runtime', 'request', 'folder', 'collection', 'environment'),
        enabled: flag,
      },
      { description },
    ),
  ),
}

const example: fc.Arbitrary<RequestExample> = record(
  { name: text },
  {
    description,
    request: fields({
      method: text,
      url: urlText,
      headers: few(row),
      params: few(row),
      pathParams: few(row),
      body: arbitraryBody,
    }).map(withAlignedParams),
    response: record(
      { statusCode: fc.nat(), reasonPhrase: text, headers: few(fields({ name: text, value: text })) },
      { body: fields({ type: oneOf('json', 'text', 'xml', 'html', 'binary'), data: text }) },
    ),
  },
)

const httpRequest: fc.Arbitrary<HttpRequest> = fc
  .tuple(
    record(
      { kind: only('http'), ...httpFields, examples: few(example) },
      { ...optionalHttpFields, app: fields({ enabled: flag, code: text }) },
    ),
    bodies(arbitraryBody),
  )
  .map(([request, chosen]) => withAlignedParams({ ...request, ...chosen }))

const graphQlRequest: fc.Arbitrary<GraphQlRequest> = fc
  .tuple(
    record(
      { kind: only('graphql'), ...httpFields },
      { ...optionalHttpFields, examples: fc.array(example, { minLength: 1, maxLength: 2 }) },
    ),
    bodies(graphQlBody),
  )
  .map(([request, chosen]) => withAlignedParams({ ...request, ...chosen }))

const serverSentEventsRequest: fc.Arbitrary<ServerSentEventsRequest> = record(
  {
    kind: only('serverSentEvents'),
    ...httpFields,
    body: arbitraryBody,
    stream: record(
      { reconnect: flag, idleMs: fc.nat(), lastEventId: text },
      { runLimits, reconnectOtherMethods: only(true) },
    ),
  },
  optionalHttpFields,
).map(withAlignedParams)

const webSocketRequest: fc.Arbitrary<WebSocketRequest> = record(
  {
    kind: only('webSocket'),
    ...requestFields,
    params: few(param),
    pathParams: few(row),
    headers: few(row),
    cookies: few(row),
    settings,
    webSocket: record(
      {
        messages: few(
          fields({
            title: text,
            selected: flag,
            format: oneOf(...webSocketMessageFormats),
            data: text,
          }),
        ),
        subprotocols: few(text),
        keepAliveIntervalMs: inheritable(fc.nat()),
        pongTimeoutMs: fc.nat(),
        deflate: flag,
        reconnect: flag,
        maxMessageBytes: fc.nat(),
        closeCode: fc.nat(),
        closeReason: text,
      },
      { reconnectAfterClose: only(true), runLimits },
    ),
  },
  optionalRequestFields,
).map(withAlignedParams)

const grpcRequest: fc.Arbitrary<GrpcRequest> = record(
  {
    kind: only('grpc'),
    ...requestFields,
    method: text,
    methodType: oneOf('unary', 'clientStreaming', 'serverStreaming', 'bidirectionalStreaming'),
    protoFilePath: text,
    metadata: few(row),
    messages: few(fields({ title: text, selected: flag, text })),
    options: record(
      {
        definition: oneOf('reflection', 'proto', 'descriptorSet'),
        descriptorSetPath: text,
        deadlineMs: fc.nat(),
        maxMessageBytes: fc.nat(),
        compression: oneOf('none', 'gzip'),
        showsDefaults: flag,
      },
      { web: oneOf('binary', 'text') },
    ),
    assertions,
  },
  optionalRequestFields,
)

/** One arbitrary for each kind, so that a test can name the kind that fails. */
export const arbitraryRequests: { readonly [Kind in Request['kind']]: fc.Arbitrary<Request> } = {
  http: httpRequest,
  graphql: graphQlRequest,
  serverSentEvents: serverSentEventsRequest,
  webSocket: webSocketRequest,
  grpc: grpcRequest,
}

const requestDefaults: fc.Arbitrary<RequestDefaults> = fields({
  headers: few(row),
  metadata: few(row),
  auth: arbitraryAuth,
  variables: inheritedVariables,
  scripts,
  settings,
  graphqlSettings: settings,
})

const clientCertificate = fc.oneof(
  fields({
    type: only('pem'),
    domain: text,
    passphrase: text,
    enabled: flag,
    certificateFilePath: text,
    privateKeyFilePath: text,
  }),
  fields({ type: only('pkcs12'), domain: text, passphrase: text, enabled: flag, pkcs12FilePath: text }),
)

const leaf: fc.Arbitrary<Item> = fc.oneof(
  ...Object.values(arbitraryRequests),
  fields({ kind: only('scriptFile'), script: text }),
  record(
    { kind: only('appFile'), name: text, tags: few(text), code: text },
    { description, sequence: fc.nat() },
  ),
)

const folderOf = (items: fc.Arbitrary<readonly Item[]>): fc.Arbitrary<Folder> =>
  record(
    { kind: only('folder'), name: text, tags: few(text), defaults: requestDefaults, items },
    { description, sequence: fc.nat(), docs: description },
  )

export const arbitraryFolder = folderOf(
  fc.array(fc.oneof(leaf, folderOf(fc.array(leaf, { maxLength: 2 }))), { maxLength: 2 }),
)

export const arbitraryEnvironment: fc.Arbitrary<Environment> = record(
  {
    name: text,
    color: text,
    variables,
    clientCertificates: few(clientCertificate),
    extendsName: text,
    dotEnvFilePath: text,
  },
  {
    description,
    externalSecrets: fields({
      store: oneOf(
        'hashicorp-vault-cloud',
        'hashicorp-vault-server',
        'aws-secrets-manager',
        'azure-key-vault',
        'gcp-secrets-manager',
      ),
      variables: few(record({ name: text, enabled: flag, reference: text }, { description })),
    }),
  },
)

const someText = text.filter(one => one !== '')

export const arbitraryWorkspaceFile = record(
  { name: text, variables },
  { collections: fc.array(fields({ name: someText, path: someText }), { minLength: 1, maxLength: 3 }) },
)

export const arbitraryCollection: fc.Arbitrary<Collection> = record(
  {
    kind: only('collection'),
    name: text,
    summary: text,
    version: text,
    authors: few(fields({ name: text, email: text, url: text })),
    defaults: requestDefaults,
    items: fc.array(fc.oneof(leaf, folderOf(fc.array(leaf, { maxLength: 1 }))), { maxLength: 2 }),
    environments: few(arbitraryEnvironment),
    protobuf: fields({
      protoFilePaths: few(text),
      importPaths: few(fields({ path: text, enabled: flag })),
    }),
    clientCertificates: few(clientCertificate),
    bundled: flag,
  },
  {
    docs: description,
    isSample: only(true),
    proxy: record(
      {
        enabled: flag,
        inherit: flag,
        protocol: text,
        hostname: text,
        username: text,
        password: text,
        isAuthEnabled: flag,
        bypass: text,
      },
      { port: fc.nat() },
    ),
  },
)
