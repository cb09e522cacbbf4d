import fc from 'fast-check'
import type {
  Auth,
  BodyVariant,
  Collection,
  Environment,
  Folder,
  GraphQlBody,
  GraphQlRequest,
  GrpcRequest,
  HttpBody,
  HttpRequest,
  Item,
  MultipartPart,
  OAuth2Auth,
  PlainVariable,
  Request,
  RequestDefaults,
  RequestExample,
  RequestSettings,
  Row,
  Scripts,
  ServerSentEventsRequest,
  Variable,
  WebSocketRequest,
} from '../src/index.ts'
import { newAuth } from '../src/index.ts'

/** Nouns in every shape that the model allows, for the property tests. */

/** An object like those of the program: fast-check's own have no prototype now and then. */
const fields = <Model>(model: { [Key in keyof Model]: fc.Arbitrary<Model[Key]> }) =>
  fc.record(model, { noNullPrototype: true })

const text = fc.oneof(
  fc.string({ maxLength: 8 }),
  fc.constantFrom('', '{{name}}', '__proto__', 'constructor', 'inherit', 'null', 'a\nb: c', 'é😀', ' '),
)
const filledText = text.filter(value => value !== '')
const flag = fc.boolean()
const few = <Value>(value: fc.Arbitrary<Value>) => fc.array(value, { maxLength: 3 })
const description = fc.oneof(text, fc.constant(null), fields({ content: text, type: text }))
/** A record whose last keys may be absent. */
const record = <Required, Optional>(
  required: { [Key in keyof Required]: fc.Arbitrary<Required[Key]> },
  optional: { [Key in keyof Optional]: fc.Arbitrary<Optional[Key]> },
) =>
  fc
    .tuple(fields(required), fc.record(optional, { requiredKeys: [], noNullPrototype: true }))
    .map(([first, second]) => ({ ...first, ...second }))
const oneOf = <const Value>(...values: Value[]) => fc.constantFrom(...values)
const only = <const Value>(value: Value) => fc.constant(value)

const row: fc.Arbitrary<Row> = record({ name: text, value: text, enabled: flag }, { description })

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
  { secret: only(true), name: text, enabled: flag, allowedToScripts: flag },
  { description, type: oneOf('string', 'number', 'boolean', 'null', 'object') },
)

/** Names of secrets are unique: of two with one name the withheld one decides for both. */
const variables: fc.Arbitrary<Variable[]> = fc.uniqueArray(fc.oneof(plainVariable, secretVariable), {
  maxLength: 4,
  selector: variable => (variable.secret ? `secret ${variable.name}` : Symbol()),
})

const textAuth = <Type extends Auth['type'], Key extends string>(type: Type, ...keys: Key[]) =>
  fc.tuple(...keys.map(() => text)).map(texts => ({
    ...newAuth(type),
    ...Object.fromEntries(keys.map((key, index) => [key, texts[index]])),
  }))

const oauth2: fc.Arbitrary<OAuth2Auth> = fields({
  type: only('oauth2'),
  grantType: oneOf(
    'pasteAccessToken',
    'authorizationCode',
    'clientCredentials',
    'password',
    'deviceCode',
    'implicit',
  ),
  accessToken: text,
  authorizationUrl: text,
  deviceAuthorizationUrl: text,
  tokenUrl: text,
  refreshTokenUrl: text,
  callbackUrl: text,
  clientId: text,
  clientSecret: text,
  clientAuthentication: oneOf('header', 'body'),
  username: text,
  password: text,
  scope: text,
  state: text,
  pkce: oneOf('S256', 'plain', 'off'),
  additionalParameters: few(
    fields({
      request: oneOf('authorization', 'token', 'refresh'),
      name: text,
      value: text,
      placement: oneOf('header', 'query', 'body'),
    }),
  ),
  token: fields({
    id: text,
    placement: oneOf('header', 'query'),
    placementName: text,
    source: oneOf('accessToken', 'idToken'),
    fetchAutomatically: flag,
    refreshAutomatically: flag,
    renewOnUnauthorized: flag,
  }),
})

/** One arbitrary for each type, so that a test can name the type that fails. */
export const arbitraryAuths: { readonly [Type in Auth['type']]: fc.Arbitrary<Auth> } = {
  inherit: only({ type: 'inherit' }),
  none: only({ type: 'none' }),
  bearer: textAuth('bearer', 'token'),
  apiKey: fields({
    type: only('apiKey'),
    key: text,
    value: text,
    placement: oneOf('header', 'query'),
  }),
  basic: textAuth('basic', 'username', 'password'),
  digest: textAuth('digest', 'username', 'password'),
  wsse: textAuth('wsse', 'username', 'password'),
  ntlm: textAuth('ntlm', 'username', 'password', 'domain'),
  signatureV4: textAuth(
    'signatureV4',
    'accessKeyId',
    'secretAccessKey',
    'sessionToken',
    'region',
    'service',
    'profileName',
  ),
  oauth1: fields({
    type: only('oauth1'),
    consumerKey: text,
    consumerSecret: text,
    accessToken: text,
    accessTokenSecret: text,
    callbackUrl: text,
    verifier: text,
    signatureMethod: oneOf(
      'HMAC-SHA1',
      'HMAC-SHA256',
      'HMAC-SHA512',
      'RSA-SHA1',
      'RSA-SHA256',
      'RSA-SHA512',
      'PLAINTEXT',
    ),
    privateKey: fields({ source: oneOf('file', 'text'), value: text }),
    timestamp: text,
    nonce: text,
    version: text,
    realm: text,
    placement: oneOf('header', 'query', 'body'),
    includeBodyHash: flag,
  }),
  oauth2,
  jwt: fields({
    type: only('jwt'),
    algorithm: text,
    secret: text,
    isSecretBase64: flag,
    privateKey: text,
    payload: text,
    header: text,
    prefix: text,
    placement: oneOf('header', 'query'),
    queryName: text,
  }),
  hawk: fields({
    type: only('hawk'),
    id: text,
    key: text,
    algorithm: oneOf('sha1', 'sha256'),
    user: text,
    nonce: text,
    ext: text,
    app: text,
    dlg: text,
    timestamp: text,
    includePayloadHash: flag,
  }),
}
const auth = fc.oneof(...Object.values(arbitraryAuths))

const partFields = { name: text, enabled: flag }
const optionalPartFields = { contentType: text, description }
/** `values` replaces `value`, and `isList` tells a list of one from the one: as reading gives them. */
const part: fc.Arbitrary<MultipartPart> = fc.oneof(
  record({ kind: only('text'), ...partFields, value: text }, optionalPartFields),
  record({ kind: only('text'), ...partFields, value: only(''), values: few(text) }, optionalPartFields),
  record({ kind: only('file'), ...partFields, filePaths: few(filledText) }, optionalPartFields),
  record(
    { kind: only('file'), ...partFields, filePaths: fc.array(text, { maxLength: 1 }), isList: only(true) },
    optionalPartFields,
  ),
)

const graphQlBody: fc.Arbitrary<GraphQlBody> = fields({
  type: only('graphql'),
  query: text,
  variables: text,
})

/** One arbitrary for each type, so that a test can name the type that fails. */
export const arbitraryBodies: { readonly [Type in HttpBody['type']]: fc.Arbitrary<HttpBody> } = {
  none: only({ type: 'none' }),
  raw: fields({
    type: only('raw'),
    language: oneOf('text', 'json', 'xml', 'html', 'javascript', 'yaml', 'sparql'),
    text,
  }),
  multipart: fields({ type: only('multipart'), parts: few(part) }),
  urlEncoded: fields({ type: only('urlEncoded'), fields: few(row) }),
  file: fields({
    type: only('file'),
    files: few(record({ filePath: text, contentType: text, selected: flag }, { description: text })),
  }),
  graphql: graphQlBody,
}
const body = fc.oneof(...Object.values(arbitraryBodies))

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
  url: text,
  auth,
  scripts,
  variables: few(plainVariable),
}
const optionalRequestFields = { description, sequence: fc.nat(), docs: text }
const assertions = few(
  record({ expression: text, operator: text, enabled: flag }, { value: text, description }),
)
const httpFields = {
  ...requestFields,
  method: text,
  params: few(row),
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
      url: text,
      headers: few(row),
      params: few(row),
      pathParams: few(row),
      body,
    }),
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
      { ...optionalRequestFields, app: fields({ enabled: flag, code: text }) },
    ),
    bodies(body),
  )
  .map(([request, chosen]) => ({ ...request, ...chosen }))

const graphQlRequest: fc.Arbitrary<GraphQlRequest> = fc
  .tuple(record({ kind: only('graphql'), ...httpFields }, optionalRequestFields), bodies(graphQlBody))
  .map(([request, chosen]) => ({ ...request, ...chosen }))

const serverSentEventsRequest: fc.Arbitrary<ServerSentEventsRequest> = record(
  { kind: only('serverSentEvents'), ...httpFields, body },
  optionalRequestFields,
)

const webSocketRequest: fc.Arbitrary<WebSocketRequest> = record(
  {
    kind: only('webSocket'),
    ...requestFields,
    params: few(row),
    headers: few(row),
    cookies: few(row),
    messages: few(
      fields({
        title: text,
        selected: flag,
        format: oneOf('text', 'json', 'xml', 'binary'),
        data: text,
      }),
    ),
    settings: fields({
      timeoutMs: inheritable(fc.nat()),
      keepAliveIntervalMs: inheritable(fc.nat()),
    }),
  },
  optionalRequestFields,
)

const grpcRequest: fc.Arbitrary<GrpcRequest> = record(
  {
    kind: only('grpc'),
    ...requestFields,
    method: text,
    methodType: oneOf('unary', 'clientStreaming', 'serverStreaming', 'bidirectionalStreaming'),
    protoFilePath: text,
    metadata: few(row),
    messages: few(fields({ title: text, selected: flag, text })),
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
  auth,
  variables: few(plainVariable),
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

export const arbitraryWorkspaceFile = fields({ name: text, variables })

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
