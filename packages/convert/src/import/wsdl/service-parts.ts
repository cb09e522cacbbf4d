import { type XmlElement, type XmlName, xmlNameIn } from '../xml-value.ts'
import type { MissingNames } from './missing-names.ts'
import { instanceNamespace } from './namespaces.ts'

/** Returns the first child with a name. */
export function childNamed(element: XmlElement | undefined, name: string): XmlElement | undefined {
  return element?.children.find(one => one.name === name)
}

/** A part of a description that has a name, and the namespace of the description. */
interface NamedPart {
  readonly part: XmlElement
  readonly namespace: string
}

/** The parts of a service description that refer to each other by name, in all files of it. */
export class ServiceParts {
  readonly #definitions: readonly XmlElement[]
  readonly #missing: MissingNames
  readonly #parts = new Map<string, NamedPart[]>()
  /** The operations of each port type by their names. */
  readonly #operations = new Map<XmlElement, ReadonlyMap<string, readonly XmlElement[]>>()

  /** @param definitions the description itself, then those that it imports */
  constructor(definitions: readonly XmlElement[], missing: MissingNames) {
    this.#definitions = definitions
    this.#missing = missing
    for (const one of definitions) {
      const namespace = one.attributes.get('targetNamespace') ?? ''
      for (const part of one.children) addTo(this.#parts, keyOf(part.name, nameOf(part)), { part, namespace })
    }
  }

  /** The namespace of the description itself. */
  get targetNamespace(): string {
    return this.#definitions[0]?.attributes.get('targetNamespace') ?? ''
  }

  /** The prefixes that the description declares, by their namespaces, and usual ones for two others. */
  get prefixes(): ReadonlyMap<string, string> {
    const prefixes = new Map([
      [instanceNamespace, 'xsi'],
      [this.targetNamespace, 'tns'],
    ])
    const declared = this.#definitions.flatMap(({ scope }) => [...scope.declared])
    // The first prefix of a namespace counts.
    for (const [prefix, namespace] of declared.toReversed())
      if (prefix !== '') prefixes.set(namespace, prefix)
    return prefixes
  }

  /** Returns the services of the description itself, or of those that it imports. */
  services(): readonly XmlElement[] {
    const [own = [], ...others] = this.#definitions.map(one =>
      one.children.filter(({ name }) => name === 'service'),
    )
    return own.length > 0 ? own : others.flat()
  }

  /** Returns the part that an attribute names; reports a name of nothing. */
  referred(kind: string, element: XmlElement, attribute: string): XmlElement | undefined {
    const written = element.attributes.get(attribute)
    if (written === undefined) return undefined
    const name: XmlName = xmlNameIn(element, written)
    const named = this.#parts.get(keyOf(kind, name.local)) ?? []
    // Some descriptions forget the prefix.
    const found = named.find(one => one.namespace === name.namespace) ?? named[0]
    if (found === undefined) this.#missing.report(kind, name)
    return found?.part
  }

  /** Returns the operation of the port type that a binding describes: of several with one name, the one with the same input. */
  operation(binding: XmlElement, operation: XmlElement): XmlElement | undefined {
    const portType = this.referred('portType', binding, 'type')
    if (portType === undefined) return undefined
    const named = this.#operationsOf(portType).get(nameOf(operation)) ?? []
    const input = childNamed(operation, 'input')?.attributes.get('name')
    const found = named.find(one => childNamed(one, 'input')?.attributes.get('name') === input) ?? named[0]
    if (found === undefined) this.#missing.report('operation', { namespace: '', local: nameOf(operation) })
    return found
  }

  #operationsOf(portType: XmlElement): ReadonlyMap<string, readonly XmlElement[]> {
    const known = this.#operations.get(portType)
    if (known !== undefined) return known
    const operations = new Map<string, XmlElement[]>()
    for (const one of portType.children) if (one.name === 'operation') addTo(operations, nameOf(one), one)
    this.#operations.set(portType, operations)
    return operations
  }
}

function nameOf(part: XmlElement): string {
  return part.attributes.get('name') ?? ''
}

function keyOf(kind: string, name: string): string {
  return `${kind} ${name}`
}

function addTo<Value>(lists: Map<string, Value[]>, key: string, value: Value): void {
  const list = lists.get(key)
  if (list === undefined) lists.set(key, [value])
  else list.push(value)
}
