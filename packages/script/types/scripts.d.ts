/**
 * All that a script finds in its sandbox: the source of the editor's completion and of
 * docs/scripting.md. A test holds it against the sandbox, member by member.
 */

// biome-ignore lint/suspicious/noExplicitAny: what JSON holds is for the script to know.
type AnyValue = any

/** The application’s own namespace. `tool.response.status` is the number. */
declare const tool: ToolNamespace

/** Scripts written for Postman. `pm.response.status` is the text; use `pm.response.code` for the number. */
declare const pm: PmNamespace

/** Scripts written for Insomnia: the same as `pm`, with `baseEnvironment` and `baseGlobals` for the environment. */
declare const insomnia: PmNamespace & { baseEnvironment: SessionVariables; baseGlobals: SessionVariables }

/** Scripts written for Bruno: variables, requests, sleep. */
declare const bru: BruNamespace

/** The request, in scripts written for Bruno. Changes are applied last, after auth, and sent as they are set. */
declare const req: BruRequest

/** The response, in scripts written for Bruno; null before the send. `res('items[0].id')` looks into the body. */
declare const res: BruResponse | null

/** Scripts written for Hoppscotch. The newer API of that client is not supported. */
declare const pw: PwNamespace

/** A test of Bruno. One that returns a promise is waited for. */
declare function test(name: string, run: () => unknown): Promise<void> | undefined

/** The assertions of chai. */
declare const expect: Expect

/** Results by name, in old Postman scripts: `tests['is ok'] = responseCode.code === 200`. Listed when the script ends. */
declare const tests: Record<string, unknown>

/** Old Postman scripts: variables by function call. */
declare const postman: OlderPostman

/** Old Postman scripts: the response body as text; not there before the send. */
declare const responseBody: string

/** Old Postman scripts: code and name of the status; not there before the send. */
declare const responseCode: { code: number; name: string; detail: string }

/** Old Postman scripts: milliseconds; not there before the send. */
declare const responseTime: number

/** Old Postman scripts: response headers by name; not there before the send. */
declare const responseHeaders: Record<string, string>

/** Old Postman scripts: cookies that the response sets; not there before the send. */
declare const responseCookies: { name: string; value: string }[]

/** Old Postman scripts: the request as an object. */
declare const request: OlderRequest

/** Old Postman scripts: values by name. */
declare const environment: Record<string, string>

/** Old Postman scripts: the same as `environment`. */
declare const globals: Record<string, string>

/** Old Postman scripts: which iteration of a run this is, from 0; 0 in a single send. */
declare const iteration: number

/** Old Postman scripts: the data row of the collection runner by name; empty in a single send. */
declare const data: Record<string, unknown>

/** lodash 4.18. */
declare const _: AnyValue

/** crypto-js 4.2: digests, HMAC, ciphers. */
declare const CryptoJS: AnyValue

/** moment 2.31. */
declare const moment: AnyValue

/** cheerio 1.2: `cheerio.load(html)`. */
declare const cheerio: AnyValue

/** XML as an object, as Postman reads it: attributes in `$`, the text next to them in `_`. */
declare function xml2Json(xml: string): AnyValue

/** tv4 1.3: JSON Schema draft-04. */
declare const tv4: AnyValue

/** uuid 14: `uuid.v4()`, or `uuid()`. */
declare const uuid: AnyValue

/** A bundled package by its name, if Settings → Editor → Bundled libraries by require is on (`--script-libraries` in runs). */
declare function require(name: string): AnyValue

interface ToolNamespace {
  /** Lists a test. It fails when the function throws; a promise that it returns is not waited for, nor are its timers. */
  test: TestFunction
  /** The assertions of chai. */
  expect: Expect
  /** Session variables: visible to the other requests, overriding those in files, never written to a file, lost on restart. */
  environment: SessionVariables
  /** Variables of this send only. */
  variables: SessionVariables
  /** The request. */
  request: RequestView
  /** The response; null before the send. */
  response: ResponseView | null
}

interface PmNamespace extends ToolNamespace {
  /** As `tool.environment`, and the name of the environment in use. */
  environment: SessionVariables & { name: string }
  /** The same as `pm.environment`; it does not change globals. */
  globals: SessionVariables
  /** The same as `pm.environment`; it does not change collection variables. */
  collectionVariables: SessionVariables
  /** Sends a request; at most 5 per script, in pre-request scripts only. The send waits for the callback. `await` cannot be used on it. */
  sendRequest(
    request: string | PmRequest,
    callback: (error: Error | null, response?: PmSentResponse) => void,
  ): undefined
  /** Name and id of the request. */
  info: {
    requestName: string
    requestId: string
    eventName: string
    iteration: number
    iterationCount: number
  }
  /** Present; no effect but a note. */
  cookies: object
  /** The data row of the collection runner, with the types of the data file; empty in a single send. */
  iterationData: {
    get(name: string): unknown
    has(name: string): boolean
    unset(name: string): void
    toObject(): Record<string, unknown>
  }
  /** The request with which a run continues, null to end; for runs that let scripts change the order. */
  setNextRequest(name: string | null): void
  /** As `setNextRequest`; `skipRequest` ends a pre-request script, and its request is not sent, also in a single send. */
  execution: {
    setNextRequest(name: string | null): void
    skipRequest(): void
    location: string[] & { current: string }
    runRequest(id: string): never
  }
  /** Not supported. */
  visualizer: { set(template: string): never; clear(): never }
  /** Not supported. */
  vault: { get(name: string): never; set(name: string, value: string): never; unset(name: string): never }
  /** Not supported. */
  require(name: string): never
}

interface TestFunction {
  (name: string, run: (done: () => void) => unknown): void
  /** Lists nothing and runs nothing, and leaves a note. */
  skip(name: string, run?: () => unknown): void
}

interface SessionVariables {
  /** The value as text; null if there is none. A withheld secret stops the script. */
  get(name: string): string | null
  /** Stores a value as text: objects and lists as JSON. */
  set(name: string, value: unknown): void
  /** Removes what scripts have set. */
  unset(name: string): void
  /** True if the variable exists; false for a withheld secret. */
  has(name: string): boolean
  /** Removes everything that scripts have set. */
  clear(): void
  /** Names and values that the script may see. */
  toObject(): Record<string, string>
  /** Fills in `{{name}}` in a text; `{{$guid}}`, `{{$randomUUID}}`, `{{$timestamp}}`, `{{$isoTimestamp}}` and `{{$randomInt}}` too. */
  replaceIn(text: string): string
}

interface RequestView {
  /** The URL with variables filled in; withheld secrets stay as `{{name}}`. A pre-request script may set another one. The text has the members of Postman’s URL, such as `getHost()`, `getPath()` and `query`. */
  url: string
  /** In capitals. A pre-request script may set another one, as `req.setMethod` does. */
  method: string
  /** As sent; in a pre-request script only those that scripts have set. A pre-request script may set further ones. */
  headers: RequestHeaders
  /** The name of the request. */
  name: string
  /** The id of the request. */
  id: string
  /** The body as typed. A pre-request script may set another one: text, an object for JSON, or one with a `mode`. */
  body:
    | {
        mode: string
        raw?: string
        urlencoded?: { key: string; value: string }[]
        graphql?: { query: string; variables: string }
      }
    | undefined
  /** Undefined: scripts cannot read the authorization, and an assignment has no effect. */
  auth: undefined
  /** As `headers.add`. */
  addHeader(header: HeaderItem | string): void
  /** As `headers.upsert`. */
  upsertHeader(header: HeaderItem | string): void
  /** As `headers.remove`. */
  removeHeader(name: string): void
  /** Header values by name. */
  getHeaders(): Record<string, string>
  /** Calls a function with each header. */
  forEachHeader(run: (header: HeaderItem) => void): void
  /** Adds query params to the URL: as text, as an item, or a list of items; in pre-request scripts only. */
  addQueryParams(params: string | HeaderItem | HeaderItem[]): void
  /** Removes query params of these names from the URL; in pre-request scripts only. */
  removeQueryParams(names: string | string[]): void
  /** What `JSON.stringify` writes. */
  toJSON(): object
}

interface ResponseView {
  /** The status code. */
  code: number
  /** In `tool` the status code too; in `pm` and `insomnia` the text, such as `OK`. */
  status: number | string
  /** Milliseconds. */
  responseTime: number
  /** Bytes of the body. */
  responseSize: number
  /** The response headers. */
  headers: HeaderView
  /** The body parsed as JSON; throws if it is not JSON. */
  json(): AnyValue
  /** The body as text. */
  text(): string
  /** The text of the status. */
  reason(): string
  /** Shortcuts: `to.be.ok()`, `to.have.status(200)`, `to.have.header('X')`, `to.have.jsonBody()`, each also with `not`. */
  to: Assertion
}

interface HeaderView {
  /** The value, several joined with a comma; null if there is none. Names are compared without regard to case. */
  get(name: string): string | null
  /** Whether there is such a header, with this value. */
  has(name: string, value?: string): boolean
  /** The last header of a name. */
  one(name: string): HeaderItem | undefined
  /** The header at a place, from 0. */
  idx(place: number): HeaderItem | undefined
  /** The place of a header, by its name or as an item; -1 if it is not there. */
  indexOf(item: string | HeaderItem): number
  /** Values by name. */
  toObject(): Record<string, string>
  /** Calls a function with each header. */
  each(run: (header: HeaderItem) => void, context?: unknown): void
  /** What a function returns for each header. */
  map(run: (header: HeaderItem) => AnyValue, context?: unknown): AnyValue[]
  /** The headers for which a function returns true. */
  filter(run: (header: HeaderItem) => unknown, context?: unknown): HeaderItem[]
  /** The first header for which a function returns true. */
  find(run: (header: HeaderItem) => unknown, context?: unknown): HeaderItem | undefined
  /** Combines all headers, as `Array.reduce` does. */
  reduce(
    run: (before: AnyValue, header: HeaderItem) => AnyValue,
    first: AnyValue,
    context?: unknown,
  ): AnyValue
  /** All headers in order. */
  all(): HeaderItem[]
  /** How many there are. */
  count(): number
  /** The same as `all`. */
  toJSON(): HeaderItem[]
  /** The headers as lines. */
  toString(): string
  /** Bytes of the headers as lines. */
  contentSize(): number
}

interface HeaderItem {
  /** The name. */
  key: string
  /** The value. */
  value: string
  /** True for a row that is not ticked; only in `req.headerList`. */
  disabled?: true
}

interface RequestHeaders extends HeaderView {
  /** Sets a header, as `req.setHeader` does; in pre-request scripts only. */
  add(header: HeaderItem | string, value?: string): void
  /** The same as `add`. */
  append(header: HeaderItem | string, value?: string): void
  /** The same as `add`. */
  prepend(header: HeaderItem | string, value?: string): void
  /** The same as `add`. */
  insert(header: HeaderItem | string): void
  /** The same as `add`. */
  insertAfter(header: HeaderItem | string): void
  /** The same as `add`. */
  upsert(header: HeaderItem | string, value?: string): void
  /** Leaves a header out, by its name, as an item, or by a function; in pre-request scripts only. */
  remove(which: string | HeaderItem | ((header: HeaderItem) => unknown)): void
  /** Leaves out all headers of the request's rows and of scripts; in pre-request scripts only. */
  clear(): void
  /** Sets the headers that are not there yet; in pre-request scripts only. */
  populate(headers: HeaderItem[] | Record<string, string>): void
  /** Sets headers, and leaves out all others if `prune` is true; in pre-request scripts only. */
  assimilate(headers: HeaderItem[] | Record<string, string>, prune?: boolean): void
  /** Sets headers and leaves out all others; in pre-request scripts only. */
  repopulate(headers: HeaderItem[] | Record<string, string>): void
}

interface PmRequest {
  /** `{{variables}}` are filled in. */
  url: string
  /** GET by default. */
  method?: string
  /** An object, a list of `{ key, value }`, or lines `Name: value`; `{{variables}}` in values are filled in. */
  header?: Record<string, string> | { key: string; value: string }[] | string
  /** A plain object is sent as JSON, `{ mode: 'raw', raw }` as it is, `{ mode: 'urlencoded', urlencoded }` as a form. */
  body?: unknown
}

interface PmSentResponse {
  /** The status code. */
  code: number
  /** The text of the status. */
  status: string
  /** Milliseconds. */
  responseTime: number
  /** Bytes of the body. */
  responseSize: number
  /** Values by name. */
  headers: Record<string, string>
  /** The body parsed as JSON. */
  json(): AnyValue
  /** The body as text. */
  text(): string
}

interface BruNamespace {
  /** The value in the type that `bru.set…` was given in this session, otherwise as text; undefined if there is none. */
  getVar(name: string): AnyValue
  /** Sets a session value, like `environment.set`. */
  setVar(name: string, value: unknown): void
  /** Whether the variable exists. */
  hasVar(name: string): boolean
  /** Removes what scripts have set. */
  deleteVar(name: string): void
  /** The same as `getVar`. */
  getEnvVar(name: string): AnyValue
  /** The same as `setVar`: nothing is saved into the environment. */
  setEnvVar(name: string, value: unknown): void
  /** The same as `hasVar`. */
  hasEnvVar(name: string): boolean
  /** The same as `deleteVar`. */
  deleteEnvVar(name: string): void
  /** The same as `getVar`. */
  getGlobalEnvVar(name: string): AnyValue
  /** The same as `setVar`. */
  setGlobalEnvVar(name: string, value: unknown): void
  /** The same as `hasVar`. */
  hasGlobalEnvVar(name: string): boolean
  /** The same as `deleteVar`. */
  deleteGlobalEnvVar(name: string): void
  /** The same as `getVar`. */
  getCollectionVar(name: string): AnyValue
  /** The same as `setVar`. */
  setCollectionVar(name: string, value: unknown): void
  /** The same as `hasVar`. */
  hasCollectionVar(name: string): boolean
  /** The same as `deleteVar`. */
  deleteCollectionVar(name: string): void
  /** The same as `getVar`. */
  getFolderVar(name: string): AnyValue
  /** The same as `getVar`. */
  getRequestVar(name: string): AnyValue
  /** Names and values that the script may see, as text. */
  getAllVars(): Record<string, string>
  /** The same as `getAllVars`. */
  getAllEnvVars(): Record<string, string>
  /** The same as `getAllVars`. */
  getAllGlobalEnvVars(): Record<string, string>
  /** The same as `getAllVars`. */
  getAllCollectionVars(): Record<string, string>
  /** Removes everything that scripts have set. */
  deleteAllVars(): void
  /** The same as `deleteAllVars`. */
  deleteAllEnvVars(): void
  /** The same as `deleteAllVars`. */
  deleteAllGlobalEnvVars(): void
  /** The same as `deleteAllVars`. */
  deleteAllCollectionVars(): void
  /** True: there is no other mode. */
  isSafeMode(): boolean
  /** Fills in `{{name}}` in text, or in the texts of an object or a list. */
  interpolate(value: AnyValue): AnyValue
  /** Sends a request; at most 5 per script, in pre-request scripts only. A 4xx or 5xx response is an error with `response`. */
  sendRequest(
    request: BruSendRequest | string,
    callback?: (error: Error | null, response?: BruSentResponse) => unknown,
  ): Promise<BruSentResponse>
  /** Waits, at most 3 seconds. */
  sleep(ms: number): Promise<void>
  /** The request with which a run continues; for runs that let scripts change the order. */
  setNextRequest(name: string | null): void
  /** The order, for runs that let scripts change it, and the data row of this iteration. */
  runner: {
    setNextRequest(name: string | null): void
    skipRequest(): void
    stopExecution(): void
    iterationIndex: number
    totalIterations: number
    iterationData: { get(name: string): unknown; has(name: string): boolean }
  }
  /** Not supported: the `.env` file of that client is never read. */
  getProcessEnv(name: string): never
  /** Not supported. */
  runRequest(path: string): never
  /** Not supported. */
  getTestResults(): never
  /** Not supported. */
  getAssertionResults(): never
  /** Not supported. */
  getSecretVar(name: string): never
  /** Not supported. */
  cwd(): never
  /** The name of the environment in use; empty if there is none. */
  getEnvName(): string
  /** The name of the collection. */
  getCollectionName(): string
  /** Not supported. */
  cookies: never
  /** `minifyJson` and `minifyXml` write a text without white space between its parts. */
  utils: { minifyJson(json: string | object): string; minifyXml(xml: string): string }
  /** Not supported. */
  getOauth2CredentialVar(name: string): never
  /** Not supported. */
  resetOauth2Credential(name: string): never
}

interface BruSendRequest {
  /** `{{variables}}` are filled in. */
  url: string
  /** GET by default. */
  method?: string
  /** `{{variables}}` in values are filled in. */
  headers?: Record<string, string>
  /** An object is sent as JSON, text as it is. */
  data?: unknown
}

interface BruSentResponse {
  /** The status code. */
  status: number
  /** The text of the status. */
  statusText: string
  /** Names in lower case; `set-cookie` is a list. */
  headers: Record<string, string | string[]>
  /** The body: parsed if it is JSON, otherwise text. */
  data: AnyValue
  /** Milliseconds. */
  responseTime: number
}

interface BruRequest {
  /** The URL with variables filled in. */
  url: string
  /** In capitals. */
  method: string
  /** See `getHeaders`. */
  headers: Record<string, string>
  /** See `getBody`. */
  body: AnyValue
  /** The URL with variables filled in. */
  getUrl(): string
  /** In capitals. */
  getMethod(): string
  /** The body as typed, before variables are filled in; JSON as an object. Not for multipart forms and files. */
  getBody(): AnyValue
  /** The name of the request. */
  getName(): string
  /** Host and port of the URL. */
  getHost(): string
  /** The path of the URL. */
  getPath(): string
  /** The query of the URL, without the question mark. */
  getQueryString(): string
  /** In a pre-request script only a header that scripts have set. */
  getHeader(name: string): string | undefined
  /** In a pre-request script only headers that scripts have set. */
  getHeaders(): Record<string, string>
  /** At most 100 headers of 16 KB each, without line breaks; `Host`, `Content-Length` and similar headers cannot be changed. */
  setHeader(name: string, value: string): void
  /** Sets several headers. */
  setHeaders(headers: Record<string, string>): void
  /** Leaves a header out. */
  deleteHeader(name: string): void
  /** Leaves several headers out. */
  deleteHeaders(names: string[]): void
  /** Text as it is, objects as JSON; at most 5 MB. */
  setBody(body: unknown): void
  /** Sets the method. */
  setMethod(method: string): void
  /** All headers, rows that are not ticked too: as typed before the send, as sent after it. `get` gives undefined if there is none. */
  headerList: RequestHeaders
  /** The values of the `:names` in the path; after the send they are part of the URL. */
  getPathParams(): { name: string; value: string }[]
  /** The kind of authorization: `none`, `basic`, `bearer`, `apikey`, `oauth2`, `awsv4` … */
  getAuthMode(): string
  /** `runner` in runs, otherwise `standalone`. */
  getExecutionMode(): string
  /** Milliseconds; 0: no timeout. */
  getTimeout(): number
  /** The same as `getTimeout`; assigning it has no effect. */
  timeout: number
  /** The tags of the request. */
  getTags(): string[]
  /** Not supported: stops the script. */
  setUrl(url: string): never
  /** Not supported. */
  setTimeout(ms: number): never
  /** Not supported. */
  setMaxRedirects(count: number): never
  /** Not supported. */
  disableParsingResponseJson(): never
  /** Not supported. */
  onFail(run: () => void): never
}

interface BruResponse {
  /** Looks into the body: keys map through lists, `..` looks at any depth, `[0]` is a place, `[?]` takes the next filter. */
  (path: string, ...filters: (((item: AnyValue) => unknown) | Record<string, unknown>)[]): AnyValue
  /** The status code. */
  status: number
  /** The text of the status. */
  statusText: string
  /** Milliseconds. */
  responseTime: number
  /** Names in lower case; `set-cookie` is a list. */
  headers: Record<string, string | string[]>
  /** The body: parsed if it is JSON, otherwise text. */
  body: AnyValue
  /** The status code. */
  getStatus(): number
  /** The text of the status. */
  getStatusText(): string
  /** A header, whatever the case of its name. */
  getHeader(name: string): string | undefined
  /** The same as `headers`. */
  getHeaders(): Record<string, string | string[]>
  /** The same as `body`. */
  getBody(): AnyValue
  /** Milliseconds. */
  getResponseTime(): number
  /** Bytes of the header fields, of the body and of both. */
  getSize(): { header: number; body: number; total: number }
  /** The URL of the request. */
  url: string
  /** The URL of the request. */
  getUrl(): string
  /** The headers, with names in lower case. `get` gives undefined if there is none. */
  headerList: HeaderView
  /** Sets the body that `res` returns in this and later scripts; the response that you see does not change. */
  setBody(body: unknown): void
}

interface PwNamespace {
  /** Variables of the session. */
  env: PwVariables
  /** A test. Its checks never throw, so that all of them are made and listed. */
  test(name: string, run: () => void): void
  /** A check. Each adds its own line: passed, failed or error. */
  expect(value: unknown): PwExpectation & { not: PwExpectation }
  /** The response; null before the send. */
  response: { status: number; body: AnyValue; headers: { key: string; value: string }[] } | null
}

interface PwVariables {
  /** The value as text; undefined if there is none. */
  get(name: string): string | undefined
  /** Sets a session value. */
  set(name: string, value: unknown): void
  /** Removes what scripts have set. */
  unset(name: string): void
  /** Fills in `<<name>>` and `{{name}}` in a text. */
  resolve(text: string): string
  /** The value with the variables in it filled in. */
  getResolve(name: string): string | undefined
}

interface PwExpectation {
  /** Strictly equal. */
  toBe(value: unknown): void
  /** A status from 200 to 299. */
  toBeLevel2xx(): void
  /** A status from 300 to 399. */
  toBeLevel3xx(): void
  /** A status from 400 to 499. */
  toBeLevel4xx(): void
  /** A status from 500 to 599. */
  toBeLevel5xx(): void
  /** The type that `typeof` returns. */
  toBeType(type: string): void
  /** The length of text or a list. */
  toHaveLength(length: number): void
  /** Part of a text, or item of a list. */
  toInclude(value: unknown): void
}

interface OlderPostman {
  /** The same as `pm.environment.get`. */
  getEnvironmentVariable(name: string): string | null
  /** The same as `pm.environment.set`. */
  setEnvironmentVariable(name: string, value: unknown): void
  /** The same as `pm.environment.unset`. */
  clearEnvironmentVariable(name: string): void
  /** The same as `pm.environment.clear`. */
  clearEnvironmentVariables(): void
  /** The same as `pm.environment.get`. */
  getGlobalVariable(name: string): string | null
  /** The same as `pm.environment.set`. */
  setGlobalVariable(name: string, value: unknown): void
  /** The same as `pm.environment.unset`. */
  clearGlobalVariable(name: string): void
  /** The same as `pm.environment.clear`. */
  clearGlobalVariables(): void
  /** A header of the response. */
  getResponseHeader(name: string): string | null
  /** A cookie that the response sets. */
  getResponseCookie(name: string): { name: string; value: string } | undefined
  /** The same as `pm.setNextRequest`. */
  setNextRequest(name: string | null): void
}

interface OlderRequest {
  /** In capitals. */
  method: string
  /** The URL with variables filled in. */
  url: string
  /** The name of the request. */
  name: string
  /** The id of the request. */
  id: string
  /** Header values by name; before the send only those that scripts have set. */
  headers: Record<string, string>
  /** The body as typed, if it is text. */
  data: unknown
}

interface Expect {
  (value: unknown, message?: string): Assertion & { to: Assertion }
  /** Fails. */
  fail(message?: string): never
}

interface Assertion {
  /** A chain word. */
  to: Assertion
  /** A chain word. */
  be: Assertion
  /** A chain word. */
  have: Assertion
  /** A chain word. */
  that: Assertion
  /** A chain word. */
  which: Assertion
  /** A chain word. */
  and: Assertion
  /** Negates the next check. */
  not: Assertion
  /** The next check compares the contents of objects. */
  deep: Assertion
  /** Strictly equal; `equals` is the same. */
  equal(value: unknown): Assertion
  /** The same as `equal`. */
  equals(value: unknown): Assertion
  /** Equal in content. */
  eql(value: unknown): Assertion
  /** Of a type: `string`, `array`, `object`, `null` … */
  a(type: string): Assertion
  /** The same as `a`. */
  an(type: string): Assertion
  /** Greater than. */
  above(value: number): Assertion
  /** Less than. */
  below(value: number): Assertion
  /** At least. */
  least(value: number): Assertion
  /** At most. */
  most(value: number): Assertion
  /** Part of a text, item of a list, member of an object. */
  include(value: unknown): Assertion
  /** Text that a regular expression matches. */
  match(pattern: RegExp): Assertion
  /** One of a list. */
  oneOf(values: unknown[]): Assertion
  /** The length of text or a list. */
  lengthOf(length: number): Assertion
  /** An object with a member. */
  property(name: string, value?: unknown): Assertion
  /** An object with exactly these members. */
  keys(...names: string[]): Assertion
  /** A list with exactly these items, in any order. */
  members(values: unknown[]): Assertion
  /** A function that throws. */
  throw(error?: unknown): Assertion
  /** Neither null nor undefined; this and the following can be written as calls, too. */
  exist: Assertion
  /** Truthy; of a response: any 2xx. */
  ok: Assertion
  /** True. */
  true: Assertion
  /** False. */
  false: Assertion
  /** Null. */
  null: Assertion
  /** Undefined. */
  undefined: Assertion
  /** Text, list or object without content. */
  empty: Assertion
  /** Of a response: its status, by number or text. */
  status(status: number | string): Assertion
  /** Of a response: a header, and its value. */
  header(name: string, value?: string): Assertion
  /** Of a response: its body, as a whole or by a regular expression. */
  body(text?: string | RegExp): Assertion
  /** Of a response or of `res.body`: a JSON body; that equals a value, or that has something at a path. */
  jsonBody(expected?: unknown, value?: unknown): Assertion
  /** Data, or the body of a response, that matches a JSON Schema: draft-04, 06, 07, 2019-09, 2020-12. */
  jsonSchema(schema: object, options?: { coerceTypes?: boolean; strict?: boolean }): Assertion
}
