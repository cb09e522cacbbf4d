import { isIPv4 } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  type EngineResult,
  hostsOf,
  type LoadPlan,
  type LoadResult,
  type LoadShape,
  loadResultOf,
  locustOptions,
} from '@parley/codegen/load'
import { lookUp, type RunItem, sentInRuns, variableScopes } from '@parley/engine'
import { nodeFiles, removeTree, sweepFolder, temporaryFileName } from '@parley/files'
import { failed, isLoopbackName, ok, type Result } from '@parley/model'
import { z } from 'zod'
import { type ExitCode, exitCodes } from '../exit-codes.ts'
import { allEndingSignals, type Io } from '../io/io.ts'
import type { LoadOptions } from './define-load-command.ts'
import { readLoadReports, writeLoadReports } from './load-report-files.ts'
import { runLocust } from './start-locust.ts'
import { type WrittenFile, writeAll } from './write-load-folder.ts'

const mostUsers = 50
const mostSeconds = 60

/** A load test that is ready to run. */
export interface ReadyLoad {
  readonly plan: LoadPlan
  readonly shape: LoadShape
  readonly items: readonly RunItem[]
  readonly files: readonly WrittenFile[]
}

/** Runs a small load test with the Locust of this computer, and reports its result. */
export async function runLoadHere(ready: ReadyLoad, options: LoadOptions, io: Io): Promise<ExitCode> {
  const { plan, shape, items, files } = ready
  const refuse = (sentence: string) => io.stderr.printError(sentence, exitCodes.badInput)
  const problem = tooLarge(shape) ?? foreignHost(plan, options.host)
  if (problem !== null) return refuse(problem)
  const secrets = secretsOf(plan, items)
  if (!secrets.ok) return refuse(secrets.failure)
  const isForced = options.force === true
  const wanted = await readLoadReports(options.reporter ?? [], isForced, io)
  if (!wanted.ok) return refuse(wanted.failure)
  // A test that was killed left its folder.
  await sweepFolder(nodeFiles, tmpdir())
  const folder = join(tmpdir(), temporaryFileName())
  await nodeFiles.makeFolder(folder, 0o700)
  try {
    const fault = await writeAll(folder, files)
    if (fault !== null) return io.stderr.printError(fault, exitCodes.requestFailed)
    const result = await runIn(folder, ready, secrets.value, io)
    if (!result.ok) return io.stderr.printError(result.failure, exitCodes.requestFailed)
    const unwritten = await writeLoadReports(wanted.value, result.value, isForced, io)
    if (unwritten !== null) return io.stderr.printError(unwritten, exitCodes.requestFailed)
    return exitCodeOfLoad(result.value)
  } finally {
    await removeTree(nodeFiles, folder)
  }
}

async function runIn(
  folder: string,
  { plan, shape }: ReadyLoad,
  secrets: Readonly<Record<string, string>>,
  io: Io,
): Promise<Result<LoadResult, string>> {
  const cancel = new AbortController()
  const stopListening = io.onSignals(allEndingSignals, () => cancel.abort())
  const resultFile = join(folder, 'result.json')
  const startedAt = Date.now()
  // With a number of rounds the test ends by itself, but no later than any other.
  const time = shape.iterations === null ? [] : ['--run-time', `${mostSeconds}s`]
  const ended = await runLocust(
    folder,
    [...locustOptions(shape), ...time],
    { ...io.env, ...secrets, PARLEY_LOAD_RESULT: resultFile },
    cancel.signal,
  )
  stopListening()
  if (ended.code === null)
    return failed(
      'Locust is not installed. Install it with pip install locust or apt-get install python3-locust, or write the test with --export FOLDER.',
    )
  const counted = await readResult(resultFile)
  if (counted === null)
    return failed(`Locust ended without a result.\n${withoutSecrets(ended.output.trim(), secrets)}`)
  const state = cancel.signal.aborted ? 'cancelled' : 'completed'
  return ok(loadResultOf(counted, { name: plan.name, engine: 'Locust', startedAt, state }, shape))
}

function withoutSecrets(text: string, secrets: Readonly<Record<string, string>>): string {
  return Object.entries(secrets).reduce(
    (shown, [variable, value]) => (value === '' ? shown : shown.replaceAll(value, `$${variable}`)),
    text,
  )
}

const number = z.number().min(0)
const resultSchema = z.object({
  seconds: number,
  requests: z.array(
    z.object({
      name: z.string(),
      method: z.string(),
      count: number,
      failures: number,
      totalMs: number,
      minMs: number,
      maxMs: number,
      histogram: z.array(z.tuple([number, number])),
    }),
  ),
  errors: z.array(z.object({ name: z.string(), method: z.string(), error: z.string(), count: number })),
})

async function readResult(path: string): Promise<EngineResult | null> {
  try {
    return resultSchema.parse(JSON.parse(new TextDecoder().decode(await nodeFiles.read(path))))
  } catch {
    return null
  }
}

function exitCodeOfLoad({ state, total, isPassed }: LoadResult): ExitCode {
  if (state === 'cancelled') return exitCodes.interrupted
  if (total.count === 0) return exitCodes.requestFailed
  return isPassed ? exitCodes.ok : exitCodes.testsFailed
}

function tooLarge({ users, rampSeconds, seconds, iterations }: LoadShape): string | null {
  if (users > mostUsers)
    return `At most ${mostUsers} users run here. Write the test with --export FOLDER, and run it where it may.`
  return iterations === null && rampSeconds + seconds > mostSeconds
    ? `A test runs here for at most ${mostSeconds} s, with --ramp. Give --for 30s, or write it with --export FOLDER.`
    : null
}

/** Load goes to this computer, or to a host that the user names a second time. */
function foreignHost(plan: LoadPlan, typed: string | undefined): string | null {
  for (const host of hostsOf(plan)) {
    if (host === null)
      return 'The host of a request depends on values that are known only during the test. Write the test with --export FOLDER.'
    if (isLoopback(withoutPort(host))) continue
    if (typed === undefined || (typed.toLowerCase() !== host && typed.toLowerCase() !== withoutPort(host)))
      return `The requests go to ${host}. If its owner permits load, type it again: --host ${host}.`
  }
  return null
}

function withoutPort(host: string): string {
  const at = host.lastIndexOf(':')
  return at > host.lastIndexOf(']') ? host.slice(0, at) : host
}

function isLoopback(host: string): boolean {
  return isLoopbackName(host) || host === '[::1]' || (isIPv4(host) && host.startsWith('127.'))
}

/** Returns the values of the environment variables of the script. */
function secretsOf(
  { secrets }: LoadPlan,
  items: readonly RunItem[],
): Result<Readonly<Record<string, string>>, string> {
  const values: Record<string, string> = {}
  for (const { name, variable } of secrets) {
    const value = secretValue(name, items)
    if (value === null) return failed(`The secret ${name} has no value. Give it with --secret ${name}=@FILE.`)
    values[variable] = value
  }
  return ok(values)
}

function secretValue(name: string, items: readonly RunItem[]): string | null {
  for (const { request, context } of items) {
    const http = sentInRuns(request)
    const found = http === null ? undefined : lookUp(variableScopes(http, context), name)
    if (found !== undefined) return found.text
  }
  return null
}
