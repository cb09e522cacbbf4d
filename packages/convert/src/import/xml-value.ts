import { failed, ok, type Result } from '@parley/model'
import type { ImportFailure } from './imported.ts'
import { maximumDepth } from './json-value.ts'

/** An element of an XML document. Names of elements have no prefixes, names of attributes are as written. */
export interface XmlElement {
  readonly name: string
  /** Empty if the name has none. */
  readonly prefix: string
  readonly scope: XmlScope
  readonly attributes: ReadonlyMap<string, string>
  readonly children: readonly XmlElement[]
  readonly text: string
}

/** The prefixes that an element declares, then those of the elements that contain it. */
export interface XmlScope {
  readonly declared: ReadonlyMap<string, string>
  readonly outer: XmlScope | null
}

/** A name with its namespace (Namespaces in XML 1.0 §2.1); the namespace is empty if it has none. */
export interface XmlName {
  readonly namespace: string
  readonly local: string
}

interface OpenElement extends XmlElement {
  readonly children: XmlElement[]
  text: string
}

const entities: ReadonlyMap<string, string> = new Map([
  ['lt', '<'],
  ['gt', '>'],
  ['amp', '&'],
  ['quot', '"'],
  ['apos', "'"],
])

/**
 * Parses untrusted XML, as far as service descriptions need it. A document that declares entities is refused,
 * so that none can expand (attacks IM6); nothing is fetched.
 */
export function parseXml(text: string): Result<XmlElement, ImportFailure> {
  if (/<!(?:DOCTYPE|ENTITY)/i.test(text))
    return failed({ code: 'NOT_XML', subject: 'a document type is declared' })
  return new XmlReading(text).root()
}

/** Parses in one pass: an unclosed construct is an error at its start, and nothing is read twice. */
class XmlReading {
  readonly #text: string
  readonly #root: OpenElement = {
    name: '',
    prefix: '',
    scope: { declared: new Map(), outer: null },
    attributes: new Map(),
    children: [],
    text: '',
  }
  readonly #open: OpenElement[] = [this.#root]

  constructor(text: string) {
    this.#text = text
  }

  root(): Result<XmlElement, ImportFailure> {
    for (let at = 0; at < this.#text.length; ) {
      const next = this.#text[at] === '<' ? this.#mark(at) : this.#characters(at)
      if (typeof next !== 'number') return failed(next)
      at = next
    }
    const [first] = this.#root.children
    if (first === undefined || this.#open.length > 1)
      return failed({ code: 'NOT_XML', subject: this.#top.name })
    return ok(first)
  }

  get #top(): OpenElement {
    return this.#open.at(-1) ?? this.#root
  }

  #characters(at: number): number {
    const end = this.#text.indexOf('<', at)
    const next = end < 0 ? this.#text.length : end
    this.#top.text += decoded(this.#text.slice(at, next))
    return next
  }

  /** Parses a construct that begins with `<`; returns its end, or the error. */
  #mark(at: number): number | ImportFailure {
    if (this.#text.startsWith('<!--', at)) return this.#endOf('-->', at)
    if (this.#text.startsWith('<?', at)) return this.#endOf('?>', at)
    if (this.#text.startsWith('<![CDATA[', at)) {
      const end = this.#endOf(']]>', at)
      if (typeof end === 'number') this.#top.text += this.#text.slice(at + 9, end - 3)
      return end
    }
    return this.#text.startsWith('</', at) ? this.#close(at) : this.#element(at)
  }

  #endOf(mark: string, at: number): number | ImportFailure {
    const end = this.#text.indexOf(mark, at)
    return end < 0 ? this.#fault(at) : end + mark.length
  }

  #close(at: number): number | ImportFailure {
    const end = this.#endOf('>', at)
    if (typeof end !== 'number') return end
    const name = this.#text.slice(at + 2, end - 1).trimEnd()
    if (this.#open.length === 1 || this.#top.name !== local(name))
      return { code: 'NOT_XML', subject: `</${name}>` }
    this.#open.pop()
    return end
  }

  #element(at: number): number | ImportFailure {
    const name = matchAt(/[^\s/<>!?"'=]+/y, this.#text, at + 1)
    if (name === '') return this.#fault(at)
    const start = at + 1 + name.length
    let end = start
    for (let piece = ' '; piece !== ''; end += piece.length)
      piece = matchAt(/[^<>"']+|"[^"]*"|'[^']*'/y, this.#text, end)
    if (this.#text[end] !== '>') return this.#fault(at)
    const rest = this.#text.slice(start, end)
    const attributes = attributesOf(rest)
    const element = {
      name: local(name),
      prefix: prefixOf(name),
      scope: scopeOf(attributes, this.#top.scope),
      attributes,
      children: [],
      text: '',
    }
    this.#top.children.push(element)
    if (!rest.endsWith('/')) this.#open.push(element)
    return this.#open.length > maximumDepth ? { code: 'TOO_DEEP', subject: String(maximumDepth) } : end + 1
  }

  #fault(at: number): ImportFailure {
    return { code: 'NOT_XML', subject: this.#text.slice(at, at + 40) }
  }
}

function matchAt(expression: RegExp, text: string, at: number): string {
  expression.lastIndex = at
  return expression.exec(text)?.[0] ?? ''
}

/** Returns a name without its prefix. */
export function local(name: string): string {
  return name.slice(name.indexOf(':') + 1)
}

/** Returns the namespace of an element; empty if it has none, or if its prefix is not declared. */
export function namespaceOf({ prefix, scope }: XmlElement): string {
  let found: XmlScope | null = scope
  while (found !== null && !found.declared.has(prefix)) found = found.outer
  return found?.declared.get(prefix) ?? ''
}

/**
 * Returns a name that is written in an element, such as the value of `type`, with its namespace: that of its prefix, or the
 * default one.
 */
export function xmlNameIn(element: XmlElement, written: string): XmlName {
  const name = written.trim()
  return { namespace: namespaceOf({ ...element, prefix: prefixOf(name) }), local: local(name) }
}

function prefixOf(name: string): string {
  return name.includes(':') ? name.slice(0, name.indexOf(':')) : ''
}

function scopeOf(attributes: ReadonlyMap<string, string>, outer: XmlScope): XmlScope {
  const declared = [...attributes].filter(([name]) => name === 'xmlns' || name.startsWith('xmlns:'))
  if (declared.length === 0) return outer
  return {
    declared: new Map(declared.map(([name, namespace]) => [name.slice('xmlns:'.length), namespace])),
    outer,
  }
}

function attributesOf(text: string): ReadonlyMap<string, string> {
  const pairs = [...text.matchAll(/([^\s=]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'))?/g)]
  return new Map(
    pairs
      .filter(([, , double, single]) => double !== undefined || single !== undefined)
      .map(([, name = '', double, single]) => [name, decoded(double ?? single ?? '')]),
  )
}

function decoded(text: string): string {
  return text.replace(
    /&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|(\w+));/gi,
    (written, decimal?: string, hexadecimal?: string, name?: string) => {
      if (name !== undefined) return entities.get(name) ?? written
      const code = Number.parseInt(decimal ?? hexadecimal ?? '', decimal === undefined ? 16 : 10)
      return code > 0x10ffff ? '\ufffd' : String.fromCodePoint(code)
    },
  )
}
