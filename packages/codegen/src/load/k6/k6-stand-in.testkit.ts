import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

/**
 * Runs a script of k6 without k6: `node k6-stand-in.testkit.ts SCRIPT ROUNDS`. It has the part of k6's API that the scripts use:
 * requests over sockets, checks, rates and data. It makes no load: one user sends one round after another.
 */
const [, , script = '', rounds = '1'] = process.argv
const exchange = fileURLToPath(new URL('./k6-exchange.testkit.ts', import.meta.url))

const standIns: Readonly<Record<string, string>> = {
  k6: `export const check = (subject, checks, tags) => globalThis.standIn.check(subject, checks, tags)
export const sleep = () => {}`,
  'k6/data': 'export class SharedArray { constructor(name, make) { return Object.freeze(make()) } }',
  'k6/encoding': 'export default { b64encode: text => Buffer.from(text).toString("base64") }',
  'k6/execution': 'export default { scenario: globalThis.standIn.scenario }',
  'k6/http': 'export default { request: (...request) => globalThis.standIn.request(...request) }',
  'k6/metrics':
    'export class Rate { constructor(name) { this.name = name } add(value) { globalThis.standIn.rate(this.name, value) } }',
}

registerHooks({
  resolve(specifier, context, next) {
    const source = standIns[specifier]
    if (source === undefined) return next(specifier, context)
    return { url: `data:text/javascript,${encodeURIComponent(source)}`, shortCircuit: true }
  },
})

const cookies = new Map<string, string>()
const failedChecks: string[] = []
const rates: Record<string, number[]> = {}
const scenario = { iterationInTest: 0 }

interface Params {
  readonly headers: Readonly<Record<string, string>>
  readonly redirects: number
  readonly tags: Readonly<Record<string, string>>
}

function request(
  method: string,
  url: string,
  body: string | ArrayBuffer | null,
  { headers, redirects }: Params,
) {
  if (redirects !== 0) throw new Error('The script follows redirects itself')
  const jar = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const own = headers.Cookie === undefined ? jar : [headers.Cookie, jar].filter(one => one !== '').join('; ')
  const sent = {
    method,
    url,
    headers: { ...headers, ...(own === '' ? {} : { Cookie: own }) },
    body: body === null ? null : Buffer.from(body as string).toString('base64'),
  }
  const { stdout, stderr } = spawnSync(process.execPath, [exchange], {
    input: JSON.stringify(sent),
    encoding: 'utf8',
  })
  if (stdout === '') throw new Error(stderr)
  const response = JSON.parse(stdout)
  for (const cookie of response.cookies) {
    const [pair = ''] = String(cookie).split(';')
    cookies.set(pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1))
  }
  return response
}

function check(subject: unknown, checks: Readonly<Record<string, (subject: unknown) => boolean>>): boolean {
  const failed = Object.keys(checks).filter(name => checks[name]?.(subject) !== true)
  failedChecks.push(...failed)
  return failed.length === 0
}

Object.assign(globalThis, {
  standIn: {
    request,
    check,
    scenario,
    rate: (name: string, value: boolean) => {
      rates[name] = [...(rates[name] ?? []), value ? 1 : 0]
    },
  },
  __ENV: { ...process.env },
  open: (path: string, mode?: string) => {
    const bytes = readFileSync(join(dirname(script), path))
    return mode === 'b' ? Uint8Array.from(bytes).buffer : bytes.toString('utf8')
  },
})

const loaded = await import(pathToFileURL(script).href)
for (; scenario.iterationInTest < Number(rounds); scenario.iterationInTest += 1) loaded.default()
process.stdout.write(JSON.stringify({ options: loaded.options, failedChecks, rates }))
