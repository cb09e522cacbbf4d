import { type LoadPlan, type LoadResult, type LoadShape, loadResultOf } from '@parley/codegen/load'
import type { RunItem } from '@parley/engine'
import {
  type LocustFault,
  mostSecondsHere,
  mostUsersHere,
  type RefusedHere,
  refusedHere,
  runLocust,
  secretValuesOf,
  type WrittenLoadFile,
} from '@parley/interchange/load'
import { failed, ok, type Result } from '@parley/model'
import { type ExitCode, exitCodes } from '../exit-codes.ts'
import { allEndingSignals, type Io } from '../io/io.ts'
import type { LoadOptions } from './define-load-command.ts'
import { readLoadReports, writeLoadReports } from './load-report-files.ts'
import { unwrittenWords } from './unwritten-words.ts'

/** A load test that is ready to run. */
export interface ReadyLoad {
  readonly plan: LoadPlan
  readonly shape: LoadShape
  readonly items: readonly RunItem[]
  readonly files: readonly WrittenLoadFile[]
}

/** Runs a small load test with the Locust of this computer, and reports its result. */
export async function runLoadHere(ready: ReadyLoad, options: LoadOptions, io: Io): Promise<ExitCode> {
  const { plan, shape, items } = ready
  const refuse = (sentence: string) => io.stderr.printError(sentence, exitCodes.badInput)
  const refused = refusedHere(plan, shape, options.host ?? null)
  if (refused !== null) return refuse(refusedWords(refused))
  const secrets = secretValuesOf(plan, items)
  if (!secrets.ok)
    return refuse(
      `The secret ${secrets.failure} has no value. Give it with --secret ${secrets.failure}=@FILE.`,
    )
  const isForced = options.force === true
  const wanted = await readLoadReports(options.reporter ?? [], isForced, io)
  if (!wanted.ok) return refuse(wanted.failure)
  const result = await run(ready, secrets.value, io)
  if (!result.ok) return io.stderr.printError(faultWords(result.failure), exitCodes.requestFailed)
  const unwritten = await writeLoadReports(wanted.value, result.value, isForced, io)
  if (unwritten !== null) return io.stderr.printError(unwritten, exitCodes.requestFailed)
  return exitCodeOfLoad(result.value)
}

async function run(
  { plan, shape, files }: ReadyLoad,
  secrets: Readonly<Record<string, string>>,
  io: Io,
): Promise<Result<LoadResult, LocustFault>> {
  const cancel = new AbortController()
  const stopListening = io.onSignals(allEndingSignals, () => cancel.abort())
  const startedAt = Date.now()
  const ended = await runLocust({ shape, files, env: io.env, secrets, signal: cancel.signal })
  stopListening()
  if (!ended.ok) return failed(ended.failure)
  const state = cancel.signal.aborted ? 'cancelled' : 'completed'
  return ok(loadResultOf(ended.value, { name: plan.name, engine: 'Locust', startedAt, state }, shape))
}

function refusedWords(refused: RefusedHere): string {
  switch (refused.kind) {
    case 'tooManyUsers':
      return `At most ${mostUsersHere} users run here. Write the test with --export FOLDER, and run it where it may.`
    case 'tooLong':
      return `A test runs here for at most ${mostSecondsHere} s, with --ramp. Give --for 30s, or write it with --export FOLDER.`
    case 'unknownHost':
      return 'The host of a request depends on values that are known only during the test. Write the test with --export FOLDER.'
    case 'foreignHost':
      return `The requests go to ${refused.host}. If its owner permits load, type it again: --host ${refused.host}.`
  }
}

function faultWords(fault: LocustFault): string {
  switch (fault.kind) {
    case 'unwritten':
      return unwrittenWords('The folder of the test', fault.code)
    case 'notInstalled':
      return 'Locust is not installed. Install it with pip install locust or apt-get install python3-locust, or write the test with --export FOLDER.'
    case 'noResult':
      return `Locust ended without a result.\n${fault.output}`
  }
}

function exitCodeOfLoad({ state, total, isPassed }: LoadResult): ExitCode {
  if (state === 'cancelled') return exitCodes.interrupted
  if (total.count === 0) return exitCodes.requestFailed
  return isPassed ? exitCodes.ok : exitCodes.testsFailed
}
