import type { HttpRequest } from '@parley/model'
import { grpcurlRequest } from '../grpcurl/grpcurl-request.ts'
import { textPositions } from '../text-position.ts'
import { readCmdShell } from './cmd-shell.ts'
import { CommandReport, CurlFaultError } from './command-report.ts'
import type { CurlFault, CurlImport } from './curl-import.ts'
import { operationRequests } from './operation-requests.ts'
import { readPosixShell } from './posix-shell.ts'
import { readPowerShell } from './powershell.ts'
import { readArguments } from './read-arguments.ts'
import type { ShellCommand, ShellReading, ShellWord, StandardInput } from './shell-reader.ts'

/**
 * Reads the cURL and grpcurl commands of a text, in the quoting of bash, cmd or PowerShell (behaviour 2.1). Nothing is run and
 * no file is read. Every command becomes either requests or a fault with its position.
 */
export function importCurl(text: string): CurlImport {
  const requests: HttpRequest[] = []
  const report = new CommandReport()
  const reading = readShell(quotePlaceholders(text, report))
  const faults: { code: CurlFault['code']; subject: string; offset: number }[] = []
  let before: ShellCommand | null = null
  for (const command of reading.commands) {
    const words = commandWords(command.words)
    const piped = command.isPiped ? pipedText(before) : null
    before = command
    if (words === null) {
      const first = command.words[0]
      // The following commands of a pipe process the response.
      if (first && !isEcho(command)) report.note('NOT_RUN', first.text, first.offset)
      continue
    }
    const commandReport = new CommandReport()
    try {
      const read = commandRequests(words, command.standardInput ?? piped, commandReport)
      for (const request of read) requests.push(request)
    } catch (error) {
      if (!(error instanceof CurlFaultError)) throw error
      faults.push({ code: error.code, subject: error.subject, offset: error.offset })
    }
    report.add(commandReport)
  }
  if (reading.fault) faults.push({ ...reading.fault, subject: text[reading.fault.offset] ?? '' })
  else if (requests.length === 0 && faults.length === 0) faults.push(nothingFound(text, reading.commands))
  const positionAt = textPositions(text)
  const withPosition = <Entry extends { readonly offset: number }>({ offset, ...rest }: Entry) => ({
    ...rest,
    position: positionAt(offset),
  })
  const notes = requests.length === 0 ? [] : [...reading.notes, ...report.notes]
  return {
    requests,
    notes: distinct(notes).map(withPosition),
    outputs: report.outputs,
    filesToPick: distinct(report.files).map(withPosition),
    faults: faults.map(withPosition),
  }
}

/** Returns the words from `curl` or `grpcurl` on, ignoring prefixes; null if it is another command. */
function commandWords(words: readonly ShellWord[]): readonly ShellWord[] | null {
  const at = words.findIndex(word => !isPrefix(word.text))
  const program = words[at]
  return program !== undefined && /^(?:.*[/\\])?(?:grp)?curl(?:\.exe)?$/i.test(program.text)
    ? words.slice(at)
    : null
}

function isPrefix(word: string): boolean {
  return /^(?:[$>%#]|sudo|time|exec|command|env|[A-Za-z_]\w*=.*)$/s.test(word)
}

function isGrpcurl(word: string): boolean {
  return /^(?:.*[/\\])?grpcurl(?:\.exe)?$/i.test(word)
}

function commandRequests(
  words: readonly ShellWord[],
  standardInput: StandardInput | null,
  report: CommandReport,
): readonly HttpRequest[] {
  if (isGrpcurl(words[0]?.text ?? '')) return [grpcurlRequest(words, standardInput, report)]
  const { operations, unknown, missingValue } = readArguments(words.slice(1))
  for (const { written, offset } of unknown) report.note('UNKNOWN_OPTION', written, offset)
  if (missingValue) throw new CurlFaultError('MISSING_VALUE', missingValue.written, missingValue.offset)
  const commandOffset = words[0]?.offset ?? 0
  for (const { name, value, effect, isOff } of operations.flatMap(one => one.arguments))
    if (effect === 'output' && !isOff) report.outputs.push({ name, value })
  return operations.flatMap(operation => operationRequests(operation, standardInput, commandOffset, report))
}

function isEcho(command: ShellCommand): boolean {
  return command.words[0]?.text === 'echo' || command.words[0]?.text === 'cat'
}

/** Returns the text that `echo` pipes into the next command, or that `cat` passes on. */
function pipedText(command: ShellCommand | null): StandardInput | null {
  const [program, ...words] = command?.words ?? []
  if (program?.text === 'cat') {
    const [file] = words
    return file
      ? { kind: 'file', filePath: file.text, offset: file.offset }
      : (command?.standardInput ?? null)
  }
  if (program?.text !== 'echo') return null
  const isBare = words[0]?.text === '-n'
  const text = (isBare ? words.slice(1) : words).map(word => word.text).join(' ')
  return { kind: 'text', text: isBare ? text : `${text}\n` }
}

function nothingFound(text: string, commands: readonly ShellCommand[]) {
  const powerShell = /Invoke-(?:WebRequest|RestMethod)/i.exec(text)
  if (powerShell) return { code: 'NOT_CURL' as const, subject: powerShell[0], offset: powerShell.index }
  const first = commands[0]?.words[0]
  return first === undefined
    ? { code: 'EMPTY' as const, subject: '', offset: 0 }
    : { code: 'NOT_CURL' as const, subject: first.text, offset: first.offset }
}

/** Removes duplicate entries from several URLs of one command. */
function distinct<Entry extends { readonly offset: number }>(entries: readonly Entry[]): readonly Entry[] {
  const seen = new Set<string>()
  return entries.filter(entry => {
    const key = JSON.stringify(entry)
    if (seen.has(key)) return false
    seen.add(key)
    return true
  })
}

/**
 * Quotes the `<placeholders>` that docs put into commands of grpcurl, which a shell would read as the names of files. The
 * offsets of the text stay the same.
 */
function quotePlaceholders(text: string, report: CommandReport): string {
  if (!/\bgrpcurl\b/.test(text) || text.includes('<<')) return text
  return text.replace(quotedOrPlaceholder, (written: string, name: string | undefined, offset: number) => {
    if (name === undefined) return written
    report.note('PLACEHOLDER', written, offset)
    return `'${name}'`
  })
}

const quotedOrPlaceholder =
  /\\[\s\S]|\$'(?:[^'\\]|\\[\s\S])*'|'[^']*'|"(?:[^"\\]|\\[\s\S])*"|<([A-Za-z](?:[^<>\n|&;'"`$]*[^\s<>|&;'"`$])?)>/g

/** The shells from which people copy commands. */
type ShellName = 'posix' | 'cmd' | 'powershell'

/**
 * Detects the shell whose quoting a text uses; bash by default. Marks of other shells count only outside of
 * bash quotes.
 */
function detectShell(text: string): ShellName {
  const bare = text.replace(/\\[\s\S]|\$'(?:[^'\\]|\\[\s\S])*'|'[^']*'|"(?:[^"\\]|\\[\s\S])*"/g, quoted =>
    quoted[0] === '\\' ? 'B' : 'Q',
  )
  const isExe = /^\s*(?:grp)?curl\.exe\b/.test(text)
  if (continuesByBacktick(bare) || /^\s*(?:\$\w+\s*=|Invoke-(?:WebRequest|RestMethod)\b)/.test(text))
    return 'powershell'
  if (/\s\^[Q"]|\^[ \t]*\r?\n/.test(bare) || /\s"[{[]""\w/.test(text)) return 'cmd'
  if (isExe) return /['`]/.test(text) ? 'powershell' : 'cmd'
  return 'posix'
}

/** Reads a text like the shell for which it was written. */
function readShell(text: string): ShellReading {
  switch (detectShell(text)) {
    case 'posix':
      return readPosixShell(text)
    case 'cmd':
      return readCmdShell(text)
    case 'powershell':
      return readPowerShell(text)
  }
}

/**
 * Returns whether a line ends with an unpaired backtick, which continues the line in PowerShell; bash uses
 * pairs.
 */
function continuesByBacktick(text: string): boolean {
  return text.split('\n').some(line => /`\s*$/.test(line) && line.split('`').length % 2 === 0)
}
