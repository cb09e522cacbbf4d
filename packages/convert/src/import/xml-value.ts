import { failed, ok, type Result } from '@parley/model'
import type { ImportFailure } from './imported.ts'
import { maximumDepth } from './json-value.ts'

/** An element of an XML document; prefixes of names are taken away. */
export interface XmlElement {
  readonly name: string
  readonly attributes: ReadonlyMap<string, string>
  readonly children: readonly XmlElement[]
  readonly text: string
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
 * Reads XML from outside as far as descriptions of services need it. A document that declares entities
 * of its own is refused, so that none can grow (attacks IM6); nothing is fetched.
 */
export function parseXml(text: string): Result<XmlElement, ImportFailure> {
  if (/<!(?:DOCTYPE|ENTITY)/i.test(text))
    return failed({ code: 'NOT_XML', subject: 'a document type is declared' })
  const root: OpenElement = { name: '', attributes: new Map(), children: [], text: '' }
  const open: OpenElement[] = [root]
  const pieces =
    /<!--[\s\S]*?-->|<!\[CDATA\[([\s\S]*?)\]\]>|<\?[\s\S]*?\?>|<\/([^\s>]+)\s*>|<([^\s/>!?]+)((?:[^<>"']|"[^"]*"|'[^']*')*)>|([^<]+)/g
  for (const [, characters, closed, name, rest = '', written] of text.matchAll(pieces)) {
    const top = open.at(-1) ?? root
    if (characters !== undefined) top.text += characters
    else if (written !== undefined) top.text += decoded(written)
    else if (closed !== undefined) {
      if (open.length === 1 || top.name !== local(closed))
        return failed({ code: 'NOT_XML', subject: `</${closed}>` })
      open.pop()
    } else if (name !== undefined) {
      const element: OpenElement = {
        name: local(name),
        attributes: attributesOf(rest),
        children: [],
        text: '',
      }
      top.children.push(element)
      if (!rest.endsWith('/')) open.push(element)
      if (open.length > maximumDepth) return failed({ code: 'TOO_DEEP', subject: String(maximumDepth) })
    }
  }
  const [first] = root.children
  if (first === undefined || open.length > 1)
    return failed({ code: 'NOT_XML', subject: open.at(-1)?.name ?? '' })
  return ok(first)
}

/** A name without its prefix. */
export function local(name: string): string {
  return name.slice(name.indexOf(':') + 1)
}

function attributesOf(text: string): ReadonlyMap<string, string> {
  const pairs = [...text.matchAll(/([^\s=]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g)]
  return new Map(pairs.map(([, name = '', double, single]) => [name, decoded(double ?? single ?? '')]))
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
