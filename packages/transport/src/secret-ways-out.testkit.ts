import {
  defaultSendSettings,
  type EnginePorts,
  executeRequest,
  fetchSchema,
  getNewAccessToken,
  type MessageSecret,
  type noAllowedOrigins,
  type RequestContext,
  type ScriptRunner,
  type SecretTransfer,
  type SignInHost,
  type VariableScope,
  withoutScripts,
} from '@parley/engine'
import {
  type Collection,
  type Folder,
  type NewRequestFields,
  newHttpRequest,
  noRequestDefaults,
  ok,
  type SecretVariable,
  type Variable,
} from '@parley/model'
import type { RecordedRequest } from '@parley/testkit'
import type { startEngine } from './send-through-engine.testkit.ts'

/** The value of the secret in every case, long enough for a search. */
export const canary = 'canary-5f1e+x'

/** The scopes in which a case may keep its secret. */
export const variableScopes = ['folder', 'environment', 'collection', 'workspace', 'global'] as const
export type SecretScope = (typeof variableScopes)[number]

/** A send whose script sets these values for this send only. */
export interface ScriptedCase {
  readonly request: NewRequestFields
  /** Values set by the user, and the script's values that override them. */
  readonly typed: Readonly<Record<string, string>>
  readonly scripted: Readonly<Record<string, string>>
  /** The scope of `{{secret}}`; null: there is no such variable. */
  readonly scope: SecretScope | null
  readonly isReadable?: boolean
  readonly value?: string
}

/** Creates a host that records the questions and gives this answer. */
export function askingHost(isAllowed: boolean) {
  const asked: SecretTransfer[] = []
  return {
    asked,
    secretHosts: {
      async mayReceive(transfer: SecretTransfer) {
        asked.push(transfer)
        return isAllowed
      },
    } satisfies typeof noAllowedOrigins,
  }
}

export function namesOf({ secrets }: SecretTransfer): readonly string[] {
  return [...new Set(secrets.map((one: MessageSecret) => one.name))]
}

/** Sends through engine and transport, with a script that sets values. */
export function sendCase(...wired: Parameters<typeof scripted>) {
  const [request, context, ports, signal] = scripted(...wired)
  return executeRequest({ request, context, ports, signal })
}

/** Asks for a schema through engine and transport, with a script that sets values. */
export function schemaCase(...wired: Parameters<typeof scripted>) {
  return fetchSchema(...scripted(...wired))
}

/** Returns what the engine is given for a case. */
function scripted(
  engine: ReturnType<typeof startEngine>,
  one: ScriptedCase,
  ports: Partial<EnginePorts>,
): Parameters<typeof fetchSchema> {
  const scripts: ScriptRunner = {
    ...withoutScripts,
    async runPreRequest({ resolved }) {
      const overrides = { method: null, setHeaders: [], deletedHeaders: [], content: null }
      const scopes = [setByScript('send', one.scripted), ...resolved.scopes]
      return ok({ stage: 'scripted', scopes, overrides, results: [] })
    },
  }
  const request = newHttpRequest(one.request)
  return [request, contextOf(one), { ...engine.ports, scripts, ...ports }, new AbortController().signal]
}

/** Runs Get New Access Token after a script of an earlier send has set session values. */
export function signInCase(
  engine: ReturnType<typeof startEngine>,
  one: ScriptedCase,
  ports: Pick<EnginePorts, 'secretHosts'>,
  host: Partial<SignInHost> = {},
) {
  const context = contextOf(one)
  const owner = {
    request: newHttpRequest(one.request),
    context: { ...context, liveScopes: [setByScript('session', one.scripted), ...context.liveScopes] },
  }
  return getNewAccessToken(
    owner,
    { ...engine.ports, ...ports },
    { ...noSignInHost, ...host },
    new AbortController().signal,
  )
}

const unexpected = async () => {
  throw new Error('Nobody signs in here')
}

const noSignInHost: SignInHost = {
  listen: unexpected,
  openBrowser: unexpected,
  showDeviceCode() {},
  wait: async () => {},
}

export function setByScript(
  name: 'send' | 'session',
  values: Readonly<Record<string, string>>,
): VariableScope {
  return {
    name,
    values: new Map(Object.entries(values).map(([key, text]) => [key, { text, isLiteral: true }])),
  }
}

export function contextOf({
  typed,
  scope,
  isReadable = false,
  value = canary,
}: ScriptedCase): RequestContext {
  const secret: SecretVariable = {
    secret: true,
    name: 'secret',
    enabled: true,
    allowedToScripts: isReadable,
  }
  const plain: readonly Variable[] = Object.entries(typed).map(([name, text]) => ({
    secret: false,
    name,
    value: { text },
    enabled: true,
  }))
  const variablesOf = (one: SecretScope) => (one === scope ? [secret] : [])
  const values = new Map([['secret', value]])
  const defaults = (one: SecretScope) => ({ ...noRequestDefaults, variables: variablesOf(one) })
  const folder: Folder = { kind: 'folder', name: 'F', tags: [], items: [], defaults: defaults('folder') }
  const collection: Collection = {
    ...{ kind: 'collection', name: 'C', summary: '', version: '', authors: [], environments: [], items: [] },
    ...{ protobuf: { protoFilePaths: [], importPaths: [] }, clientCertificates: [], bundled: false },
    defaults: { ...defaults('collection'), auth: { type: 'none' } },
  }
  const container = { collection, folder }[scope === 'collection' ? scope : 'folder']
  return {
    ancestors: scope === 'collection' || scope === 'folder' ? [collection, folder] : [],
    environment: {
      name: 'Test',
      color: '',
      variables: [...variablesOf('environment')],
      clientCertificates: [],
      extendsName: '',
      dotEnvFilePath: '',
    },
    workspaceVariables: variablesOf('workspace'),
    globalVariables: [...plain, ...variablesOf('global')],
    secretValues: {
      ...(scope === null ? {} : { [scope]: values }),
      ancestors: new Map([[container, values]]),
    },
    liveScopes: [],
    defaultSettings: { ...defaultSendSettings, httpVersion: '1.1' },
  }
}

/**
 * Returns whether anything that a server received contains a text, also encoded or within Basic credentials.
 */
export function holds(requests: readonly RecordedRequest[], text: string): boolean {
  return requests.some(request => {
    const all = receivedText(request)
    const basic = [...all.matchAll(/Basic ([A-Za-z0-9+/=]+)/g)].map(([, code = '']) =>
      Buffer.from(code, 'base64').toString(),
    )
    return [all, ...basic].some(
      one => one.includes(text) || decoded(one).includes(text) || decoded(decoded(one)).includes(text),
    )
  })
}

function receivedText({ url, headers, content }: RecordedRequest): string {
  const fields = headers.map(({ name, value }) => `${name}: ${value}`)
  return [url, ...fields, Buffer.from(content).toString()].join('\n')
}

function decoded(text: string): string {
  return text.replace(/(?:%[0-9a-f]{2})+/gi, one => Buffer.from(one.replaceAll('%', ''), 'hex').toString())
}
