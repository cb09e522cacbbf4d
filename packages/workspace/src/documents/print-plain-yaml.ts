import type { OpenCollectionObject, OpenCollectionValue } from '@parley/model'

/** Prints a text that needs quotation marks or lines of its own, where it is behind `indent`. */
export type TextPrinter = (text: string, indent: string) => string

/**
 * Prints a new file as the library does: maps and lists in blocks, and a blank line before each part. It is some ten times faster
 * than the library, which prints what has other keys or numbers (ADR 45).
 * @returns the same text as the library; null for a value that only the library prints
 */
export function printPlainYaml(value: OpenCollectionObject, printText: TextPrinter): string | null {
  if (Object.keys(value).length === 0) return null
  const printer = new PlainPrinter(printText)
  const text = printer.map(value, '', '\n\n')
  return printer.isWhole ? `${text}\n` : null
}

const plainKey = /^[A-Za-z_][\w-]*$/
/** Texts that no reader of YAML takes for anything else. */
const plainText = /^[A-Za-z_/][A-Za-z0-9 _./?=&@+~-]*$/
/** What YAML 1.1 or 1.2 takes for a value that is no text, and what ends in white space. */
const notPlain = /^(?:y|n|yes|no|on|off|true|false|null|e[-+]?\d+)$| $/i

class PlainPrinter {
  isWhole = true
  readonly #printText: TextPrinter

  constructor(printText: TextPrinter) {
    this.#printText = printText
  }

  /** @param between what separates the members */
  map(value: OpenCollectionObject, indent: string, between: string): string {
    let text = ''
    for (const key in value) {
      if (!plainKey.test(key) || notPlain.test(key)) this.isWhole = false
      const member = value[key]
      if (member === undefined) this.isWhole = false
      else text += `${text === '' ? '' : between}${key}:${this.#behindKey(member, indent)}`
    }
    return text
  }

  #behindKey(value: OpenCollectionValue, outer: string): string {
    const indent = `${outer}  `
    const isBlock = typeof value === 'object' && value !== null && Object.keys(value).length > 0
    return isBlock ? `\n${indent}${this.#block(value, indent)}` : ` ${this.#scalar(value, indent)}`
  }

  #block(value: readonly OpenCollectionValue[] | OpenCollectionObject, indent: string): string {
    if (!isList(value)) return this.map(value, indent, `\n${indent}`)
    const inner = `${indent}  `
    const items = value.map(item => {
      const isMap = typeof item === 'object' && item !== null && !isList(item) && Object.keys(item).length > 0
      return `- ${isMap ? this.map(item, inner, `\n${inner}`) : this.#scalar(item, inner)}`
    })
    return items.join(`\n${indent}`)
  }

  #scalar(value: OpenCollectionValue, indent: string): string {
    if (typeof value === 'string') return this.#text(value, indent)
    if (typeof value === 'boolean') return String(value)
    if (Number.isSafeInteger(value) && !Object.is(value, -0)) return String(value)
    if (Array.isArray(value) && value.length === 0) return '[]'
    if (typeof value === 'object' && value !== null && !isList(value) && Object.keys(value).length === 0)
      return '{}'
    this.isWhole = false
    return ''
  }

  #text(text: string, indent: string): string {
    if (plainText.test(text) && !notPlain.test(text)) return text
    // The library leaves out the blank line behind a text that ends in some.
    if (/\n[ \t]*\n$|^\s+$/.test(text)) this.isWhole = false
    return this.#printText(text, indent)
  }
}

function isList(
  value: readonly OpenCollectionValue[] | OpenCollectionObject,
): value is readonly OpenCollectionValue[] {
  return Array.isArray(value)
}
