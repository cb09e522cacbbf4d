import { type HttpRequest, row, type SendFailure } from '@parley/model'
import { parleySchemes } from '../prepare/auth/scheme-set.ts'
import type { MessageSecret, OAuthEndpoint } from '../prepare/gate/message-secrets.ts'
import { originOf } from '../prepare/gate/origin.ts'
import type { HostNames } from '../prepare/message/host-names.ts'
import { parseTarget } from '../prepare/message/parse-target.ts'
import type { EnginePorts } from '../prepare/ports/engine-ports.ts'
import type { MissingSecret } from '../prepare/ports/secret-values.ts'
import type { RenderedRequest } from '../prepare/rendered-request.ts'
import type { RequestContext } from '../prepare/request-context.ts'
import type { DynamicSources } from '../prepare/variables/dynamic-variables.ts'
import type { ScopeValue, VariableScope } from '../prepare/variables/scope.ts'
import { prepareSend } from '../send/prepare-send.ts'
import { literalSecretsOf } from './literal-secrets.ts'

/** A secret, and an origin to which a request takes it. */
export interface SecretDestination {
  /** Identifies the secret by where it is kept and by its value. */
  readonly secret: string
  /** The name for users: of the variable, or the label of the field. */
  readonly name: string
  /** In the format of {@link originOf}; as typed if it depends on a name without a value. */
  readonly origin: string
}

/** More path variables than a URL that somebody typed has. */
const mostPathVariables = 200

const endpoints: readonly OAuthEndpoint[] = [
  'tokenUrl',
  'refreshTokenUrl',
  'deviceAuthorizationUrl',
  'authorizationUrl',
]

/**
 * Computes where requests would take their secrets, with the preparation of a send (ADR 34): no script runs, no file is
 * read and nothing is sent. Secrets without a value count like others. Answers of one object can be compared.
 */
export class SecretDestinations {
  readonly #hostNames: HostNames
  /** What takes the place of a secret without a value, by its identity. */
  readonly #placeholders = new Map<string, string>()

  constructor(hostNames: HostNames) {
    this.#hostNames = hostNames
  }

  /**
   * Returns where a request takes its secrets.
   * @param literals - texts outside of secret fields that count as secrets as well
   */
  async of(
    request: HttpRequest,
    context: RequestContext,
    literals: ReadonlySet<string> = new Set(),
  ): Promise<readonly SecretDestination[]> {
    const { rendered, secrets, failure } = await this.#prepare(request, context)
    const origin = this.#originOf(rendered?.url ?? request.url)
    const found = secrets.map(one => destination(identityOf(one), one.name, origin))
    if (rendered !== null) found.push(...this.#ofTokenRequests(rendered))
    // What cannot be filled in could be any secret.
    else if (failure !== null)
      found.push(destination(`${failure.code} ${failure.subject}`, 'a variable', origin))
    if (literals.size > 0)
      for (const { name, text } of literalSecretsOf(request, context))
        if (literals.has(text)) found.push(destination(JSON.stringify(['literal', text]), name, origin))
    return distinct(found)
  }

  async #prepare(request: HttpRequest, context: RequestContext): Promise<Prepared> {
    let asked = request
    for (let at = 0; ; at += 1) {
      const prepared = await this.#prepareOnce(asked, context)
      const { failure } = prepared
      if (failure?.code !== 'MISSING_PATH_VARIABLE' || at === mostPathVariables) return prepared
      const others = asked.pathParams.filter(({ name }) => name !== failure.subject)
      asked = { ...asked, pathParams: [...others, row(failure.subject, '0')] }
    }
  }

  async #prepareOnce(request: HttpRequest, context: RequestContext): Promise<Prepared> {
    let rendered: RenderedRequest | null = null
    const prepared = await prepareSend(request, context, this.#ports(context), new AbortController().signal, {
      adapt(one) {
        rendered = one
        return one
      },
      schemes: parleySchemes,
      sendsHashFirst: false,
    })
    const later = laterSecretsOf(rendered)
    if (prepared.ok)
      return { rendered, secrets: [...prepared.value.message.gateFacts.secrets, ...later], failure: null }
    return { rendered, secrets: [...allIn(rendered), ...later], failure: prepared.failure }
  }

  /** A grant takes the fields of the authorization to its endpoints, whoever sends the token. */
  #ofTokenRequests({ auth, secrets }: RenderedRequest): readonly SecretDestination[] {
    if (auth.type !== 'oauth2') return []
    const origins = endpoints.flatMap(field => (auth[field].trim() === '' ? [] : this.#originOf(auth[field])))
    return origins.flatMap(origin => secrets.auth.map(one => destination(identityOf(one), one.name, origin)))
  }

  #originOf(url: string): string {
    const parsed = parseTarget(url, this.#hostNames)
    if (parsed.ok) return originOf(parsed.value.target)
    return authorityOf(url).toLowerCase()
  }

  #placeholderFor(...identity: readonly string[]): string {
    const key = JSON.stringify(identity)
    const known = this.#placeholders.get(key) ?? `secret${this.#placeholders.size}x`
    this.#placeholders.set(key, known)
    return known
  }

  #ports(context: RequestContext): EnginePorts {
    const unreachable = () => Promise.reject(new Error('A preparation without a send reached the network'))
    return {
      ...unchangingSources,
      hostNames: this.#hostNames,
      scripts: {
        runPreRequest: async ({ resolved }) => ({
          ok: true,
          value: {
            stage: 'scripted',
            scopes: this.#filled(resolved.scopes),
            overrides: { method: null, setHeaders: [], deletedHeaders: [], content: null },
            results: [],
          },
        }),
        runPostResponse: unreachable,
      },
      files: { lengthBytes: async () => ({ ok: true, value: 0 }) },
      authSession: {
        tokens: {
          held: async key => ({
            accessToken: this.#placeholderFor('token', key),
            idToken: this.#placeholderFor('idToken', key),
            refreshToken: '',
            expiresAt: null,
          }),
          hold: async () => {},
          clear: async () => {},
        },
        challenges: { get: () => undefined, set: () => {} },
      },
      secretValues: { ask: async missing => missing.map(one => this.#missing(one, context)) },
      transport: { send: unreachable, open: unreachable },
      secretHosts: { mayReceive: unreachable },
      history: { record: unreachable },
    }
  }

  #missing(secret: MissingSecret, { ancestors }: RequestContext): string {
    const { kind, name, place } = secret
    if (kind === 'variable') {
      const { container } = secret
      const depth = container === undefined ? 0 : ancestors.indexOf(container) + 1
      const names = ancestors.slice(0, depth).map(one => one.name)
      return this.#placeholderFor(kind, place.kind, place.name, ...names, name)
    }
    const at = ancestors.findIndex(({ defaults }) => defaults.auth === secret.auth)
    const owner = at < 0 ? [place.name] : ancestors.slice(0, at + 1).map(one => one.name)
    return this.#placeholderFor(kind, place.kind, ...owner, secret.field, JSON.stringify(secret.auth))
  }

  /** Gives a value to each secret that has none, so that its use is noted. */
  #filled(scopes: readonly VariableScope[]): readonly VariableScope[] {
    const isGiven = (name: string) => scopes.some(scope => (scope.values.get(name)?.text ?? '') !== '')
    return scopes.map(scope => {
      const empty = [...(scope.secretNames ?? [])].filter(name => !isGiven(name))
      if (empty.length === 0) return scope
      const owner = scope.container?.names ?? []
      const filled = empty.map((name): readonly [string, ScopeValue] => {
        const text = this.#placeholderFor(scope.name, scope.environmentName ?? '', ...owner, name)
        return [name, { text, isLiteral: true }]
      })
      return { ...scope, values: new Map([...scope.values, ...filled]) }
    })
  }
}

interface Prepared {
  /** Null if the variables could not be filled in. */
  readonly rendered: RenderedRequest | null
  readonly secrets: readonly MessageSecret[]
  readonly failure: SendFailure | null
}

/** Fixed values, so that dynamic variables give the same text each time. */
const unchangingSources: Pick<DynamicSources, 'clock' | 'random'> = {
  clock: { now: () => 0, monotonic: () => 0 },
  random: { uuid: () => '00000000-0000-4000-8000-000000000000', integer: () => 0 },
}

function allIn(rendered: RenderedRequest | null): readonly MessageSecret[] {
  if (rendered === null) return []
  const { url, rows, body, auth } = rendered.secrets
  return [...url, ...rows, ...body, ...auth]
}

/** Returns the secrets that leave after the message itself. */
function laterSecretsOf(rendered: RenderedRequest | null): readonly MessageSecret[] {
  return rendered?.secrets.later ?? []
}

function identityOf({ name, text, source }: MessageSecret): string {
  return JSON.stringify(
    source.kind === 'field'
      ? ['field', text]
      : [source.scope, source.environmentName, ...source.containerNames, name, text],
  )
}

/** Returns the beginning of a URL that decides the host, as typed. */
export function authorityOf(url: string): string {
  return /^(?:[^/?#]*\/\/)?[^/?#]*/.exec(url)?.[0] ?? ''
}

function destination(secret: string, name: string, origin: string): SecretDestination {
  return { secret, name, origin }
}

function distinct(all: readonly SecretDestination[]): readonly SecretDestination[] {
  return [...new Map(all.map(one => [JSON.stringify([one.secret, one.origin]), one])).values()]
}
