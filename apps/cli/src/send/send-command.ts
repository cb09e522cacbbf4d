import {
  allowedOrigins,
  authSessionInMemory,
  type BodyStore,
  type EnginePorts,
  type ProgressListener,
  type SendOutcome,
  type SendRequest,
  subscriptionBoundary,
  type Transport,
  withoutScripts,
} from '@parley/engine'
import { noticesOfSend } from '@parley/engine/reports'
import { descriptorOf, filePathsOf, type HttpRequest, nameOfPath, type Response } from '@parley/model'
import {
  createTransport,
  type NetworkPathChoice,
  nodeHostNames,
  nodeSources,
  type OpenableFiles,
} from '@parley/transport'
import { type ExitCode, exitCodes } from '../exit-codes.ts'
import { type Io, interrupts } from '../io/io.ts'
import { refuseMissing } from '../io/missing-file.ts'
import type { StandardOutput } from '../io/standard-output.ts'
import { typedFiles } from '../io/typed-files.ts'
import { bothStores } from '../output/both-stores.ts'
import { type DescribedFailure, describedFailure } from '../output/described-failure.ts'
import { nextStepFor, nextStepInRun } from '../output/next-step.ts'
import { type Output, type OutputOptions, openOutput } from '../output/output.ts'
import type { SavedRequest } from '../saved/read-saved-request.ts'
import { eventPrinter } from './event-printer.ts'
import { watchGraphQl } from './graphql-outcome.ts'
import { hasEnough, liveSending, refuseForKind, reportKind, stopLive } from './live-sending.ts'
import { MergingStore } from './merging-store.ts'
import { noticeSentence } from './notice-sentence.ts'
import { readNetwork } from './read-network.ts'
import { conflictOf, readSend } from './read-send.ts'
import type { SendOptions } from './send-options.ts'
import { showProgress } from './show-progress.ts'
import { readStreamOptions, type StreamPlan } from './stream-options.ts'
import { testLines } from './test-lines.ts'
import type { TypedSend } from './typed-send.ts'

/**
 * `parley send`: prints the body to standard output or a file, and everything else to standard error; or
 * prints one JSON document instead of the body. What arrived before a failure or Ctrl+C is kept.
 */
export async function sendCommand(words: readonly string[], options: SendOptions, io: Io): Promise<ExitCode> {
  if (!options.pager || !io.stdout.isTerminal) return sendAndPrint(words, options, io)
  const pager = await io.startPager()
  if (pager === null) {
    io.stderr.printNote('There is no pager. Set PAGER to the one that you have.')
    return sendAndPrint(words, options, io)
  }
  const code = await sendAndPrint(words, options, withStandardOutput(io, pager.stdout))
  await pager.close()
  return code
}

/** An {@link Io} may open its streams when they are first used, so it is not copied. */
function withStandardOutput(io: Io, stdout: StandardOutput): Io {
  return Object.create(io, { stdout: { value: stdout } })
}

async function sendAndPrint(words: readonly string[], asked: SendOptions, io: Io): Promise<ExitCode> {
  const read = await readTyped(words, asked, io)
  if (typeof read === 'string') return io.stderr.printError(read, exitCodes.badInput)
  const { typed, choosePath, plan } = read
  if (asked.dryRun) {
    const { printDryRun } = await import('../codegen/dry-run.ts')
    return printDryRun(typed, asked.quiet ?? false, io)
  }
  const options = { ...('output' in typed ? typed.output : {}), ...asked }
  const cancel = new AbortController()
  const stop = () => cancel.abort()
  const named = conflictOf(options) ?? namedOutput(options, typed.request)
  if (typeof named === 'string') return io.stderr.printError(named, exitCodes.badInput)
  const output = await openOutput(named, io, stop)
  if (typeof output === 'string') return io.stderr.printError(output, exitCodes.badInput)
  const isSaved = 'item' in typed
  if (isSaved && !options.quiet) io.stderr.printNotes(typed.planned.notes)
  const stopListening = io.onSignals(interrupts, stop)
  const graphQl = options.failOnGraphqlErrors ? watchGraphQl() : null
  const merging = options.raw ? null : mergingStore(output.bodyStore, io)
  const printed = merging?.bodyStore ?? output.bodyStore
  const target = graphQl === null ? printed : bothStores(printed, graphQl.store)
  const parts = { target, plan, end: stop, onResult: graphQl?.note, files: filesOf(typed, io) }
  const live = await liveSending(typed.request, options, parts, io)
  const { stream, calls } = live
  const bodyStore =
    calls?.bodyStore ?? eventPrinter(target, { stream, format: plan.format, onEvent: graphQl?.note })
  const outcome = await send(typed, {
    options,
    io,
    output,
    choosePath,
    bodyStore,
    signal: cancel.signal,
    sendRequest: graphQl?.sending(live.send) ?? live.send,
    onResponse(response) {
      merging?.begin(response)
      if (!descriptorOf(typed.request).callsMethods) output.expect(response)
    },
  })
  await stopLive(live)
  await output.close()
  stopListening()
  const describe = () =>
    hasEnough(live) && output.fault() === null
      ? null
      : describedFailure(outcome, output.fault(), isSaved ? nextStepInRun : nextStepFor)
  const failure = describe()
  if (options.jsonOutput) {
    const { jsonDocument } = await import('./json-document.ts')
    await output.writeJson(jsonDocument({ outcome, failure, body: output.kept() }))
  }
  if (output.isReaderGone()) return exitCodes.ok
  // The document itself may be what could not be written.
  const code = report(outcome, failure ?? describe(), { options, output, io })
  if (options.timing) await printTiming(outcome, io)
  if (code !== exitCodes.ok) return code
  const ofAnswer = reportAnswer(typed.request, outcome, stream?.isStream ?? false, { options, output, io })
  return ofAnswer === exitCodes.ok ? reportGraphQl(graphQl?.failureOf(outcome) ?? null, io) : ofAnswer
}

function reportGraphQl(failure: string | null, io: Io): ExitCode {
  if (failure === null) return exitCodes.ok
  return io.stderr.printError(`The response has errors and no data: ${failure}`, exitCodes.testsFailed)
}

function mergingStore(bodyStore: BodyStore, io: Io): MergingStore {
  return new MergingStore(bodyStore, () =>
    io.stderr.printNote('The parts of the response are longer than 64 MB, so they are not merged.'),
  )
}

/** Everything that is typed and read before anything is sent. */
interface ReadCommand {
  readonly typed: TypedSend | SavedRequest
  readonly choosePath: NetworkPathChoice | null
  readonly plan: StreamPlan
}

/** Returns a sentence if something is invalid. */
async function readTyped(
  words: readonly string[],
  options: SendOptions,
  io: Io,
): Promise<ReadCommand | string> {
  const typed = await readSend(words, options, io)
  if (typeof typed === 'string') return typed
  const missing = 'item' in typed ? null : await refuseMissing(filePathsOf(typed.request.body), io)
  if (missing !== null) return missing
  const choosePath = await readNetwork(options, io)
  if (typeof choosePath === 'string') return choosePath
  const plan = readStreamOptions(options)
  if (typeof plan === 'string') return plan
  return refuseForKind(typed.request, options) ?? { typed, choosePath, plan }
}

/** Returns the options of the output with the file that --remote-name or --remote-header-name mean; a sentence if they mean none. */
function namedOutput(options: SendOptions, { url }: HttpRequest): OutputOptions | string {
  const { remoteName = false, remoteHeaderName = false, ...given } = options
  if (!remoteName && !remoteHeaderName) return given
  const name = nameOfPath(url)
  if (remoteHeaderName) return { ...given, remoteName: name || 'response' }
  if (name === '' || url.includes('{{')) return 'The URL ends in no name for a file. Name it with -o FILE.'
  return { ...given, output: name }
}

/** What reports on a send need. */
interface Reporting {
  readonly options: SendOptions
  readonly output: Output
  readonly io: Io
}

/** Reports what an answer says of itself: its status, or how its stream ended. */
function reportAnswer(
  request: HttpRequest,
  outcome: SendOutcome,
  isStream: boolean,
  { options: { quiet = false, fail = false, remoteName = false }, output, io }: Reporting,
): ExitCode {
  if (!outcome.ok) return exitCodes.ok
  const { exchange } = outcome.value
  const kept = output.kept()
  if (remoteName && !quiet && kept?.kind === 'file') io.stderr.printNote(`The body is in ${kept.path}.`)
  const ofKind = reportKind(request, exchange, { isStream, isQuiet: quiet, io })
  const { statusCode, reasonPhrase } = exchange.response
  if (ofKind !== exitCodes.ok || !fail || statusCode < 400) return ofKind
  const status = `${statusCode} ${reasonPhrase}`.trim()
  return io.stderr.printError(`The server answered ${status}.`, exitCodes.testsFailed)
}

/** Loads the table only for those who ask for it. */
async function printTiming(outcome: SendOutcome, { stderr }: Io): Promise<void> {
  const { timingTable } = await import('./timing-table.ts')
  stderr.printLines(timingTable(outcome))
}

function filesOf(typed: TypedSend | SavedRequest, io: Io): OpenableFiles {
  return 'item' in typed ? typed.planned.filesOf(typed.item) : typedFiles(io)
}

interface Sending {
  readonly options: SendOptions
  readonly io: Io
  readonly output: Output
  readonly choosePath: NetworkPathChoice | null
  readonly bodyStore: BodyStore
  readonly signal: AbortSignal
  readonly sendRequest: SendRequest
  /** Not called for a subscription in parts, which are not merged. */
  readonly onResponse: (response: Response) => void
}

async function send(typed: TypedSend | SavedRequest, sending: Sending): Promise<SendOutcome> {
  const { options, output } = sending
  const progress = options.quiet ? null : showProgress(sending.io)
  const onProgress: ProgressListener = awaiting => {
    progress?.update(awaiting)
    if (awaiting.response === null) return
    if (subscriptionBoundary(typed.request, awaiting.response) === null) sending.onResponse(awaiting.response)
    if (options.include) output.writeHead(awaiting.response)
    // The progress line and the body would be mixed up on one terminal.
    if (output.mayShowBody) progress?.end()
  }
  const outcome = await ('item' in typed
    ? sendSaved(typed, sending, onProgress)
    : sendTyped(typed, sending, onProgress))
  progress?.end()
  return outcome
}

async function sendTyped(
  { request, context }: TypedSend,
  { options, io, bodyStore, choosePath, signal, sendRequest }: Sending,
  onProgress: ProgressListener,
): Promise<SendOutcome> {
  const files = typedFiles(io)
  const transport = createTransport({
    bodyStore,
    openFile: files.open,
    ...(choosePath === null ? {} : { choosePath }),
  })
  const ports = portsFor(transport, files, options.allowHost ?? [])
  const outcome = await sendRequest({ request, context, ports, signal, onProgress })
  transport.close()
  return outcome
}

async function sendSaved(
  saved: SavedRequest,
  { options, bodyStore, choosePath, signal, sendRequest }: Sending,
  onProgress: ProgressListener,
): Promise<SendOutcome> {
  const { sendSavedRequest } = await import('../saved/send-saved-request.ts')
  const allowedHosts = options.allowHost ?? []
  return sendSavedRequest(saved, {
    choosePath,
    allowedHosts,
    bodyStore,
    signal,
    onProgress,
    send: sendRequest,
  })
}

function portsFor(transport: Transport, files: OpenableFiles, allowedHosts: readonly string[]): EnginePorts {
  return {
    transport,
    scripts: withoutScripts,
    history: { record: async () => {} },
    ...nodeSources,
    authSession: authSessionInMemory(),
    secretHosts: allowedOrigins(allowedHosts, nodeHostNames),
    files,
  }
}

/** Reports on standard error how the send ended, if there is something to report. */
function report(
  outcome: SendOutcome,
  failure: DescribedFailure | null,
  { options, output, io }: Reporting,
): ExitCode {
  if (failure === null) {
    if (!outcome.ok) return exitCodes.ok
    const { exchange, tests } = outcome.value
    if (!options.quiet) for (const notice of exchange.notices) io.stderr.printNote(noticeSentence(notice))
    io.stderr.printLines(testLines(tests, options.quiet ?? false, io.stderr.colors))
    const isPassed = tests.scriptErrors.length === 0 && tests.results.every(test => test.passed)
    return isPassed ? exitCodes.ok : exitCodes.testsFailed
  }
  if (!options.quiet) for (const notice of noticesOfSend(outcome)) io.stderr.printNote(noticeSentence(notice))
  if (failure.kind === 'skipped') {
    if (!options.quiet) io.stderr.printNote(`${failure.sentence} ${failure.nextStep}`)
    return exitCodes.ok
  }
  const code = exitCodeOfFailure(failure)
  if (code !== exitCodes.interrupted)
    io.stderr.printError(`${failure.sentence} (${failure.code})\n${failure.nextStep}`, code)
  if (failure.received !== undefined && !options.quiet)
    io.stderr.printLines(`What arrived begins with:\n${failure.received.trimEnd()}\n`)
  const kept = output.kept()
  if (kept?.kind === 'file' && !options.quiet) io.stderr.printLines(`What arrived is in ${kept.path}.\n`)
  return code
}

function exitCodeOfFailure({ kind, step, code }: DescribedFailure): ExitCode {
  // It is the status 4 of gRPC, whichever side says it.
  if (code === 'GRPC_DEADLINE_EXCEEDED') return exitCodes.testsFailed
  if (kind === 'cancelled') return exitCodes.interrupted
  if (kind === 'script') return exitCodes.testsFailed
  return step === 'prepare' ? exitCodes.badInput : exitCodes.requestFailed
}
