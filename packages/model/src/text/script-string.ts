import { type EscapeRules, escapeText, hex } from './escape-text.ts'

/** Returns a text as a string literal `'…'` of TypeScript and JavaScript. */
export function scriptString(text: string): string {
  return `'${escapeText(text, scriptRules)}'`
}

const scriptRules: EscapeRules = {
  escapes: { '\\': '\\\\', "'": "\\'", '\n': '\\n', '\r': '\\r', '\t': '\\t' },
  escapeCode: code => (code > 0xffff ? `\\u{${hex(code, 4)}}` : `\\u${hex(code, 4)}`),
}
