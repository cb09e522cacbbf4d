import type { XmlElement, XmlName } from '../xml-value.ts'
import { soapEncodingNamespace, xsdNamespaces } from './namespaces.ts'
import { type Component, nameIn, type SchemaIndex } from './schema-index.ts'

/** The maximum number of simple types that are based on each other. */
const maximumSteps = 32

/** Returns whether a type is one of XML Schema itself, or one of SOAP that has the same name. */
export function isBuiltIn({ namespace }: XmlName): boolean {
  return xsdNamespaces.has(namespace) || namespace === soapEncodingNamespace
}

/** Returns a value of a simple type: the first one of an enumeration, otherwise one of the type on which it is based. */
export function simpleValue(type: Component, schemas: SchemaIndex): string {
  let current: Component | undefined = type
  for (let step = 0; step < maximumSteps && current !== undefined; step += 1) {
    const { element, schema }: Component = current
    const derivation: XmlElement | undefined = element.children.find(one =>
      ['restriction', 'list', 'union'].includes(one.name),
    )
    const first = derivation?.children.find(one => one.name === 'enumeration')?.attributes.get('value')
    if (first !== undefined) return first
    const inline = derivation?.children.find(one => one.name === 'simpleType')
    const named: string | undefined = ['base', 'itemType', 'memberTypes']
      .map(one => derivation?.attributes.get(one)?.trim().split(/\s+/)[0])
      .find(one => one !== undefined && one !== '')
    if (derivation === undefined || (inline === undefined && named === undefined)) return valueOfBuiltIn('')
    if (inline !== undefined && named === undefined) {
      current = { element: inline, schema }
      continue
    }
    const name: XmlName = nameIn(named ?? '', derivation, schema)
    if (isBuiltIn(name)) return valueOfBuiltIn(name.local)
    current = schemas.find('type', name)
  }
  return valueOfBuiltIn('')
}

/** Returns a value of a type of XML Schema. */
export function valueOfBuiltIn(type: string): string {
  if (/^(?:int|integer|long|short|byte|decimal|float|double|unsigned\w*|\w*Integer)$/.test(type)) return '0'
  if (type === 'boolean') return 'true'
  if (type === 'date') return '2026-01-31'
  return type === 'dateTime' ? '2026-01-31T12:00:00Z' : '?'
}
