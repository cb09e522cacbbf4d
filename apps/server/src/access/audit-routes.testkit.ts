import { isContractProcedure } from '@orpc/contract'
import { tokenHeader } from '@parley/appdata'
import { exchangeBytes } from '@parley/testkit'
import { contract } from '../contract/index.ts'
import { type PublicPath, publicPaths } from './access-rules.ts'

export interface AuditedServer {
  readonly port: number
  readonly token: string
  /** The token of the previous launch. */
  readonly earlierToken: string
  readonly routes: readonly { readonly method: string; readonly path: string }[]
}

interface Call {
  readonly method: string
  readonly path: string
}

type Fields = Readonly<Record<string, string | null>>

/**
 * Sends every attack of LS1, LS2 and LS5 to each route and each procedure of the contract, also with a public
 * path in front. Returns a line for each request that is not refused as it must be; an empty list means that
 * all are.
 */
export async function auditRoutes(
  server: AuditedServer,
  expectedPublic: readonly PublicPath[] = publicPaths,
  procedures: readonly string[] = procedurePaths(),
): Promise<readonly string[]> {
  const calls = [...server.routes.flatMap(callsOf), ...procedures.map(toCall)]
  const findings: string[] = []
  for (const call of calls) {
    const isPublic = isPublicCall(call, expectedPublic)
    for (const attack of attacksOn(server, call)) {
      if (attack.expected === 401 && isPublic) continue
      const statusCode = await attempt(server.port, attack.call, attack.fields)
      if (!isRefused(statusCode, attack.expected))
        findings.push(`${call.method} ${call.path}: ${attack.name} was answered with ${statusCode}`)
    }
    const allowed = isPublic ? rightFields(server, null) : rightFields(server, server.token)
    const statusCode = await attempt(server.port, call, allowed)
    if (statusCode === 401 || statusCode === 403)
      findings.push(`${call.method} ${call.path}: the page itself was answered with ${statusCode}`)
  }
  return findings
}

/** Returns the path of every procedure below `/rpc`, collected from the contract. */
export function procedurePaths(part: unknown = contract, path = '/rpc'): readonly string[] {
  if (isContractProcedure(part)) return [path]
  if (typeof part !== 'object' || part === null) return []
  return Object.entries(part).flatMap(([name, below]) => procedurePaths(below, `${path}/${name}`))
}

function toCall(path: string): Call {
  return { method: 'POST', path }
}

function callsOf({ method, path }: { readonly method: string; readonly path: string }): readonly Call[] {
  const concrete = path.replace(/:\w+/g, 'x').replace('*', 'x')
  const methods = method === 'ALL' ? ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] : [method]
  return methods.map(one => ({ method: one, path: concrete }))
}

function isPublicCall({ method, path }: Call, paths: readonly PublicPath[]): boolean {
  return method === 'GET' && paths.some(one => (one.isPrefix ? path.startsWith(one.path) : path === one.path))
}

interface Attack {
  readonly name: string
  readonly call: Call
  readonly fields: Fields
  /** `any`: any status that is not a success. */
  readonly expected: 401 | 403 | 'any'
}

function attacksOn(server: AuditedServer, call: Call): readonly Attack[] {
  const right = rightFields(server, server.token)
  const without = rightFields(server, null)
  const { port, token, earlierToken } = server
  const forbidden = (name: string, fields: Fields): Attack => ({
    name,
    call,
    fields: { ...right, ...fields },
    expected: 403,
  })
  const unknown = (name: string, fields: Fields, path = call.path): Attack => ({
    name,
    call: { ...call, path },
    fields: { ...without, ...fields },
    expected: 401,
  })
  const hosts = [
    'evil.test',
    `evil.test:${port}`,
    `127.0.0.1.evil.test:${port}`,
    `127.0.0.1:${port}.evil.test`,
    `evil.test@127.0.0.1:${port}`,
    `localhost:${port}`,
    `127.0.0.1:${port + 1}`,
    '127.0.0.1',
    '',
  ]
  const origins = [
    `http://127.0.0.1:${port + 1}`,
    `http://localhost:${port}`,
    `https://127.0.0.1:${port}`,
    `http://127.0.0.1:${port}.evil.test`,
    'http://evil.test',
    'null',
    '',
  ]
  const wrongToken = `${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`
  return [
    ...hosts.map(host => forbidden(`Host “${host}”`, { Host: host })),
    forbidden('no Host', { Host: null }),
    ...origins.map(origin => forbidden(`Origin “${origin}”`, { Origin: origin })),
    ...['cross-site', 'same-site', 'anything'].map(site =>
      forbidden(`Sec-Fetch-Site ${site}`, { 'Sec-Fetch-Site': site }),
    ),
    unknown('no token', {}),
    unknown('an empty token', { [tokenHeader]: '' }),
    unknown('a wrong token', { [tokenHeader]: wrongToken }),
    unknown('a token with more behind it', { [tokenHeader]: `${token}A` }),
    unknown('the token of an earlier launch', { [tokenHeader]: earlierToken }),
    unknown('the token as a cookie', { Cookie: `${tokenHeader}=${token}; token=${token}` }),
    unknown('the token in Authorization', { Authorization: `Bearer ${token}` }),
    unknown('the token in the query', {}, `${call.path}?${tokenHeader}=${token}&token=${token}`),
    ...['/assets/..', '/assets/%2e%2e', '/assets/.%2E', '/assets/..\\..', '/ticket/..'].map(front => ({
      name: `${front} in front`,
      call: { ...call, path: `${front}${call.path}` },
      fields: without,
      expected: 'any' as const,
    })),
  ]
}

function rightFields({ port }: AuditedServer, token: string | null): Fields {
  return { Host: `127.0.0.1:${port}`, [tokenHeader]: token }
}

function isRefused(statusCode: number, expected: Attack['expected']): boolean {
  return expected === 'any' ? statusCode >= 400 : statusCode === expected
}

async function attempt(port: number, { method, path }: Call, fields: Fields): Promise<number> {
  const lines = Object.entries(fields).flatMap(([name, value]) => (value === null ? [] : `${name}: ${value}`))
  const message = [`${method} ${path} HTTP/1.1`, ...lines, 'Content-Length: 0', 'Connection: close', '', '']
  const answer = await exchangeBytes(port, message.join('\r\n'))
  return Number(/^HTTP\/1\.1 (\d{3})/.exec(answer.toString('latin1'))?.[1] ?? 0)
}
