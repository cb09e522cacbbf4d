import { type XmlElement, xmlNameIn } from '../xml-value.ts'
import type { MissingNames } from './missing-names.ts'
import { escapeXml, Prefixes, soapEncodingNamespace } from './namespaces.ts'
import { SampleXml } from './sample-xml.ts'
import { SchemaIndex } from './schema-index.ts'
import type { Schema } from './service-documents.ts'
import { childNamed, type ServiceParts } from './service-parts.ts'

/** An operation as a binding has it, and the operation of the port type, if there is one. */
export interface BoundOperation {
  readonly name: string
  readonly operation: XmlElement
  readonly abstract: XmlElement | undefined
  readonly isRpc: boolean
}

/** Writes the messages of operations as SOAP envelopes (WSDL 1.1 §3). */
export class SoapMessages {
  readonly #parts: ServiceParts
  readonly #schemas: SchemaIndex
  readonly #prefixes: ReadonlyMap<string, string>
  readonly #missing: MissingNames

  constructor(parts: ServiceParts, schemas: readonly Schema[], missing: MissingNames) {
    this.#parts = parts
    this.#schemas = new SchemaIndex(schemas)
    this.#prefixes = parts.prefixes
    this.#missing = missing
  }

  /** Returns the envelope of the input of an operation. What its parts refer to without success is in the report. */
  envelope(envelopeNamespace: string, bound: BoundOperation): string {
    const prefixes = new Prefixes(this.#prefixes)
    const samples = new SampleXml(this.#schemas, prefixes, this.#missing)
    const input = childNamed(bound.operation, 'input')
    const header = this.#headerLines(input, samples)
    const body = this.#bodyLines(bound, samples, prefixes)
    return [
      `<soap:Envelope xmlns:soap="${envelopeNamespace}"${prefixes.declarations()}>`,
      ...(header.length === 0 ? [] : ['  <soap:Header>', ...indented(header), '  </soap:Header>']),
      '  <soap:Body>',
      ...indented(body),
      '  </soap:Body>',
      '</soap:Envelope>',
    ].join('\n')
  }

  #headerLines(input: XmlElement | undefined, samples: SampleXml): readonly string[] {
    const headers = partsOfBinding(input).filter(one => one.name === 'header')
    return headers.flatMap(header => {
      const message = this.#parts.referred('message', header, 'message')
      const named = header.attributes.get('part')
      const parts = partsOf(message).filter(one => one.attributes.get('name') === named)
      if (message !== undefined && parts.length === 0)
        this.#missing.report('part', { namespace: '', local: named ?? '' })
      return parts.flatMap(part => partLines(part, samples))
    })
  }

  #bodyLines(bound: BoundOperation, samples: SampleXml, prefixes: Prefixes): readonly string[] {
    const soapBody = partsOfBinding(childNamed(bound.operation, 'input')).find(one => one.name === 'body')
    const input = childNamed(bound.abstract, 'input')
    const message = input === undefined ? undefined : this.#parts.referred('message', input, 'message')
    const named = soapBody?.attributes.get('parts')?.trim().split(/\s+/)
    const parts = partsOf(message).filter(one => named?.includes(one.attributes.get('name') ?? '') ?? true)
    if (!bound.isRpc)
      return parts.flatMap(part => {
        const type = part.attributes.get('type')
        return type === undefined ? partLines(part, samples) : samples.contentLines(xmlNameIn(part, type))
      })
    const namespace = soapBody?.attributes.get('namespace') ?? this.#parts.targetNamespace
    const tag = prefixes.qualified(namespace, bound.name)
    const isEncoded = soapBody?.attributes.get('use') === 'encoded'
    const encodingStyle = soapBody?.attributes.get('encodingStyle') ?? soapEncodingNamespace
    const style = isEncoded ? ` soap:encodingStyle="${escapeXml(encodingStyle)}"` : ''
    const inner = parts.flatMap(part => partLines(part, samples)).map(line => `  ${line}`)
    return inner.length === 0 ? [`<${tag}${style}/>`] : [`<${tag}${style}>`, ...inner, `</${tag}>`]
  }
}

/** Returns the extension elements of an input, also of one with several parts (WSDL 1.1 §5). */
function partsOfBinding(input: XmlElement | undefined): readonly XmlElement[] {
  const own = input?.children ?? []
  const root = own.find(one => one.name === 'multipartRelated')?.children[0]
  return root === undefined ? own : [...own, ...root.children]
}

function partsOf(message: XmlElement | undefined): readonly XmlElement[] {
  return (message?.children ?? []).filter(one => one.name === 'part')
}

/** Returns the element that a part refers to, or one with the name of the part, which has no namespace. */
function partLines(part: XmlElement, samples: SampleXml): readonly string[] {
  const element = part.attributes.get('element')
  if (element !== undefined) return samples.element(xmlNameIn(part, element))
  const type = part.attributes.get('type')
  const name = part.attributes.get('name') ?? ''
  return type === undefined ? [] : samples.typedElement(name, xmlNameIn(part, type))
}

function indented(lines: readonly string[]): readonly string[] {
  return lines.map(line => `    ${line}`)
}
