import {
  countsText,
  findUpdates,
  type ImportUpdates,
  lineText,
  type ReadImport,
  reportSections,
  runImport,
  type WrittenImport,
  writeImport,
} from '@parley/interchange'
import { harmlessJson, harmlessLog } from '@parley/model'
import { type ExitCode, exitCodes } from '../exit-codes.ts'
import { type Io, interrupts } from '../io/io.ts'
import { oneLine, quotedNames } from '../output/one-line.ts'
import type { ImportOptions } from './define-import-command.ts'
import { openTargetWorkspace } from './open-target-workspace.ts'
import { readImportSource } from './read-import-source.ts'

/** The maximum number of lines printed per section; the report file and `--json-output` have all of them. */
const maximumLines = 40

/** `parley import`: prints the report to standard output, and everything else to standard error. */
export async function importCommand(source: string, options: ImportOptions, io: Io): Promise<ExitCode> {
  if (options.into === undefined && !options.check)
    return io.stderr.printError(
      'Give the folder of the workspace: --into WORKSPACE. A folder of OpenCollection files, such as Bruno writes, needs no import: open it as a workspace.',
      exitCodes.badInput,
    )
  const cancel = new AbortController()
  const stop = () => cancel.abort()
  const stopListening = io.onSignals(interrupts, stop)
  try {
    return await importSource(source, options, cancel.signal, io)
  } finally {
    stopListening()
  }
}

async function importSource(
  typed: string,
  options: ImportOptions,
  signal: AbortSignal,
  io: Io,
): Promise<ExitCode> {
  const source = await readImportSource(typed, signal, io)
  if (!source.ok) return io.stderr.printError(source.failure.sentence, source.failure.code)
  const read = await runImport(source.value, { signal })
  if (!read.ok) {
    const { code, sentence, nextStep } = read.failure
    return io.stderr.printError(
      `${sentence} (${code})\n${nextStep}`,
      code === 'CANCELLED' ? exitCodes.interrupted : exitCodes.badInput,
    )
  }
  if (options.into === undefined || options.check) {
    print(read.value, null, options, io)
    return exitCodes.ok
  }
  return writeInto(options.into, read.value, options, io)
}

async function writeInto(
  folder: string,
  read: ReadImport,
  options: ImportOptions,
  io: Io,
): Promise<ExitCode> {
  const target = await openTargetWorkspace(folder, io)
  if (!target.ok) return io.stderr.printError(target.failure, exitCodes.badInput)
  const { workspace, globals, secretsLeftOut, close } = target.value
  const found = options.again ? new Map() : await findUpdates(workspace, read)
  if (found.size > 0 && !options.update) {
    await close()
    return io.stderr.printError(askForUpdate(found), exitCodes.badInput)
  }
  const written = await writeImport(workspace, read, {
    updates: found,
    globals,
    eventStreams: options.eventStreams ?? false,
  })
  await close()
  if (!written.ok) {
    const { code, sentence, nextStep } = written.failure
    return io.stderr.printError(`${sentence} (${code})\n${nextStep}`, exitCodes.requestFailed)
  }
  const leftOut = secretsLeftOut()
  print(read, { ...written.value, secretsLeftOut: leftOut }, options, io)
  if (leftOut > 0)
    io.stderr.printNote(
      `${leftOut} secret values were not stored, because Parley is running and only it can write to the secret store. Import in its window, or stop it and import again.`,
    )
  for (const { place, sentence } of written.value.notWritten)
    io.stderr.printNote(`${place.map(oneLine).join(' / ')}: ${sentence}`)
  return written.value.notWritten.length === 0 ? exitCodes.ok : exitCodes.requestFailed
}

/** Prints the differences first: nothing is written before the user has seen them. */
function askForUpdate(updates: ImportUpdates): string {
  const differences = [...updates.values()].map(({ name, lines }) =>
    [
      `${quotedNames([name])} was imported from an earlier version of this document. The differences:`,
      ...lines.map(one => `  ${one}`),
    ].join('\n'),
  )
  const step =
    'Nothing was written. Add --update to apply them, or --again to import the document as a new collection.'
  return [...differences, step].join('\n')
}

/** Null: nothing was to be written. */
type Written = (WrittenImport & { readonly secretsLeftOut: number }) | null

function print(
  read: ReadImport,
  written: Written,
  { jsonOutput, eventStreams = false }: ImportOptions,
  io: Io,
): void {
  io.stdout.print(
    jsonOutput
      ? `${harmlessJson(jsonReport(read, written))}
`
      : harmlessLog(textReport(read, written, eventStreams)),
  )
}

function jsonReport({ summary, eventStreams }: ReadImport, written: Written): string {
  return JSON.stringify({ ...summary, eventStreams, written }, null, 2)
}

function textReport({ summary, eventStreams }: ReadImport, written: Written, areStreams: boolean): string {
  const sources = summary.sources.map(
    ({ path, formatName, counts }) =>
      `${path === '' ? 'The folder' : path} (${formatName}): ${countsText(counts)}`,
  )
  const places = (written?.collections ?? []).flatMap(({ name, path, reportPath }) => [
    `${quotedNames([name])} is in ${oneLine(path)}${reportPath === null ? '' : `; what Parley cannot represent is listed in ${reportPath}`}`,
  ])
  const updated = (written?.updated ?? []).map(
    ({ name, path }) => `${quotedNames([name])} in ${path} is up to date`,
  )
  const environments = (written?.environments ?? []).map(
    ({ name, path }) => `${quotedNames([name])} is in ${path}`,
  )
  const globals =
    written === null || written.globals.length === 0
      ? []
      : [`${written.globals.map(oneLine).join(', ')}: now global variables of every workspace`]
  const ofWorkspace =
    written === null || written.workspaceVariables.length === 0
      ? []
      : [`${written.workspaceVariables.map(oneLine).join(', ')}: now variables of the workspace`]
  const streams = streamLines(eventStreams, areStreams)
  const sections = reportSections(summary, written !== null).map(({ title, nextStep, lines }) => {
    const more =
      lines.length > maximumLines
        ? [`  and ${lines.length - maximumLines} more; --json-output lists all`]
        : []
    return [
      `${title} (${lines.length}). ${nextStep}`,
      ...lines.slice(0, maximumLines).map(line => `  ${lineText(line)}`),
      ...more,
    ].join('\n')
  })
  const head = [
    ...sources,
    ...places,
    ...updated,
    ...environments,
    ...globals,
    ...ofWorkspace,
    ...streams,
  ].join('\n')
  return `${[head, ...sections].join('\n\n')}\n`
}

/** Says which requests ask for event streams, and how they are imported. */
function streamLines(streams: ReadImport['eventStreams'], areStreams: boolean): readonly string[] {
  if (streams.length === 0) return []
  const examples = streams.reduce((sum, one) => sum + one.examples, 0)
  const lost = examples === 0 ? '' : `; their examples (${examples}) are not kept`
  const head = areStreams
    ? `Requests for event streams, imported as Server-Sent Events${lost}:`
    : 'Requests for event streams, imported as HTTP; --event-streams makes them Server-Sent Events:'
  return [head, ...streams.slice(0, maximumLines).map(({ place }) => `  ${place.join(' / ')}`)]
}
