import { decodeText } from '../decode-text.ts'
import { type FolderFile, pathOfAddress } from '../folder-file.ts'
import type { ImportLog } from '../import-log.ts'
import { parseXml, type XmlElement } from '../xml-value.ts'
import { soapEncodingNamespace, xsdNamespaces } from './namespaces.ts'

/** The files beside a service description. */
export interface Siblings {
  /** The path of the description itself. */
  readonly path: string
  readonly files: ReadonlyMap<string, FolderFile>
  /** Gets the paths of the files that the description uses. */
  readonly used: Set<string>
}

/** A schema, with the namespace of its components: its own, or that of the schema that includes it. */
export interface Schema {
  readonly element: XmlElement
  readonly namespace: string
}

/** Namespaces that everyone knows, so that nobody misses their schemas. */
const knownNamespaces: ReadonlySet<string> = new Set([
  ...xsdNamespaces,
  soapEncodingNamespace,
  'http://www.w3.org/XML/1998/namespace',
  'http://schemas.xmlsoap.org/wsdl/',
])

/**
 * A service description with the descriptions and schemas that it imports and includes. Only files of its own folder or archive
 * are read, each once; the report names the others, and nothing is fetched (attacks IM8).
 */
export class ServiceDocuments {
  readonly definitions: XmlElement[] = []
  readonly schemas: Schema[] = []
  readonly #siblings: Siblings
  readonly #log: ImportLog
  readonly #roots = new Map<string, XmlElement | null>()
  readonly #seen = new Set<string>()
  /** What still has to be searched; chains of imports may be long. */
  readonly #waiting: (() => void)[] = []

  constructor(root: XmlElement, siblings: Siblings, log: ImportLog) {
    this.#siblings = siblings
    this.#log = log
    this.#seen.add(`${siblings.path}\n`)
    this.#addRoot(root, siblings.path, '')
    for (let next = this.#waiting.pop(); next !== undefined; next = this.#waiting.pop()) next()
  }

  #addRoot(root: XmlElement, path: string, namespace: string): void {
    if (root.name === 'schema') this.#addSchema(root, path, namespace)
    if (root.name !== 'definitions') return
    this.definitions.push(root)
    for (const one of root.children) {
      if (one.name === 'import') this.#follow(one, 'location', path, '')
      if (one.name !== 'types') continue
      for (const schema of one.children) if (schema.name === 'schema') this.#addSchema(schema, path, '')
    }
  }

  #addSchema(element: XmlElement, path: string, includedBy: string): void {
    const namespace = element.attributes.get('targetNamespace') ?? includedBy
    this.schemas.push({ element, namespace })
    for (const one of element.children) {
      if (one.name === 'import') this.#follow(one, 'schemaLocation', path, '')
      if (one.name === 'include' || one.name === 'redefine')
        this.#follow(one, 'schemaLocation', path, namespace)
    }
  }

  /** Adds the document that an import or include names; a schema is there once for each namespace that it gets. */
  #follow(element: XmlElement, attribute: string, from: string, namespace: string): void {
    const address = element.attributes.get(attribute)?.trim() ?? ''
    if (address === '' || knownNamespaces.has(element.attributes.get('namespace') ?? '')) return
    const path = pathOfAddress(address, from)
    const key = `${path ?? address}\n${namespace}`
    if (this.#seen.has(key)) return
    this.#seen.add(key)
    const root = path === null ? null : this.#rootOf(path)
    if (path === null || root === null) this.#log.loss('REFERENCE_NOT_FETCHED', address)
    else this.#waiting.push(() => this.#addRoot(root, path, namespace))
  }

  #rootOf(path: string): XmlElement | null {
    const known = this.#roots.get(path)
    if (known !== undefined) return known
    const file = this.#siblings.files.get(path)
    const parsed = file === undefined ? undefined : parseXml(decodeText(file.bytes))
    const root = parsed?.ok ? parsed.value : null
    if (root !== null) this.#siblings.used.add(path)
    this.#roots.set(path, root)
    return root
  }
}
