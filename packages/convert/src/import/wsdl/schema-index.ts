import { type XmlElement, type XmlName, xmlNameIn } from '../xml-value.ts'
import type { Schema } from './service-documents.ts'

/** What a schema declares by name. */
export type ComponentKind = 'element' | 'type' | 'attribute' | 'group' | 'attributeGroup'

/** A declaration, and the schema in which it is. */
export interface Component {
  readonly element: XmlElement
  readonly schema: Schema
}

/** The maximum number of substitutes that are looked at for one abstract component. */
const maximumSubstitutes = 100

const kinds: ReadonlyMap<string, ComponentKind> = new Map([
  ['element', 'element'],
  ['complexType', 'type'],
  ['simpleType', 'type'],
  ['attribute', 'attribute'],
  ['group', 'group'],
  ['attributeGroup', 'attributeGroup'],
])

/** The declarations of all schemas by namespace and name, which may be the same in several namespaces. */
export class SchemaIndex {
  readonly #components = new Map<string, Component>()
  /** What can replace an abstract element or type, by the name of that. */
  readonly #substitutes = new Map<string, Component[]>()

  constructor(schemas: readonly Schema[]) {
    for (const schema of schemas)
      for (const element of schema.element.children) this.#add({ element, schema })
  }

  find(kind: ComponentKind, name: XmlName): Component | undefined {
    return this.#components.get(keyOf(kind, name))
  }

  /** Returns the component, or what can be used instead of it if it is abstract; undefined if nothing can. */
  concrete(component: Component): Component | undefined {
    const candidates = new Set([component])
    // A substitute may be abstract as well, so its own ones are added to those that are looked at.
    for (const one of candidates) {
      if (one.element.attributes.get('abstract') !== 'true') return one
      const kind = kinds.get(one.element.name) ?? 'element'
      const others = this.#substitutes.get(keyOf(kind, nameOf(one))) ?? []
      for (const other of others.slice(0, maximumSubstitutes)) candidates.add(other)
      if (candidates.size > maximumSubstitutes) return undefined
    }
    return undefined
  }

  #add(component: Component): void {
    const { element, schema } = component
    const kind = kinds.get(element.name)
    if (kind === undefined) return
    const key = keyOf(kind, nameOf(component))
    if (!this.#components.has(key)) this.#components.set(key, component)
    const replaced = kind === 'element' ? element.attributes.get('substitutionGroup') : baseOf(element)
    if (replaced === undefined) return
    const replacedKey = keyOf(kind, nameIn(replaced, element, schema))
    const others = this.#substitutes.get(replacedKey)
    if (others === undefined) this.#substitutes.set(replacedKey, [component])
    else others.push(component)
  }
}

/** Returns the name of a declaration at the top of a schema. */
export function nameOf({ element, schema }: Component): XmlName {
  return { namespace: schema.namespace, local: element.attributes.get('name') ?? '' }
}

/** Returns a name that is written in a schema. A schema without a namespace of its own refers to what it is included in. */
export function nameIn(written: string, element: XmlElement, schema: Schema): XmlName {
  const name = xmlNameIn(element, written)
  const isIncluded = !schema.element.attributes.has('targetNamespace')
  return name.namespace === '' && isIncluded ? { ...name, namespace: schema.namespace } : name
}

function keyOf(kind: ComponentKind, { namespace, local }: XmlName): string {
  return `${kind} ${local} ${namespace}`
}

/** Returns the type that a complex type extends or restricts. */
function baseOf(type: XmlElement): string | undefined {
  const content = type.children.find(one => one.name === 'complexContent')
  const derivation = content?.children.find(one => one.name === 'extension' || one.name === 'restriction')
  return derivation?.attributes.get('base')
}
