import { resolve } from 'node:path'
import type { RunShard, RunSummary } from '@parley/engine'
import type { ReportedResult, Reporter } from '@parley/engine/reports'
import { errorCodeOf, nodeFiles } from '@parley/files'
import type { NetworkPathChoice } from '@parley/transport'
import type { Io } from '../io/io.ts'
import type { StandardOutput } from '../io/standard-output.ts'
import { typedPath } from '../io/typed-path.ts'
import { isWrittenInPlace } from '../output/written-in-place.ts'
import { createReporter, isReporterName, reporterNames } from '../reporters/create-reporter.ts'
import { type OtlpSettings, readOtlpSettings } from '../reporters/otlp/otlp-settings.ts'
import type { ReporterOptions } from '../reporters/reporter-options.ts'
import { openReportFile, type ReportFile } from './report-file.ts'
import type { RunCommandOptions } from './run-options.ts'
import { RunSourceError } from './run-source.ts'

/** The reports of a run. */
export interface Reports {
  add(result: ReportedResult): Promise<void>
  /** Finishes the reports; returns a sentence if one could not be written. */
  finish(summary: RunSummary): Promise<string | null>
}

interface TypedFile {
  readonly typed: string
  readonly path: string
}

interface Wanted {
  readonly name: string
  /** Null: standard output. */
  readonly file: TypedFile | null
}

/** The options of a command that say which reports it writes. */
export type ReportOptions = Pick<RunCommandOptions, 'reporter' | 'force' | 'color' | 'quiet' | 'verbose'>

/** What reports are about. */
export interface ReportedRun {
  /** The files of the run, which no report may replace. */
  readonly read: readonly string[]
  /** Null: all of the run. */
  readonly shard: RunShard | null
  /** The proxy and the certificates on the way to a collector; null: directly. */
  readonly choosePath: NetworkPathChoice | null
}

/**
 * Opens all reports before anything is sent.
 * @throws RunSourceError
 */
export async function openReports(
  options: ReportOptions,
  { read, shard, choosePath }: ReportedRun,
  io: Io,
  onReaderGone: () => void,
): Promise<Reports> {
  const collectors = collectorsIn(options.reporter ?? [], io)
  const wanted = wantedOf(filesIn(options.reporter ?? []), io)
  await refuseFilesOfTheRun(wanted, read, io)
  if (!options.force) await refuseOtherFiles(wanted)
  const isAlone = wanted.every(one => one.file === null)
  // If the reader of `parley run | head` disconnects, no more requests are sent.
  const { stdout } = io
  stdout.watch({ onFault: () => {}, onReaderGone: isAlone ? onReaderGone : () => {} })
  const sinks: Sink[] = []
  try {
    for (const one of wanted) sinks.push(await openSink(one, options, shard, io))
    for (const one of collectors) sinks.push(await openCollectorSink(one, choosePath))
  } catch (error) {
    for (const sink of sinks) await sink.discard()
    throw error
  }
  return {
    async add(result) {
      for (const sink of sinks) await sink.add(result)
    },
    async finish(summary) {
      let fault: string | null = null
      for (const sink of sinks) fault = (await sink.finish(summary)) ?? fault
      const code = stdout.faultCode
      return fault ?? (code === null ? null : `Standard output cannot be written (${code}).`)
    },
  }
}

const isCollector = (typed: string) => typed === 'otlp' || typed.startsWith('otlp=')

/** Returns what was typed about reports that are texts. */
function filesIn(typed: readonly string[]): readonly string[] {
  return typed.filter(one => !isCollector(one))
}

function collectorsIn(typed: readonly string[], io: Io): readonly OtlpSettings[] {
  return typed.filter(isCollector).map(one => {
    const settings = readOtlpSettings(one.slice('otlp='.length), io.env)
    if (!settings.ok) throw new RunSourceError(settings.failure)
    return settings.value
  })
}

function wantedOf(typed: readonly string[], io: Io): readonly Wanted[] {
  const wanted = typed.map(one => {
    const end = one.indexOf('=')
    const name = end === -1 ? one : one.slice(0, end)
    const path = end === -1 ? null : one.slice(end + 1)
    if (!isReporterName(name))
      throw new RunSourceError(
        `There is no reporter “${name}”. There is ${[...reporterNames, 'otlp'].join(', ')}.`,
      )
    if (path === '') throw new RunSourceError(`--reporter ${name}= names no file.`)
    const isShown = path === null || standardOutputNames.has(path)
    return { name, file: isShown ? null : { typed: path, path: typedPath(io, path) } }
  })
  const shown = wanted.filter(one => one.file === null)
  if (shown.length > 1)
    throw new RunSourceError(
      `${shown.map(one => one.name).join(' and ')} cannot share standard output. Write all but one to files, as --reporter ${shown[1]?.name}=FILE.`,
    )
  const paths = wanted.flatMap(one => (one.file === null ? [] : [resolve(one.file.path)]))
  const repeated = paths.find((path, at) => paths.indexOf(path) !== at)
  if (repeated !== undefined) throw new RunSourceError(`Two reports would be written to ${repeated}.`)
  // A report in a file leaves the terminal as it is.
  return shown.length === 0 ? [{ name: 'cli', file: null }, ...wanted] : wanted
}

const standardOutputNames: ReadonlySet<string> = new Set(['-', '/dev/stdout'])

async function refuseFilesOfTheRun(
  wanted: readonly Wanted[],
  read: readonly string[],
  io: Io,
): Promise<void> {
  const places = new Set<string>()
  for (const { file } of wanted) {
    const there = file === null ? null : await nodeFiles.info(file.path)
    if (there?.kind === 'file') places.add(there.identity)
  }
  // Checked only if needed: a run may read thousands of files, and most runs have no report or write a new
  // one.
  if (places.size === 0) return
  for (const path of read) {
    // A file name in a request may be no valid path; then it is not the path of a report.
    const info = await nodeFiles.info(typedPath(io, path)).catch(() => null)
    if (info?.kind === 'file' && places.has(info.identity))
      throw new RunSourceError(
        `The report would take the place of ${path}, which the run reads. Name another file for it.`,
      )
  }
}

/** Refuses to overwrite existing files. A device or a pipe has no content that could be lost. */
async function refuseOtherFiles(wanted: readonly Wanted[]): Promise<void> {
  for (const { file } of wanted) {
    if (file === null || (await isWrittenInPlace(file.path))) continue
    if ((await nodeFiles.info(file.path))?.kind === 'file')
      throw new RunSourceError(
        `${file.typed} already exists and was not changed. Name another file for the report, or add --force.`,
      )
  }
}

interface Sink {
  add(result: ReportedResult): Promise<void>
  finish(summary: RunSummary): Promise<string | null>
  discard(): Promise<void>
}

async function openSink(
  { name, file }: Wanted,
  options: ReportOptions,
  shard: RunShard | null,
  io: Io,
): Promise<Sink> {
  if (!isReporterName(name)) throw new Error(`No reporter ${name}`)
  const reporter = await createReporter(name, { ...shownParts(file === null, options, io), shard })
  if (file === null && reporter.isLive) return liveSink(reporter, io.stdout)
  return fileSink(reporter, file?.typed ?? '', await openedFile(file, io.stdout))
}

/** Sends the report to a collector. A collector that fails does not end the run. */
async function openCollectorSink(
  settings: OtlpSettings,
  choosePath: NetworkPathChoice | null,
): Promise<Sink> {
  const { createTelemetrySender } = await import('../reporters/otlp/post-telemetry.ts')
  const { OtlpReport } = await import('../reporters/otlp/otlp-report.ts')
  const report = new OtlpReport(settings, createTelemetrySender(settings, choosePath))
  return {
    add: result => report.add(result),
    finish: summary => report.finish(summary),
    discard: async () => report.close(),
  }
}

function shownParts(
  isShown: boolean,
  { color, quiet, verbose }: ReportOptions,
  { stdout }: Io,
): Omit<ReporterOptions, 'shard'> {
  return {
    isColored: isShown && color !== false && stdout.colors.isColorSupported,
    isQuiet: quiet === true,
    isVerbose: verbose === true,
  }
}

async function openedFile(file: TypedFile | null, stdout: StandardOutput): Promise<ReportFile> {
  if (file !== null && (await nodeFiles.info(file.path))?.kind === 'folder')
    throw new RunSourceError(`${file.typed} is a folder. Name a file for the report.`)
  try {
    return await openReportFile(file?.path ?? stdout)
  } catch (error) {
    if (errorCodeOf(error) === '') throw error
    throw new RunSourceError(
      `${file?.typed ?? 'The report'} cannot be written (${errorCodeOf(error)}). Give another place to --reporter.`,
    )
  }
}

/** Prints the report while the run continues. */
function liveSink(reporter: Reporter, stdout: StandardOutput): Sink {
  let isBegun = false
  const begin = () => {
    const head = isBegun ? '' : reporter.head(null)
    isBegun = true
    return head
  }
  const write = async (text: string) => {
    if (text !== '') await stdout.write(text)
  }
  return {
    add: result => write(begin() + reporter.entry(result)),
    async finish(summary) {
      await write(begin() + reporter.foot(summary))
      return null
    },
    discard: async () => {},
  }
}

/**
 * Keeps the report on disk until the run has ended. A full disk does not end the run: the other reports are
 * still written.
 */
function fileSink(reporter: Reporter, typed: string, file: ReportFile): Sink {
  let faultCode: string | null = null
  const guarded = async (act: () => Promise<void>) => {
    if (faultCode !== null) return
    try {
      await act()
    } catch (error) {
      faultCode = errorCodeOf(error)
      if (faultCode === '') throw error
    }
  }
  return {
    add: result => guarded(() => file.append(reporter.entry(result))),
    async finish(summary) {
      const head = reporter.head(summary)
      const foot = reporter.foot(summary)
      await guarded(() => file.finish(head, foot))
      await file.discard()
      return faultCode === null
        ? null
        : `The report ${typed} could not be written (${faultCode}). Free some space on the disk and run again.`
    },
    discard: () => file.discard(),
  }
}
