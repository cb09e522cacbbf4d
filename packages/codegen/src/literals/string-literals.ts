import { type EscapeRules, escapeText, hex, utf16Escape } from '@parley/model'

/** `"…"` of Python. */
export function pythonString(text: string): string {
  return `"${escapeText(text, pythonRules)}"`
}

const pythonRules: EscapeRules = {
  escapes: { '\\': '\\\\', '"': '\\"', '\n': '\\n', '\r': '\\r', '\t': '\\t' },
  escapeCode: code => (code > 0xffff ? `\\U${hex(code, 8)}` : `\\u${hex(code, 4)}`),
}

/** `"…"` of Go. */
export function goString(text: string): string {
  return `"${escapeText(text, pythonRules)}"`
}

/** `"…"` of Java, in which `\u` escapes are read before strings are: no control may be written so. */
export function javaString(text: string): string {
  return `"${escapeText(text, javaRules)}"`
}

const javaRules: EscapeRules = {
  escapes: { '\\': '\\\\', '"': '\\"', '\n': '\\n', '\r': '\\r', '\t': '\\t' },
  escapeCode: code => (code < 0x20 ? `\\${code.toString(8).padStart(3, '0')}` : utf16Escape(code)),
}

/** `"…"` of C#. */
export function csharpString(text: string): string {
  return `"${escapeText(text, csharpRules)}"`
}

const csharpRules: EscapeRules = {
  escapes: { '\\': '\\\\', '"': '\\"', '\n': '\\n', '\r': '\\r', '\t': '\\t', '\0': '\\0' },
  escapeCode: code => (code > 0xffff ? `\\U${hex(code, 8)}` : `\\u${hex(code, 4)}`),
}

/** `'…'` of PHP, or `"…"` where something must be escaped. */
export function phpString(text: string): string {
  const single = escapeText(text, { escapes: { '\\': '\\\\', "'": "\\'" }, escapeCode: () => '\0' })
  return single.includes('\0') ? `"${escapeText(text, phpRules)}"` : `'${single}'`
}

const phpRules: EscapeRules = {
  escapes: { '\\': '\\\\', '"': '\\"', $: '\\$', '\n': '\\n', '\r': '\\r', '\t': '\\t' },
  escapeCode: code => `\\u{${hex(code, 1)}}`,
}

/** `'…'` of Ruby, or `"…"` where something must be escaped. */
export function rubyString(text: string): string {
  const single = escapeText(text, { escapes: { '\\': '\\\\', "'": "\\'" }, escapeCode: () => '\0' })
  return single.includes('\0') ? `"${escapeText(text, rubyRules)}"` : `'${single}'`
}

const rubyRules: EscapeRules = {
  escapes: { '\\': '\\\\', '"': '\\"', '#': '\\#', '\n': '\\n', '\r': '\\r', '\t': '\\t' },
  escapeCode: code => `\\u{${hex(code, 1)}}`,
}

/** `"…"` of Swift. */
export function swiftString(text: string): string {
  return `"${escapeText(text, swiftRules)}"`
}

const swiftRules: EscapeRules = {
  escapes: { '\\': '\\\\', '"': '\\"', '\n': '\\n', '\r': '\\r', '\t': '\\t', '\0': '\\0' },
  escapeCode: code => `\\u{${hex(code, 1)}}`,
}

/** `"…"` of C; two question marks could begin a trigraph. What is not seen is written byte by byte, in octal. */
export function cString(text: string): string {
  return `"${escapeText(text, cRules).replace(/\?(?=\?)/g, '?\\')}"`
}

const cRules: EscapeRules = {
  escapes: { '\\': '\\\\', '"': '\\"', '\n': '\\n', '\r': '\\r', '\t': '\\t' },
  escapeCode: code =>
    [...new TextEncoder().encode(String.fromCodePoint(code))]
      .map(byte => `\\${byte.toString(8).padStart(3, '0')}`)
      .join(''),
}

/** `"…"` of Rust. */
export function rustString(text: string): string {
  return `"${escapeText(text, rustRules)}"`
}

const rustRules: EscapeRules = {
  escapes: { '\\': '\\\\', '"': '\\"', '\n': '\\n', '\r': '\\r', '\t': '\\t', '\0': '\\0' },
  escapeCode: code => `\\u{${hex(code, 1)}}`,
}

/** `"…"` of Kotlin, in which a dollar sign begins a template. */
export function kotlinString(text: string): string {
  return `"${escapeText(text, kotlinRules)}"`
}

const kotlinRules: EscapeRules = {
  escapes: { '\\': '\\\\', '"': '\\"', $: '\\$', '\n': '\\n', '\r': '\\r', '\t': '\\t' },
  escapeCode: utf16Escape,
}

/** `'…'` of Dart, in which a dollar sign begins an interpolation. */
export function dartString(text: string): string {
  return `'${escapeText(text, dartRules)}'`
}

const dartRules: EscapeRules = {
  escapes: { '\\': '\\\\', "'": "\\'", $: '\\$', '\n': '\\n', '\r': '\\r', '\t': '\\t' },
  escapeCode: code => `\\u{${hex(code, 1)}}`,
}

/**
 * `'…'` of PowerShell, or `"…"` where something must be escaped. Typographic quotes end its strings as
 * the plain ones do (about_Quoting_Rules).
 */
export function powershellString(text: string): string {
  const single = escapeText(text, { escapes: {}, escapeCode: () => '\0' })
  if (!single.includes('\0')) return `'${single.replace(/['\u2018-\u201b]/g, '$&$&')}'`
  return `"${escapeText(text, powershellRules)}"`
}

const powershellRules: EscapeRules = {
  escapes: {
    '`': '``',
    $: '`$',
    '"': '`"',
    '\u201c': '`\u201c',
    '\u201d': '`\u201d',
    '\u201e': '`\u201e',
    '\n': '`n',
    '\r': '`r',
    '\t': '`t',
    '\0': '`0',
  },
  escapeCode: code => `\`u{${hex(code, 1)}}`,
}
