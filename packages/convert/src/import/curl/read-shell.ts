import { readCmdShell } from './cmd-shell.ts'
import { readPosixShell } from './posix-shell.ts'
import { readPowerShell } from './powershell.ts'
import type { ShellReading } from './shell-reader.ts'

/** The command lines that people copy from. */
export type ShellName = 'posix' | 'cmd' | 'powershell'

/**
 * The shell whose quoting a text is written in; bash where nothing speaks for another. Marks of other
 * shells count only where bash would not see them inside quotes.
 */
function detectShell(text: string): ShellName {
  const bare = text.replace(/\\[\s\S]|\$'(?:[^'\\]|\\[\s\S])*'|'[^']*'|"(?:[^"\\]|\\[\s\S])*"/g, quoted =>
    quoted[0] === '\\' ? 'B' : 'Q',
  )
  const isExe = /^\s*curl\.exe\b/.test(text)
  if (continuesByBacktick(bare) || /^\s*(?:\$\w+\s*=|Invoke-(?:WebRequest|RestMethod)\b)/.test(text))
    return 'powershell'
  if (/\s\^[Q"]|\^[ \t]*\r?\n/.test(bare) || /\s"[{[]""\w/.test(text)) return 'cmd'
  if (isExe) return /['`]/.test(text) ? 'powershell' : 'cmd'
  return 'posix'
}

/** What the shell that a text is written for would see in it. */
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

/** Backticks come in pairs in bash; one that is left over at the end of a line continues it. */
function continuesByBacktick(text: string): boolean {
  return text.split('\n').some(line => /`\s*$/.test(line) && line.split('`').length % 2 === 0)
}
