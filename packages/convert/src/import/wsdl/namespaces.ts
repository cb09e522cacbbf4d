/** The namespaces of XML Schema. */
export const xsdNamespaces: ReadonlySet<string> = new Set([
  'http://www.w3.org/2001/XMLSchema',
  'http://www.w3.org/2000/10/XMLSchema',
  'http://www.w3.org/1999/XMLSchema',
])

/** The namespace of types of SOAP 1.1 (§5). */
export const soapEncodingNamespace = 'http://schemas.xmlsoap.org/soap/encoding/'

/** The namespace of attributes that name the type of an element (XML Schema 1 §2.6). */
export const instanceNamespace = 'http://www.w3.org/2001/XMLSchema-instance'

/** A version of SOAP. */
export interface SoapVersion {
  readonly envelopeNamespace: string
  /** Returns the headers that a request with an action needs. */
  headersOf(action: string): readonly (readonly [name: string, value: string])[]
}

/** SOAP 1.1 §4.1.1 and §6.1. */
export const soap11: SoapVersion = {
  envelopeNamespace: 'http://schemas.xmlsoap.org/soap/envelope/',
  headersOf: action => [
    ['Content-Type', 'text/xml; charset=utf-8'],
    ['SOAPAction', `"${action}"`],
  ],
}

/** SOAP 1.2 part 1 §5.1 and part 2 §6.5.3. */
export const soap12: SoapVersion = {
  envelopeNamespace: 'http://www.w3.org/2003/05/soap-envelope',
  headersOf: action => [
    [
      'Content-Type',
      `application/soap+xml; charset=utf-8${action === '' ? '' : `; action="${action.replaceAll(/["\\]/g, '\\$&')}"`}`,
    ],
  ],
}

/** The namespace of the elements of a binding to SOAP 1.2 (WSDL 1.1 Binding Extension for SOAP 1.2). */
export const soap12Binding = 'http://schemas.xmlsoap.org/wsdl/soap12/'

/** The prefixes of the namespaces of one message, which are those of the description where it has one. */
export class Prefixes {
  readonly #preferred: ReadonlyMap<string, string>
  readonly #used = new Map<string, string>()

  /** @param preferred prefixes by their namespaces */
  constructor(preferred: ReadonlyMap<string, string>) {
    this.#preferred = preferred
  }

  /** Returns a local name with the prefix of its namespace. */
  qualified(namespace: string, local: string): string {
    const name = safeName(local)
    return namespace === '' ? name : `${this.#prefixOf(namespace)}:${name}`
  }

  /** Returns the declarations of all prefixes that were used. */
  declarations(): string {
    return [...this.#used].map(([namespace, prefix]) => ` xmlns:${prefix}="${escapeXml(namespace)}"`).join('')
  }

  #prefixOf(namespace: string): string {
    const known = this.#used.get(namespace)
    if (known !== undefined) return known
    const taken = new Set(['', 'soap', 'xml', 'xmlns', ...this.#used.values()])
    let prefix = this.#preferred.get(namespace) ?? ''
    for (let number = 1; taken.has(prefix) || safeName(prefix) !== prefix; number += 1) prefix = `ns${number}`
    this.#used.set(namespace, prefix)
    return prefix
  }
}

function safeName(name: string): string {
  return name.replace(/[^\p{L}\p{N}_.-]/gu, '_')
}

/** Escapes a text of an element or an attribute. */
export function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
}
