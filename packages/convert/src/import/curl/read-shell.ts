import { readCmdShell } from './cmd-shell.ts'
import { readPosixShell } from './posix-shell.ts'
import { readPowerShell } from './powershell.ts'
import type { ShellReading } from './shell-reader.ts'

/** The shells from which people copy commands. */
export type ShellName = 'posix' | 'cmd' | 'powershell'

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
export function readShell(text: string): ShellReading {
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
