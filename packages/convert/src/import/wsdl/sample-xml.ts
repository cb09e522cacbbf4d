import { local, type XmlElement } from '../xml-value.ts'

/** The maximum depth and length of a sample. */
const maximumSampleDepth = 4
const maximumSampleLines = 300

/** Writes sample elements for the schemas of a WSDL document. */
export class SampleXml {
  /** The target namespace of the first schema, or of the document. */
  readonly namespace: string
  readonly #elements = new Map<string, XmlElement>()
  readonly #types = new Map<string, XmlElement>()
  #lines = 0

  constructor(definitions: XmlElement) {
    const types = definitions.children.find(one => one.name === 'types')
    const schemas = (types?.children ?? []).filter(one => one.name === 'schema')
    const [first] = schemas.map(one => one.attributes.get('targetNamespace')).filter(one => one !== undefined)
    this.namespace = escapeXml(definitions.attributes.get('targetNamespace') ?? first ?? '')
    for (const declared of schemas.flatMap(one => one.children)) {
      const name = declared.attributes.get('name') ?? ''
      if (declared.name === 'element') this.#elements.set(name, declared)
      else if (declared.name.endsWith('Type')) this.#types.set(name, declared)
    }
  }

  /** Returns a top-level element of a schema. */
  element(reference: string): readonly string[] {
    this.#lines = 0
    const declared = this.#elements.get(local(reference))
    return declared === undefined ? [] : this.#written(declared, 'tns:', 0)
  }

  /** Returns the parts of an rpc message, in an element named after its operation. */
  wrapped(operation: string, parts: readonly XmlElement[]): readonly string[] {
    this.#lines = 0
    const inner = parts.flatMap(part => this.#written(part, '', 1)).map(line => `  ${line}`)
    return [`<tns:${safeName(operation)}>`, ...inner, `</tns:${safeName(operation)}>`]
  }

  #written(element: XmlElement, prefix: string, depth: number): readonly string[] {
    const referred = this.#elements.get(local(element.attributes.get('ref') ?? '')) ?? element
    const name = `${prefix}${safeName(referred.attributes.get('name') ?? '')}`
    const type = local(referred.attributes.get('type') ?? '')
    const complex = referred.children.find(one => one.name === 'complexType') ?? this.#types.get(type)
    this.#lines += 1
    if (this.#lines > maximumSampleLines || depth > maximumSampleDepth) return []
    if (complex === undefined || complex.name === 'simpleType')
      return [`<${name}>${valueOfType(type)}</${name}>`]
    const inner = this.#elementsIn(complex, 0).flatMap(one => this.#written(one, prefix, depth + 1))
    return inner.length === 0
      ? [`<${name}/>`]
      : [`<${name}>`, ...inner.map(line => `  ${line}`), `</${name}>`]
  }

  /** Returns the elements of the type's sequences and of its base type. */
  #elementsIn(type: XmlElement, steps: number): readonly XmlElement[] {
    if (steps > maximumSampleDepth) return []
    return type.children.flatMap(one => {
      if (one.name === 'element') return [one]
      const base =
        one.name === 'extension' ? this.#types.get(local(one.attributes.get('base') ?? '')) : undefined
      return [
        ...(base === undefined ? [] : this.#elementsIn(base, steps + 1)),
        ...this.#elementsIn(one, steps + 1),
      ]
    })
  }
}

function valueOfType(type: string): string {
  if (/^(?:int|integer|long|short|byte|decimal|float|double|unsigned\w*|\w*Integer)$/.test(type)) return '0'
  if (type === 'boolean') return 'true'
  if (type === 'date') return '2026-01-31'
  return type === 'dateTime' ? '2026-01-31T12:00:00Z' : '?'
}

function safeName(name: string): string {
  return name.replace(/[^\p{L}\p{N}_.-]/gu, '_')
}

function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
}
