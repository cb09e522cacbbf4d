import { type LoadReportName, type LoadResult, loadReports } from '@parley/codegen/load'
import { errorCodeOf, nodeFiles } from '@parley/files'
import { failed, ok, type Result } from '@parley/model'
import type { Io } from '../io/io.ts'
import { typedPath } from '../io/typed-path.ts'
import { writeOutputFile } from '../output/written-in-place.ts'

/** A report that was asked for. */
export interface WantedLoadReport {
  readonly name: LoadReportName
  /** Null: standard output. */
  readonly typed: string | null
}

/** Reads `--reporter`; a failure is a sentence. An existing file is kept unless it may be overwritten. */
export async function readLoadReports(
  reporters: readonly string[],
  isForced: boolean,
  io: Io,
): Promise<Result<readonly WantedLoadReport[], string>> {
  const wanted: WantedLoadReport[] = []
  for (const one of reporters) {
    const end = one.indexOf('=')
    const name = end === -1 ? one : one.slice(0, end)
    const typed = end === -1 ? null : one.slice(end + 1)
    if (!isReportName(name))
      return failed(
        `There is no reporter “${name}” for load tests. There is ${Object.keys(loadReports).join(', ')}.`,
      )
    if (typed === '') return failed(`--reporter ${name}= names no file.`)
    if (typed !== null && !isForced && (await nodeFiles.info(typedPath(io, typed)))?.kind === 'file')
      return failed(
        `${typed} already exists and was not changed. Name another file for the report, or add --force.`,
      )
    wanted.push({ name, typed: typed === '-' ? null : typed })
  }
  const shown = wanted.filter(({ typed }) => typed === null)
  if (shown.length > 1)
    return failed(
      `${shown.map(({ name }) => name).join(' and ')} cannot share standard output. Write all but one to files, as --reporter ${shown[1]?.name}=FILE.`,
    )
  return ok(shown.length === 0 ? [{ name: 'cli', typed: null }, ...wanted] : wanted)
}

/** Writes the reports; returns a sentence if one could not be written. */
export async function writeLoadReports(
  wanted: readonly WantedLoadReport[],
  result: LoadResult,
  isForced: boolean,
  io: Io,
): Promise<string | null> {
  let fault: string | null = null
  for (const { name, typed } of wanted) {
    const text = loadReports[name](result)
    if (typed === null) await io.stdout.write(text)
    else fault = (await written(typed, text, isForced, io)) ?? fault
  }
  return fault
}

async function written(typed: string, text: string, isForced: boolean, io: Io): Promise<string | null> {
  try {
    if (await writeOutputFile(typedPath(io, typed), text, isForced)) return null
    return `${typed} appeared meanwhile and was not changed. Name another file for the report, or add --force.`
  } catch (error) {
    const code = errorCodeOf(error)
    if (code === '') throw error
    return `The report ${typed} cannot be written (${code}). Give another place to --reporter.`
  }
}

function isReportName(name: string): name is LoadReportName {
  return Object.hasOwn(loadReports, name)
}
