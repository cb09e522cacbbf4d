import { type Folder, failed, newHttpRequest, ok, row } from '@parley/model'
import { ImportLog } from '../import-log.ts'
import type { ImportResult } from '../imported.ts'
import { newCollection, newFolder } from '../new-entities.ts'
import { local, parseXml, type XmlElement } from '../xml-value.ts'
import { SampleXml } from './sample-xml.ts'

/** Returns whether a text is a WSDL 1.1 service description. */
export function looksLikeWsdl(text: string): boolean {
  return /^\ufeff?\s*</.test(text) && /<(?:[\w.-]+:)?definitions[\s>]/.test(text)
}

/** Imports one folder per SOAP port and one request per operation, with an envelope to fill in. */
export function importWsdl(text: string, log = new ImportLog()): ImportResult {
  const parsed = parseXml(text)
  if (!parsed.ok) return parsed
  const reading = new WsdlReading(parsed.value, log)
  const items = reading.ports()
  if (items.length === 0) return failed({ code: 'EMPTY', subject: '' })
  const name = parsed.value.attributes.get('name') ?? items[0]?.name ?? ''
  log.count('collections')
  const collection = newCollection(name, { items })
  return ok(log.imported({ collections: [collection] }))
}

/** SOAP 1.1 §4.1.1. */
const envelopeNamespace = 'http://schemas.xmlsoap.org/soap/envelope/'

class WsdlReading {
  readonly #definitions: XmlElement
  readonly #log: ImportLog
  readonly #samples: SampleXml

  constructor(definitions: XmlElement, log: ImportLog) {
    this.#definitions = definitions
    this.#log = log
    this.#samples = new SampleXml(definitions)
  }

  ports(): readonly Folder[] {
    return this.#all('service')
      .flatMap(service => service.children.filter(one => one.name === 'port'))
      .flatMap(port => {
        const binding = this.#named('binding', port.attributes.get('binding'))
        const style = childNamed(binding, 'binding')
        const location = childNamed(port, 'address')?.attributes.get('location') ?? ''
        const name = port.attributes.get('name') ?? ''
        // A binding without `transport` is one to plain HTTP, which has no envelopes.
        if (binding === undefined || style?.attributes.get('transport') === undefined) {
          this.#log.loss('REQUEST_NOT_SUPPORTED', `port ${name}`)
          return []
        }
        return [this.#log.within(name, () => this.#port(name, binding, location))]
      })
  }

  #port(name: string, binding: XmlElement, location: string): Folder {
    const portType = this.#named('portType', binding.attributes.get('type'))
    const isRpc = childNamed(binding, 'binding')?.attributes.get('style') === 'rpc'
    const operations = binding.children.filter(one => one.name === 'operation')
    this.#log.count('folders')
    this.#log.count('requests', operations.length)
    const items = operations.map(operation => {
      const operationName = operation.attributes.get('name') ?? ''
      const action = childNamed(operation, 'operation')?.attributes.get('soapAction') ?? ''
      const abstract = portType?.children.find(one => one.attributes.get('name') === operationName)
      const input = childNamed(abstract, 'input')?.attributes.get('message')
      return newHttpRequest({
        name: operationName,
        method: 'POST',
        url: location,
        headers: [row('Content-Type', 'text/xml; charset=utf-8'), row('SOAPAction', `"${action}"`)],
        body: { type: 'raw', language: 'xml', text: this.#envelope(operationName, input, isRpc) },
        ...(childNamed(abstract, 'documentation')?.text.trim()
          ? { docs: childNamed(abstract, 'documentation')?.text.trim() ?? '' }
          : {}),
      })
    })
    return newFolder(name, { items })
  }

  #envelope(operation: string, message: string | undefined, isRpc: boolean): string {
    const parts = (this.#named('message', message)?.children ?? []).filter(one => one.name === 'part')
    const body = isRpc
      ? this.#samples.wrapped(operation, parts)
      : parts.flatMap(part => this.#samples.element(part.attributes.get('element') ?? ''))
    return [
      `<soap:Envelope xmlns:soap="${envelopeNamespace}" xmlns:tns="${this.#samples.namespace}">`,
      '  <soap:Body>',
      ...body.map(line => `    ${line}`),
      '  </soap:Body>',
      '</soap:Envelope>',
    ].join('\n')
  }

  #all(name: string): readonly XmlElement[] {
    return this.#definitions.children.filter(one => one.name === name)
  }

  #named(kind: string, reference: string | undefined): XmlElement | undefined {
    return reference === undefined
      ? undefined
      : this.#all(kind).find(one => one.attributes.get('name') === local(reference))
  }
}

function childNamed(element: XmlElement | undefined, name: string): XmlElement | undefined {
  return element?.children.find(one => one.name === name)
}
