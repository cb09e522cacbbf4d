import { type RunHost, type RunSummary, runCollection } from '@parley/engine'
import { describeResult } from '@parley/engine/reports'
import { type ExitCode, exitCodes } from '../exit-codes.ts'
import { allEndingSignals, type Io } from '../io/io.ts'
import { nextStepInRun } from '../output/next-step.ts'
import { readNetwork } from '../send/read-network.ts'
import { limitNotes } from './limit-notes.ts'
import { type PlannedRun, planRun } from './plan-run.ts'
import { createRunHost } from './run-host.ts'
import type { RunCommandOptions } from './run-options.ts'
import { showRunProgress } from './run-progress.ts'
import { openReports, type Reports } from './run-reports.ts'
import { RunSourceError } from './run-source.ts'

/**
 * `parley run`: everything typed is understood before anything is sent; reports are complete however the run
 * ends.
 */
export async function runCommand(
  paths: readonly string[],
  options: RunCommandOptions,
  io: Io,
): Promise<ExitCode> {
  const planned = await valueOrSentence(() => planRun(paths, options, io))
  if (typeof planned === 'string') return io.stderr.printError(planned, exitCodes.badInput)
  const choosePath = await readNetwork(options, io)
  if (typeof choosePath === 'string') return io.stderr.printError(choosePath, exitCodes.badInput)
  const cancel = new AbortController()
  const stop = () => cancel.abort()
  const reports = await valueOrSentence(() =>
    openReports(
      options,
      { read: [...filesOfTheRun(options), ...planned.readPaths], shard: planned.shard, choosePath },
      io,
      stop,
    ),
  )
  if (typeof reports === 'string') return io.stderr.printError(reports, exitCodes.badInput)
  if (!options.quiet) io.stderr.printNotes(planned.notes)
  const stopListening = io.onSignals(allEndingSignals, stop)
  const host = await createRunHost(planned, { choosePath, allowedHosts: options.allowHost ?? [] })
  const summary = await run(planned, { options, io, reports, host, signal: cancel.signal })
  if (!options.quiet) io.stderr.printNotes(limitNotes(planned.options, summary, host.utilization()))
  await host.close()
  const fault = await reports.finish(summary)
  stopListening()
  if (fault !== null) return io.stderr.printError(fault, exitCodes.requestFailed)
  const code = exitCodeOf(summary)
  if (code !== exitCodes.ok && !options.quiet && io.stderr.isTerminal) await offerExplanation(options, io)
  return code
}

/** Names the command that asks the assistant why requests failed, where one is set up. */
async function offerExplanation({ reporter = [] }: RunCommandOptions, io: Io): Promise<void> {
  const { isAssistantSetUp } = await import('../explain/read-assistant-service.ts')
  if (!(await isAssistantSetUp(io.env))) return
  const report = reporter.find(one => one.startsWith('json='))?.slice('json='.length)
  io.stderr.printNote(
    report === undefined
      ? 'To ask the assistant why, add -r json=run.json and then run parley explain run.json.'
      : `To ask the assistant why, run parley explain ${report}.`,
  )
}

/** Lists the files that the options name and the run reads. */
function filesOfTheRun({
  iterationData,
  env,
  failedIn,
  shardBy,
  secret = [],
}: RunCommandOptions): readonly string[] {
  const ofSecrets = secret.flatMap(one => /^[^=]*=@(.+)$/s.exec(one)?.[1] ?? [])
  return [iterationData ?? [], env ?? [], failedIn ?? [], shardBy ?? [], ofSecrets].flat()
}

interface Running {
  readonly options: RunCommandOptions
  readonly io: Io
  readonly reports: Reports
  readonly host: RunHost
  readonly signal: AbortSignal
}

async function run(
  planned: PlannedRun,
  { options, io, reports, host, signal }: Running,
): Promise<RunSummary> {
  const progress = showRunProgress(options.quiet === true, io)
  try {
    return await runCollection(
      planned.items,
      planned.options,
      host,
      async event => {
        progress.update(event)
        if (event.type !== 'requestEnded') return
        progress.hide()
        const position = planned.shard?.positions.get(event.result.key) ?? null
        await reports.add(describeResult(event.result, nextStepInRun, position))
      },
      signal,
    )
  } finally {
    progress.end()
  }
}

/** Returns the exit code that says how a run ended. */
export function exitCodeOf({ state, counts }: Pick<RunSummary, 'state' | 'counts'>): ExitCode {
  if (state === 'cancelled') return exitCodes.interrupted
  if (counts.error > 0) return exitCodes.requestFailed
  return counts.failed > 0 ? exitCodes.testsFailed : exitCodes.ok
}

/** Returns the value of a task, or the sentence of its {@link RunSourceError}. */
async function valueOrSentence<Value>(task: () => Promise<Value>): Promise<Value | string> {
  try {
    return await task()
  } catch (error) {
    if (error instanceof RunSourceError) return error.message
    throw error
  }
}
