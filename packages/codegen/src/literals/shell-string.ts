import { escapeText, hex, isUnseen } from '@parley/model'

/**
 * Returns a word of bash. Plain words are not quoted. Invisible characters, except line breaks and tabs, are
 * written as their UTF-8 bytes in `$'…'`. A NUL cannot be part of a word and is removed.
 */
export function shellWord(text: string, style: 'single' | 'double'): string {
  if (/^[A-Za-z0-9_\-./:=@%+,]+$/.test(text)) return text
  if ([...text].some(one => isUnseen(one) && one !== '\n' && one !== '\t')) return ansiCWord(text)
  return style === 'single' ? singleQuoted(text) : doubleQuoted(text)
}

function singleQuoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`
}

/**
 * Quotes a text; an exclamation mark would expand the history of an interactive shell even in double quotes.
 */
function doubleQuoted(text: string): string {
  return text
    .split(/(!+)/)
    .map((piece, index) =>
      piece === '' ? '' : index % 2 === 1 ? `'${piece}'` : `"${piece.replace(/[$`"\\]/g, '\\$&')}"`,
    )
    .join('')
    .replace(/^$/, '""')
}

function ansiCWord(text: string): string {
  const escaped = escapeText(text.replaceAll('\0', ''), {
    escapes: { '\\': '\\\\', "'": "\\'", '\n': '\\n', '\r': '\\r', '\t': '\\t' },
    escapeCode: code =>
      [...new TextEncoder().encode(String.fromCodePoint(code))].map(byte => `\\x${hex(byte, 2)}`).join(''),
  })
  return `$'${escaped}'`
}
