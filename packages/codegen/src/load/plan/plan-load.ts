import {
  authSource,
  chosenBody,
  isSubscription,
  lookUp,
  type RequestContext,
  type RunItem,
  sentInRuns,
  type VariableScope,
  variableScopes,
} from '@parley/engine'
import {
  authShortName,
  describeSendFailure,
  dynamicVariableNames,
  type EffectiveAuth,
  type HttpRequest,
  type OAuth2Parameter,
} from '@parley/model'
import type { CodePorts } from '../../code-ports.ts'
import { type PreparedCode, prepareCode } from '../../prepare-code.ts'
import type { LoadData, LoadPlan, LoadSecret, LoadStep, LoadToken, Untranslated } from './load-plan.ts'
import { readStepParts, type StepParts } from './read-step-parts.ts'
import { requestOfCode } from './request-of-code.ts'
import { tokenRequestOf } from './token-request.ts'

/** What a load test is made from. */
export interface LoadSource {
  readonly name: string
  readonly items: readonly RunItem[]
  /** The data rows of the test; empty: none. */
  readonly data: readonly VariableScope[]
  /** Returns the name of a file of a request in the folder of the script. */
  readonly fileOf: (item: RunItem, path: string) => string
}

/**
 * Plans a load test, with the preparation of a send (`prepareCode`): nothing is sent, no script runs and no file is read. A
 * request that a script cannot send as Parley does is left out, and everything that is not translated is listed.
 */
export async function planLoad(source: LoadSource, ports: CodePorts): Promise<LoadPlan> {
  return new LoadPlanning(source, ports).plan()
}

/** Authorization that a script sends as Parley does. */
const translatedAuth: ReadonlySet<EffectiveAuth['type']> = new Set([
  'none',
  'bearer',
  'basic',
  'apiKey',
  'oauth2',
])

interface ReadItem {
  readonly item: RunItem
  readonly request: HttpRequest
  readonly parts: StepParts
}

class LoadPlanning {
  readonly #source: LoadSource
  readonly #ports: CodePorts
  readonly #untranslated: Untranslated[] = []
  readonly #secrets = new Map<string, LoadSecret>()
  readonly #initial = new Map<string, string>()
  readonly #tokens = new Map<string, LoadToken>()
  readonly #data: LoadData | null

  constructor(source: LoadSource, ports: CodePorts) {
    this.#source = source
    this.#ports = ports
    this.#data = dataOf(source.data)
  }

  async plan(): Promise<LoadPlan> {
    const read = this.#source.items.flatMap(item => this.#read(item))
    const scriptNames = read.flatMap(({ parts }) =>
      [...parts.sets, ...parts.captures].map(({ name }) => name),
    )
    const names = new Set([...scriptNames, ...(this.#data?.names ?? []), ...dynamicVariableNames])
    const steps: LoadStep[] = []
    for (const one of read) {
      const step = await this.#step(one, names, new Set(scriptNames))
      if (step !== null) steps.push(step)
    }
    return {
      name: this.#source.name,
      steps,
      tokens: [...this.#tokens.values()],
      secrets: [...this.#secrets.values()],
      initialValues: [...this.#initial].map(([name, text]) => ({ name, text })),
      data: this.#data,
      untranslated: withoutRepetitions(this.#untranslated),
    }
  }

  #read(item: RunItem): readonly ReadItem[] {
    const { request, key, context } = item
    const http = request.kind === 'http' || request.kind === 'graphql' ? sentInRuns(request) : null
    if (http === null) return this.#leaveOut(key, 'live requests and calls are not translated')
    const body = chosenBody(http)
    if (body.type === 'graphql' && isSubscription(body))
      return this.#leaveOut(key, 'subscriptions are left out')
    const { auth } = authSource(http, context.ancestors)
    if (!translatedAuth.has(auth.type))
      return this.#leaveOut(key, `${authShortName(auth.type)} authorization is computed for each request`)
    if (
      auth.type === 'oauth2' &&
      auth.grantType !== 'clientCredentials' &&
      auth.grantType !== 'pasteAccessToken'
    )
      return this.#leaveOut(key, 'its OAuth 2.0 token needs a sign-in; give it as a Bearer token of a secret')
    if (auth.type === 'oauth2' && auth.additionalParameters.some(isTokenQuery))
      return this.#leaveOut(key, 'its token request has a query of its own')
    const parts = readStepParts(item, http)
    this.#untranslated.push(...parts.untranslated)
    return [{ item, request: http, parts }]
  }

  #leaveOut(path: string, text: string): readonly never[] {
    this.#untranslated.push({ path, line: null, text, isLeftOut: true })
    return []
  }

  async #step(
    { item, request, parts }: ReadItem,
    names: ReadonlySet<string>,
    scriptNames: ReadonlySet<string>,
  ): Promise<LoadStep | null> {
    const { key, path, context } = item
    const prepared = await this.#prepare(request, context, names)
    if (typeof prepared === 'string') {
      this.#leaveOut(key, prepared)
      return null
    }
    const { auth } = authSource(request, context.ancestors)
    const isTokenRequested = auth.type === 'oauth2' && auth.grantType === 'clientCredentials'
    const token = isTokenRequested ? await this.#token(item, request, names) : null
    if (isTokenRequested && token === null) return null
    const known = this.#keep(prepared, { request, context, names, scriptNames, isTokenRequested })
    for (const text of prepared.request.notices) if (!isTokenRequested) this.#note(key, withoutStop(text))
    for (const name of prepared.unknownNames) this.#note(key, `{{${name}}} has no value and is sent as typed`)
    const settings = settingsOf(request, context)
    if (settings.httpVersion === '2') this.#note(key, 'HTTP/2 is not asked for')
    if (settings.followRedirects && settings.maxRedirects !== scriptRedirects)
      this.#note(key, `up to ${scriptRedirects} redirects are followed, not ${settings.maxRedirects}`)
    const sent = requestOfCode(prepared.request, {
      known,
      isGraphQl: chosenBody(request).type === 'graphql',
      isTokenRequest: false,
      fileOf: file => this.#source.fileOf(item, file),
      tokenName: token?.name ?? null,
    })
    return {
      ...sent,
      label: [...path, request.name].join(' / '),
      sets: parts.sets,
      checks: parts.checks,
      captures: parts.captures,
      timeoutMs: settings.timeoutMs,
      followsRedirects: settings.followRedirects,
    }
  }

  #note(path: string, text: string): void {
    this.#untranslated.push({ path, line: null, text, isLeftOut: false })
  }

  /** Returns the prepared request, or why it cannot be sent. */
  async #prepare(
    request: HttpRequest,
    context: RequestContext,
    names: ReadonlySet<string>,
  ): Promise<PreparedCode | string> {
    // A secret without a value becomes a name in code, whatever outer scopes say.
    const filledLater: VariableScope = { name: 'iteration', values: new Map(), secretNames: names }
    const prepared = await prepareCode(
      request,
      { ...context, liveScopes: [...context.liveScopes, filledLater] },
      this.#ports,
      { includesAuth: true, fillsVariables: true, fillsGaps: false },
    )
    if (prepared.ok) return prepared.value
    return withoutStop(describeSendFailure(prepared.failure).sentence)
  }

  /** Remembers the secrets of a request, and what names have that scripts set; returns the names to fill in. */
  #keep(
    { secretNames }: PreparedCode,
    {
      request,
      context,
      names,
      scriptNames,
      isTokenRequested,
    }: {
      readonly request: HttpRequest
      readonly context: RequestContext
      readonly names: ReadonlySet<string>
      readonly scriptNames: ReadonlySet<string>
      readonly isTokenRequested: boolean
    },
  ): ReadonlySet<string> {
    const scopes = variableScopes(request, context)
    const known = new Set(secretNames)
    for (const name of secretNames) {
      if (isTokenRequested && name === tokenName) continue
      const isSecret = scopes.some(scope => scope.secretNames?.has(name) === true)
      if (isSecret || !names.has(name)) this.#keepSecret(name)
      else if (scriptNames.has(name)) this.#keepInitial(name, scopes)
    }
    return known
  }

  #keepSecret(name: string): void {
    if (this.#secrets.has(name)) return
    const taken = new Set([...this.#secrets.values()].map(({ variable }) => variable))
    const base = `SECRET_${environmentName(name)}`
    let variable = base
    for (let count = 2; taken.has(variable); count += 1) variable = `${base}_${count}`
    this.#secrets.set(name, { name, variable })
  }

  #keepInitial(name: string, scopes: readonly VariableScope[]): void {
    const value = lookUp(scopes, name)
    if (value !== undefined && !this.#initial.has(name)) this.#initial.set(name, value.text)
  }

  /** Returns the token of a request; null if it cannot be requested, which is then listed. */
  async #token(item: RunItem, request: HttpRequest, names: ReadonlySet<string>): Promise<LoadToken | null> {
    const { auth } = authSource(request, item.context.ancestors)
    if (auth.type !== 'oauth2') return null
    const asked = tokenRequestOf(auth)
    const prepared = await this.#prepare(asked, item.context, names)
    if (typeof prepared === 'string') {
      this.#leaveOut(item.key, `its token cannot be requested: ${prepared}`)
      return null
    }
    const known = this.#keep(prepared, {
      request: asked,
      context: item.context,
      names,
      scriptNames: new Set(),
      isTokenRequested: false,
    })
    const sent = requestOfCode(prepared.request, {
      known,
      isGraphQl: false,
      isTokenRequest: true,
      fileOf: file => file,
      tokenName: null,
    })
    const key = JSON.stringify(sent)
    const token = this.#tokens.get(key) ?? { name: `access token ${this.#tokens.size + 1}`, request: sent }
    this.#tokens.set(key, token)
    return token
  }
}

/** The name that code has in place of a token. */
const tokenName = 'accessToken'

function isTokenQuery({ request, placement }: OAuth2Parameter): boolean {
  return request === 'token' && placement === 'query'
}

/** How many redirects the scripts follow. */
const scriptRedirects = 10

function settingsOf(request: HttpRequest, { ancestors, defaultSettings }: RequestContext) {
  const nearest = [request.settings, ...ancestors.map(({ defaults }) => defaults.settings).toReversed()]
  const setting = <Name extends 'timeoutMs' | 'followRedirects' | 'httpVersion' | 'maxRedirects'>(
    name: Name,
  ) => nearest.map(one => one[name]).find(value => value !== 'inherit') ?? defaultSettings[name]
  return {
    timeoutMs: Number(setting('timeoutMs')),
    followRedirects: setting('followRedirects') === true,
    httpVersion: setting('httpVersion'),
    maxRedirects: Number(setting('maxRedirects')),
  }
}

function dataOf(scopes: readonly VariableScope[]): LoadData | null {
  if (scopes.length === 0) return null
  const names = [...new Set(scopes.flatMap(({ values }) => [...values.keys()]))]
  return { names, rows: scopes.map(({ values }) => names.map(name => values.get(name)?.text ?? '')) }
}

/** The scripts of a folder are read for each of its requests, and listed once. */
function withoutRepetitions(all: readonly Untranslated[]): readonly Untranslated[] {
  return [...new Map(all.map(one => [JSON.stringify(one), one])).values()]
}

function withoutStop(sentence: string): string {
  return sentence.endsWith('.') ? sentence.slice(0, -1) : sentence
}

/** Returns a name as names of environment variables are written: `apiKey` as `API_KEY`. */
function environmentName(name: string): string {
  let written = ''
  for (const character of name) {
    const isAscii = character.toUpperCase() >= 'A' && character.toUpperCase() <= 'Z'
    const isDigit = character >= '0' && character <= '9'
    const isNewWord = isAscii && character !== character.toLowerCase() && written !== ''
    if (isNewWord && !written.endsWith('_')) written += '_'
    written += isAscii || isDigit ? character.toUpperCase() : '_'
  }
  return written
}
