import { type EscapeRules, escapeText, hex, utf16Escape } from '@parley/model'

/** Returns a Python string `"…"`. */
export function pythonString(text: string): string {
  return `"${escapeText(text, pythonRules)}"`
}

const pythonRules: EscapeRules = {
  escapes: { '\\': '\\\\', '"': '\\"', '\n': '\\n', '\r': '\\r', '\t': '\\t' },
  escapeCode: code => (code > 0xffff ? `\\U${hex(code, 8)}` : `\\u${hex(code, 4)}`),
}

/** Returns a Go string `"…"`. */
export function goString(text: string): string {
  return `"${escapeText(text, pythonRules)}"`
}

/**
 * Returns a Java string `"…"`. Java reads `\u` escapes before strings, so no control character may be written
 * that way.
 */
export function javaString(text: string): string {
  return `"${escapeText(text, javaRules)}"`
}

const javaRules: EscapeRules = {
  escapes: { '\\': '\\\\', '"': '\\"', '\n': '\\n', '\r': '\\r', '\t': '\\t' },
  escapeCode: code => (code < 0x20 ? `\\${code.toString(8).padStart(3, '0')}` : utf16Escape(code)),
}

/** Returns a C# string `"…"`. */
export function csharpString(text: string): string {
  return `"${escapeText(text, csharpRules)}"`
}

const csharpRules: EscapeRules = {
  escapes: { '\\': '\\\\', '"': '\\"', '\n': '\\n', '\r': '\\r', '\t': '\\t', '\0': '\\0' },
  escapeCode: code => (code > 0xffff ? `\\U${hex(code, 8)}` : `\\u${hex(code, 4)}`),
}

/** Returns a PHP string `'…'`, or `"…"` if a character must be escaped. */
export function phpString(text: string): string {
  const single = escapeText(text, { escapes: { '\\': '\\\\', "'": "\\'" }, escapeCode: () => '\0' })
  return single.includes('\0') ? `"${escapeText(text, phpRules)}"` : `'${single}'`
}

const phpRules: EscapeRules = {
  escapes: { '\\': '\\\\', '"': '\\"', $: '\\$', '\n': '\\n', '\r': '\\r', '\t': '\\t' },
  escapeCode: code => `\\u{${hex(code, 1)}}`,
}

/** Returns a Ruby string `'…'`, or `"…"` if a character must be escaped. */
export function rubyString(text: string): string {
  const single = escapeText(text, { escapes: { '\\': '\\\\', "'": "\\'" }, escapeCode: () => '\0' })
  return single.includes('\0') ? `"${escapeText(text, rubyRules)}"` : `'${single}'`
}

const rubyRules: EscapeRules = {
  escapes: { '\\': '\\\\', '"': '\\"', '#': '\\#', '\n': '\\n', '\r': '\\r', '\t': '\\t' },
  escapeCode: code => `\\u{${hex(code, 1)}}`,
}

/** Returns a Swift string `"…"`. */
export function swiftString(text: string): string {
  return `"${escapeText(text, swiftRules)}"`
}

const swiftRules: EscapeRules = {
  escapes: { '\\': '\\\\', '"': '\\"', '\n': '\\n', '\r': '\\r', '\t': '\\t', '\0': '\\0' },
  escapeCode: code => `\\u{${hex(code, 1)}}`,
}

/**
 * Returns a C string `"…"`. Two question marks could begin a trigraph, so they are escaped; invisible
 * characters are written byte by byte, in octal.
 */
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

/** Returns a Rust string `"…"`. */
export function rustString(text: string): string {
  return `"${escapeText(text, rustRules)}"`
}

const rustRules: EscapeRules = {
  escapes: { '\\': '\\\\', '"': '\\"', '\n': '\\n', '\r': '\\r', '\t': '\\t', '\0': '\\0' },
  escapeCode: code => `\\u{${hex(code, 1)}}`,
}

/** Returns a Kotlin string `"…"`, in which a dollar sign begins a template. */
export function kotlinString(text: string): string {
  return `"${escapeText(text, kotlinRules)}"`
}

const kotlinRules: EscapeRules = {
  escapes: { '\\': '\\\\', '"': '\\"', $: '\\$', '\n': '\\n', '\r': '\\r', '\t': '\\t' },
  escapeCode: utf16Escape,
}

/** Returns a Dart string `'…'`, in which a dollar sign begins an interpolation. */
export function dartString(text: string): string {
  return `'${escapeText(text, dartRules)}'`
}

const dartRules: EscapeRules = {
  escapes: { '\\': '\\\\', "'": "\\'", $: '\\$', '\n': '\\n', '\r': '\\r', '\t': '\\t' },
  escapeCode: code => `\\u{${hex(code, 1)}}`,
}

/**
 * Returns a PowerShell string `'…'`, or `"…"` if a character must be escaped. Typographic quotes end its
 * strings like plain ones (about_Quoting_Rules).
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
