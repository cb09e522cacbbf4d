import {
  allowedOrigins,
  authSessionInMemory,
  type EnginePorts,
  executeRequest,
  type SendOutcome,
  type Transport,
  withoutScripts,
} from '@parley/engine'
import { createTransport, filesByPath, type NetworkPathChoice, nodeHostNames } from '@parley/transport'
import { type ExitCode, exitCodes } from '../exit-codes.ts'
import { dynamicSources } from '../options/dynamic-sources.ts'
import { type DescribedFailure, describedFailure } from '../output/described-failure.ts'
import { type Output, openOutput } from '../output/output.ts'
import { printError, printLines, printNote } from '../output/standard-error.ts'
import { noticeSentence } from './notice-sentence.ts'
import { readNetwork } from './read-network.ts'
import { readSend, type TypedSend } from './read-send.ts'
import type { SendOptions } from './send-options.ts'
import { showProgress } from './show-progress.ts'

/**
 * `parley send`: prints the body to standard output or a file, and everything else to standard error; or
 * prints one JSON document instead of the body. What arrived before a failure or Ctrl+C is kept.
 */
export async function sendCommand(words: readonly string[], options: SendOptions): Promise<ExitCode> {
  const typed = await readSend(words, options)
  if (typeof typed === 'string') return printError(typed, exitCodes.badInput)
  const choosePath = await readNetwork(options)
  if (typeof choosePath === 'string') return printError(choosePath, exitCodes.badInput)
  const cancel = new AbortController()
  const stop = () => cancel.abort()
  const output = await openOutput(options, stop)
  if (typeof output === 'string') return printError(output, exitCodes.badInput)
  process.once('SIGINT', stop).once('SIGTERM', stop)
  const outcome = await send(typed, { options, output, choosePath, signal: cancel.signal })
  await output.close()
  process.off('SIGINT', stop).off('SIGTERM', stop)
  const failure = describedFailure(outcome, output.fault())
  if (options.jsonOutput) {
    const { jsonDocument } = await import('./json-document.ts')
    await output.writeJson(jsonDocument({ outcome, failure, body: output.kept() }))
  }
  if (output.isReaderGone()) return exitCodes.ok
  // The document itself may be what could not be written.
  const code = report(outcome, failure ?? describedFailure(outcome, output.fault()), { options, output })
  if (options.timing) {
    const { timingTable } = await import('./timing-table.ts')
    printLines(timingTable(outcome))
  }
  return code
}

interface Sending {
  readonly options: SendOptions
  readonly output: Output
  readonly choosePath: NetworkPathChoice | null
  readonly signal: AbortSignal
}

async function send(
  { request, context }: TypedSend,
  { options, output, choosePath, signal }: Sending,
): Promise<SendOutcome> {
  const progress = options.quiet ? null : showProgress()
  const transport = createTransport({
    bodyStore: output.bodyStore,
    ...(choosePath === null ? {} : { choosePath }),
  })
  const ports = portsFor(transport, options.allowHost ?? [])
  const outcome = await executeRequest(request, context, ports, signal, awaiting => {
    progress?.update(awaiting)
    if (awaiting.response === null) return
    if (options.include) output.writeHead(awaiting.response)
    // The progress line and the body would be mixed up on one terminal.
    if (output.mayShowBody) progress?.end()
  })
  progress?.end()
  transport.close()
  return outcome
}

function portsFor(transport: Transport, allowedHosts: readonly string[]): EnginePorts {
  return {
    transport,
    scripts: withoutScripts,
    history: { record: async () => {} },
    ...dynamicSources,
    hostNames: nodeHostNames,
    authSession: authSessionInMemory(),
    secretHosts: allowedOrigins(allowedHosts, nodeHostNames),
    files: filesByPath,
  }
}

/** Reports on standard error how the send ended, if there is something to report. */
function report(
  outcome: SendOutcome,
  failure: DescribedFailure | null,
  { options, output }: { options: SendOptions; output: Output },
): ExitCode {
  if (failure === null) {
    if (outcome.ok && !options.quiet)
      for (const notice of outcome.value.exchange.notices) printNote(noticeSentence(notice))
    return exitCodes.ok
  }
  const code = exitCodeOf(failure)
  if (code !== exitCodes.interrupted)
    printError(`${failure.sentence} (${failure.code})\n${failure.nextStep}`, code)
  const kept = output.kept()
  if (kept?.kind === 'file' && !options.quiet) printLines(`What arrived is in ${kept.path}.\n`)
  return code
}

function exitCodeOf({ kind, step }: DescribedFailure): ExitCode {
  if (kind === 'cancelled') return exitCodes.interrupted
  return step === 'prepare' ? exitCodes.badInput : exitCodes.requestFailed
}
