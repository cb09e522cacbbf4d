import { type ExitCode, exitCodes } from '../exit-codes.ts'
import type { Io } from '../io/io.ts'
import { readFile } from '../run/load-run-source.ts'
import { exitCodeOf } from '../run/run-command.ts'
import { openReports, type ReportOptions } from '../run/run-reports.ts'
import { RunSourceError } from '../run/run-source.ts'
import { type MergedReport, mergeReports, type NamedReport } from './merge-reports.ts'
import { readReport } from './read-report.ts'

/** `parley report merge`: joins the JSON reports of the shards of a run, and writes the reports of the whole. */
export async function reportCommand(
  paths: readonly string[],
  options: ReportOptions,
  io: Io,
): Promise<ExitCode> {
  try {
    const merged = mergeReports(await readAll(paths, io))
    if (!merged.ok) return io.stderr.printError(merged.failure, exitCodes.badInput)
    const reports = await openReports(options, { read: paths, shard: null, choosePath: null }, io, () => {})
    for (const result of merged.value.results) await reports.add(result)
    const fault = await reports.finish(merged.value.summary)
    if (fault !== null) return io.stderr.printError(fault, exitCodes.requestFailed)
    return exitCodeOfWhole(merged.value, io)
  } catch (error) {
    if (error instanceof RunSourceError) return io.stderr.printError(error.message, exitCodes.badInput)
    throw error
  }
}

async function readAll(paths: readonly string[], io: Io): Promise<readonly NamedReport[]> {
  if (paths.filter(path => path === '-').length > 1)
    throw new RunSourceError('Standard input can be only one of the files. Save the others.')
  const reports: NamedReport[] = []
  for (const typed of paths) {
    const report = readReport(new TextDecoder().decode(await readFile(typed, io)))
    if (!report.ok) throw new RunSourceError(`${typed} ${report.failure}`)
    reports.push({ ...report.value, typed })
  }
  return reports
}

function exitCodeOfWhole({ summary, missing, shards }: MergedReport, io: Io): ExitCode {
  const code = exitCodeOf(summary)
  const [first] = missing
  if (first === undefined) return code
  const which =
    missing.length === 1
      ? `Shard ${first} of ${shards} is missing`
      : `Shards ${missing.join(', ')} of ${shards} are missing`
  io.stderr.printError(`${which}. The report has only the requests of the others.`, exitCodes.requestFailed)
  return code === exitCodes.interrupted ? code : exitCodes.requestFailed
}
