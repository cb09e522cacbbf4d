import { fillStrings, type RequestContext, type VariableScope } from '@parley/engine'
import { type Auth, type HttpRequest, newAuth } from '@parley/model'
import type { FoundRequest } from './corpus-requests.testkit.ts'
import { noContext } from './prepare-code.testkit.ts'
import { digestPath, digestUser } from './wire.testkit.ts'

const pasted = {
  ...newAuth('oauth2'),
  grantType: 'pasteAccessToken',
  accessToken: ' pasted+token/== ',
} as const
const obtained = {
  ...newAuth('oauth2'),
  grantType: 'clientCredentials',
  tokenUrl: 'http://127.0.0.1:1/',
} as const
const signature = { ...newAuth('signatureV4'), accessKeyId: 'AKID', secretAccessKey: 'secret/+' }
const oauth1 = { ...newAuth('oauth1'), consumerKey: 'ck', consumerSecret: 'cs', accessToken: 't' }

/** Every scheme in every placement, and the request's own scheme. */
export const schemes: Readonly<Record<string, Auth>> = {
  'as it is': { type: 'inherit' },
  none: { type: 'none' },
  bearer: { type: 'bearer', token: ' a.b-c ' },
  'bearer without a token': { type: 'bearer', token: '' },
  'API key in a header': { type: 'apiKey', key: 'X-Key', value: ' k&y ', placement: 'header' },
  'API key in the query': { type: 'apiKey', key: 'api key', value: 'k&y é', placement: 'query' },
  basic: { type: 'basic', username: 'änn', password: 'p:"w\'' },
  'basic without a user': { type: 'basic', username: '', password: '' },
  digest: { type: 'digest', ...digestUser },
  ntlm: { type: 'ntlm', ...digestUser, domain: 'd' },
  wsse: { type: 'wsse', username: 'ann', password: 'pw' },
  jwt: { ...newAuth('jwt'), secret: 'secret' },
  'jwt in the query': { ...newAuth('jwt'), secret: 'secret', placement: 'query', queryName: 'token' },
  hawk: { ...newAuth('hawk'), id: 'h', key: 'k', includePayloadHash: true },
  'oauth 1': oauth1,
  'oauth 1 in the query': { ...oauth1, placement: 'query' },
  'oauth 1 in the body': { ...oauth1, placement: 'body' },
  'signature v4': { ...signature, sessionToken: 'st' },
  'signature v4 in the query': { ...signature, placement: 'query' },
  'oauth 2': obtained,
  'oauth 2, obtained for the query': {
    ...obtained,
    token: { ...obtained.token, placement: 'query', placementName: 'access_token' },
  },
  'oauth 2 pasted': pasted,
  'oauth 2 in the query': {
    ...pasted,
    token: { ...pasted.token, placement: 'query', placementName: 'access_token' },
  },
}

/** A request with a scheme, to be sent to a server of the tests. */
export interface DifferentialCase {
  readonly name: string
  readonly request: HttpRequest
  readonly context: RequestContext
  /** The unique beginning of its request target. */
  readonly head: string
}

/** The file that replaces every file that a request names. */
export const fileName = 'a.png'

/**
 * Prepares a request from a file for a server of the tests: it gets the server's address, names an existing
 * file, and has a value for every name.
 */
export function differentialCase(
  { name, request, ancestors }: FoundRequest,
  scheme: string,
  server: string,
  index: number,
): DifferentialCase {
  const auth = schemes[scheme] ?? { type: 'none' }
  const head = `${scheme === 'digest' ? digestPath : ''}/c${index}-`
  const url = request.url.trim().replace(/^(?:[^/?#]*:\/\/|\/\/)?([^/?#]*@)?[^/?#]*/, (_, user = '') => {
    const address = server.replace('http://', `http://${user}`)
    return address + head
  })
  const changes = { url, ...(scheme === 'as it is' ? {} : { auth }) }
  const chosen = withFile({ ...request, ...changes }, fileName)
  const names = new Set<string>()
  fillStrings([chosen, ancestors], {
    fill(text) {
      for (const [, one = ''] of text.matchAll(/\{\{([^{}]+)\}\}/g)) names.add(one.trim())
      return text
    },
  })
  const values = new Map(
    [...names].map((one, at) => [one, { text: `value-${at}`, isLiteral: false }] as const),
  )
  const scope: VariableScope = { name: 'send', values }
  return {
    name: `${name} (${scheme})`,
    request: chosen,
    context: { ...noContext, ancestors, liveScopes: [scope] },
    head,
  }
}

/** Returns a value in which every file path is replaced. */
export function withFile<Value>(value: Value, filePath: string): Value
export function withFile(value: unknown, filePath: string): unknown {
  if (Array.isArray(value)) return value.map(one => withFile(one, filePath))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, one]) => {
      if (key === 'filePath' && one !== '') return [key, filePath]
      if (key === 'filePaths' && Array.isArray(one))
        return [key, one.map(path => (path === '' ? '' : filePath))]
      return [key, withFile(one, filePath)]
    }),
  )
}
