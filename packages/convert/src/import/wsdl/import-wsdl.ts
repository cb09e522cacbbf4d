import { type Folder, failed, type HttpRequest, newHttpRequest, ok, row } from '@parley/model'
import { decodeText } from '../decode-text.ts'
import type { FolderFile } from '../folder-file.ts'
import { ImportLog } from '../import-log.ts'
import type { Imported, ImportResult } from '../imported.ts'
import { newCollection, newFolder } from '../new-entities.ts'
import { namespaceOf, parseXml, type XmlElement } from '../xml-value.ts'
import { MissingNames } from './missing-names.ts'
import { soap11, soap12, soap12Binding } from './namespaces.ts'
import { ServiceDocuments, type Siblings } from './service-documents.ts'
import { childNamed, ServiceParts } from './service-parts.ts'
import { SoapMessages } from './soap-messages.ts'

/** Returns whether a text is a WSDL 1.1 service description. */
export function looksLikeWsdl(text: string): boolean {
  return /^\ufeff?\s*</.test(text) && /<(?:[\w.-]+:)?definitions[\s>]/.test(text)
}

/**
 * Imports a file of a folder or archive if it is a service description, with the files there that it imports and includes.
 * Returns null for any other file, and for one without requests.
 * @param used gets the paths of these files
 */
export function importWsdlOfFolder(
  file: FolderFile,
  files: ReadonlyMap<string, FolderFile>,
  used: Set<string>,
  log: ImportLog,
): Imported | null {
  const text = decodeText(file.bytes)
  if (!looksLikeWsdl(text)) return null
  const result = importWsdl(text, log, { path: file.path, files, used })
  return result.ok ? result.value : null
}

/** Imports one folder per SOAP port and one request per operation, with an envelope to fill in. */
export function importWsdl(
  text: string,
  log = new ImportLog(),
  siblings: Siblings = { path: '', files: new Map(), used: new Set() },
): ImportResult {
  const parsed = parseXml(text)
  if (!parsed.ok) return parsed
  const items = new WsdlReading(parsed.value, siblings, log).ports()
  if (items.length === 0) return failed({ code: 'EMPTY', subject: '' })
  const name = parsed.value.attributes.get('name') ?? items[0]?.name ?? ''
  log.count('collections')
  return ok(log.imported({ collections: [newCollection(name, { items })] }))
}

class WsdlReading {
  readonly #log: ImportLog
  readonly #parts: ServiceParts
  readonly #messages: SoapMessages

  constructor(root: XmlElement, siblings: Siblings, log: ImportLog) {
    this.#log = log
    const { definitions, schemas } = new ServiceDocuments(root, siblings, log)
    const missing = new MissingNames(log)
    this.#parts = new ServiceParts(definitions, missing)
    this.#messages = new SoapMessages(this.#parts, schemas, missing)
  }

  ports(): readonly Folder[] {
    return this.#parts
      .services()
      .flatMap(service =>
        service.children.filter(one => one.name === 'port').flatMap(port => this.#portOf(port)),
      )
  }

  #portOf(port: XmlElement): readonly Folder[] {
    const name = port.attributes.get('name') ?? ''
    const binding = this.#parts.referred('binding', port, 'binding')
    const style = childNamed(binding, 'binding')
    // A binding without `transport` is one to plain HTTP, which has no envelopes.
    if (binding === undefined || style?.attributes.get('transport') === undefined) {
      this.#log.loss('REQUEST_NOT_SUPPORTED', `port ${name}`)
      return []
    }
    return [this.#log.within(name, () => this.#folder(name, port, binding, style))]
  }

  #folder(name: string, port: XmlElement, binding: XmlElement, style: XmlElement): Folder {
    const url = childNamed(port, 'address')?.attributes.get('location') ?? ''
    const operations = binding.children.filter(one => one.name === 'operation')
    this.#log.count('folders')
    this.#log.count('requests', operations.length)
    return newFolder(name, { items: operations.map(one => this.#request(url, binding, style, one)) })
  }

  #request(url: string, binding: XmlElement, style: XmlElement, operation: XmlElement): HttpRequest {
    const name = operation.attributes.get('name') ?? ''
    const soap = childNamed(operation, 'operation')
    const version = namespaceOf(style) === soap12Binding ? soap12 : soap11
    const isRpc = (soap?.attributes.get('style') ?? style.attributes.get('style')) === 'rpc'
    const abstract = this.#parts.operation(binding, operation)
    const docs = childNamed(abstract, 'documentation')?.text.trim() ?? ''
    const text = this.#log.within(name, () =>
      this.#messages.envelope(version.envelopeNamespace, { name, operation, abstract, isRpc }),
    )
    return newHttpRequest({
      name,
      method: 'POST',
      url,
      headers: version
        .headersOf(soap?.attributes.get('soapAction') ?? '')
        .map(([header, value]) => row(header, value)),
      body: { type: 'raw', language: 'xml', text },
      ...(docs === '' ? {} : { docs }),
    })
  }
}
