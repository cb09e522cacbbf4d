import { local, type XmlElement, type XmlName } from '../xml-value.ts'
import type { MissingNames } from './missing-names.ts'
import { escapeXml, instanceNamespace, type Prefixes, soapEncodingNamespace } from './namespaces.ts'
import { type Component, type ComponentKind, nameIn, nameOf, type SchemaIndex } from './schema-index.ts'
import type { Schema } from './service-documents.ts'
import { isBuiltIn, simpleValue, valueOfBuiltIn } from './simple-values.ts'

/** The maximum depth and length of a sample, which is only a starting point. */
const maximumSampleDepth = 4
const maximumSampleLines = 300

/** The maximum number of declarations that are looked at for a sample, and the depth to which they contain each other. */
const maximumWork = 5000
const maximumNesting = 100

/** The maximum number of branches that a comment names. */
const maximumNames = 20

const particleNames = new Set(['element', 'group', 'sequence', 'choice', 'any'])

const describedKinds: Readonly<Record<ComponentKind, string>> = {
  element: 'element',
  type: 'type',
  attribute: 'attribute',
  group: 'group',
  attributeGroup: 'attribute group',
}

const leftOut = '<!-- More elements are possible here -->'

/** The inside of an element. */
interface Content {
  readonly lines: readonly string[]
  /** The text of an element that has no elements; null if it is empty. */
  readonly text: string | null
  /** Values by names with prefixes. */
  readonly attributes: ReadonlyMap<string, string>
}

const empty: Content = { lines: [], text: null, attributes: new Map() }

/**
 * Writes samples of the elements of schemas. Optional elements and attributes are written as well, as SoapUI does; of a choice the
 * first branch, with a comment that names the elements to choose from. A type that contains itself ends there.
 */
export class SampleXml {
  readonly #schemas: SchemaIndex
  readonly #prefixes: Prefixes
  readonly #missing: MissingNames
  /** The types and groups in which the current element is. */
  readonly #above = new Set<XmlElement>()
  #lines = 0
  #work = 0
  #nesting = 0

  constructor(schemas: SchemaIndex, prefixes: Prefixes, missing: MissingNames) {
    this.#schemas = schemas
    this.#prefixes = prefixes
    this.#missing = missing
  }

  /** Returns an element that a schema declares; nothing if there is none, which the report names. */
  element(name: XmlName): readonly string[] {
    const declared = this.#find('element', name)
    return declared === undefined ? [] : this.#global(declared, 0)
  }

  /** Returns an element without a namespace that has a type of a schema. */
  typedElement(name: string, type: XmlName): readonly string[] {
    return this.#tagged(this.#prefixes.qualified('', name), this.#contentOf(type, 1))
  }

  /** Returns what an element of a type contains. */
  contentLines(type: XmlName): readonly string[] {
    const { lines, text } = this.#contentOf(type, 0)
    return text === null ? lines : [escapeXml(text)]
  }

  #find(kind: ComponentKind, name: XmlName): Component | undefined {
    const found = this.#schemas.find(kind, name)
    // The attributes of arrays are in a schema that everyone knows.
    if (found === undefined && name.local !== '' && name.namespace !== soapEncodingNamespace)
      this.#missing.report(describedKinds[kind], name)
    return found
  }

  /** Returns an element of the top of a schema, or one that can be used instead if it is abstract. */
  #global(declared: Component, depth: number): readonly string[] {
    const concrete = this.#schemas.concrete(declared) ?? declared
    return this.#written(concrete, nameOf(concrete), depth)
  }

  #written({ element, schema }: Component, name: XmlName, depth: number): readonly string[] {
    this.#lines += 1
    if (this.#lines > maximumSampleLines || depth > maximumSampleDepth) return [leftOut]
    const tag = this.#prefixes.qualified(name.namespace, name.local)
    const fixed = fixedValue(element)
    const content = this.#contentOfElement({ element, schema }, depth)
    return this.#tagged(tag, fixed === undefined ? content : { ...content, lines: [], text: fixed })
  }

  #tagged(tag: string, { lines, text, attributes }: Content): readonly string[] {
    const written = [...attributes].map(([name, value]) => ` ${name}="${escapeXml(value)}"`).join('')
    const inner = lines.filter((line, at) => line !== leftOut || lines[at - 1] !== leftOut)
    if (inner.length > 0) return [`<${tag}${written}>`, ...inner.map(line => `  ${line}`), `</${tag}>`]
    return text === null ? [`<${tag}${written}/>`] : [`<${tag}${written}>${escapeXml(text)}</${tag}>`]
  }

  #contentOfElement({ element, schema }: Component, depth: number): Content {
    const inline = element.children.find(one => one.name === 'complexType' || one.name === 'simpleType')
    if (inline !== undefined) return this.#contentOfType({ element: inline, schema }, depth)
    const type = element.attributes.get('type')
    if (type !== undefined) return this.#contentOf(nameIn(type, element, schema), depth)
    const head = element.attributes.get('substitutionGroup')
    const replaced = head === undefined ? undefined : this.#find('element', nameIn(head, element, schema))
    if (replaced === undefined) return empty
    return this.#nested(empty, () => this.#contentOfElement(replaced, depth))
  }

  #contentOf(type: XmlName, depth: number): Content {
    if (isBuiltIn(type)) return { ...empty, text: valueOfBuiltIn(type.local) }
    const found = this.#find('type', type)
    if (found === undefined) return empty
    const concrete = this.#schemas.concrete(found) ?? found
    const content = this.#contentOfType(concrete, depth)
    if (concrete === found) return content
    const { namespace, local } = nameOf(concrete)
    const instanceType = this.#prefixes.qualified(instanceNamespace, 'type')
    return {
      ...content,
      attributes: new Map([
        [instanceType, this.#prefixes.qualified(namespace, local)],
        ...content.attributes,
      ]),
    }
  }

  #contentOfType(type: Component, depth: number): Content {
    const { element, schema } = type
    if (element.name === 'simpleType') return { ...empty, text: simpleValue(type, this.#schemas) }
    return this.#inside(element, empty, () => {
      const outer = element.children.find(
        one => one.name === 'simpleContent' || one.name === 'complexContent',
      )
      const derivation = outer?.children.find(one => one.name === 'extension' || one.name === 'restriction')
      const holder = derivation ?? element
      const base = derivation === undefined ? empty : this.#contentOfBase(derivation, schema, depth)
      const keepsElements = derivation?.name !== 'restriction'
      return {
        lines: [...(keepsElements ? base.lines : []), ...this.#particles(holder, schema, depth)],
        text: outer?.name === 'simpleContent' ? (enumerated(holder) ?? base.text) : null,
        attributes: this.#attributes(holder, schema, base.attributes),
      }
    })
  }

  #contentOfBase(derivation: XmlElement, schema: Schema, depth: number): Content {
    const base = nameIn(derivation.attributes.get('base') ?? '', derivation, schema)
    if (isBuiltIn(base)) return { ...empty, text: valueOfBuiltIn(base.local) }
    const found = this.#find('type', base)
    return found === undefined ? empty : this.#contentOfType(found, depth)
  }

  /** Returns the elements that a type or group contains. */
  #particles(holder: XmlElement, schema: Schema, depth: number): readonly string[] {
    return holder.children.flatMap(one => {
      if (this.#isTooMuch() || one.attributes.get('maxOccurs') === '0') return []
      switch (one.name) {
        case 'element':
          return this.#particle({ element: one, schema }, depth)
        case 'sequence':
        case 'all':
          return this.#nested([], () => this.#particles(one, schema, depth))
        case 'choice':
          return this.#nested([], () => this.#choice(one, schema, depth))
        case 'group': {
          const group = this.#referred('group', one, schema)
          if (group === undefined) return []
          return this.#inside(group.element, [], () => this.#particles(group.element, group.schema, depth))
        }
      }
      return []
    })
  }

  /** Returns the first branch of a choice, and a comment that names the elements to choose from. */
  #choice(choice: XmlElement, schema: Schema, depth: number): readonly string[] {
    const branches = choice.children.filter(one => particleNames.has(one.name))
    const [first, ...others] = branches
    if (first === undefined) return []
    const lines = this.#particles({ ...choice, children: [first] }, schema, depth)
    if (others.length === 0) return lines
    const names = branches.slice(0, maximumNames).map(branchName).join(', ')
    // A comment cannot contain two hyphens.
    return [`<!-- One of: ${names.replaceAll(/-(?=-)/g, '- ')} -->`, ...lines]
  }

  /** Returns an element inside of a type; nothing for an optional one that leads back to a type that contains it. */
  #particle(declared: Component, depth: number): readonly string[] {
    const { element, schema } = declared
    const isOptional = element.attributes.get('minOccurs') === '0'
    const global = element.attributes.has('ref') ? this.#referred('element', element, schema) : undefined
    if (element.attributes.has('ref') && global === undefined) return []
    if (isOptional && this.#leadsBack(global ?? declared)) return []
    if (global !== undefined) return this.#global(global, depth + 1)
    const namespace = isQualified(element, schema, 'elementFormDefault') ? schema.namespace : ''
    return this.#written(declared, { namespace, local: element.attributes.get('name') ?? '' }, depth + 1)
  }

  #leadsBack({ element, schema }: Component): boolean {
    const type = element.attributes.get('type')
    const found = type === undefined ? undefined : this.#schemas.find('type', nameIn(type, element, schema))
    const inline = element.children.find(one => one.name === 'complexType')
    return this.#above.has(found?.element ?? inline ?? element)
  }

  #attributes(
    holder: XmlElement,
    schema: Schema,
    inherited: ReadonlyMap<string, string>,
  ): ReadonlyMap<string, string> {
    const attributes = new Map(inherited)
    for (const one of holder.children) {
      if (this.#isTooMuch()) break
      if (one.name === 'attributeGroup') {
        const group = this.#referred('attributeGroup', one, schema)
        if (group === undefined) continue
        const own = this.#inside(group.element, attributes, () =>
          this.#attributes(group.element, group.schema, new Map()),
        )
        for (const [name, value] of own) attributes.set(name, value)
      }
      if (one.name !== 'attribute') continue
      const isReference = one.attributes.has('ref')
      const declared = isReference ? this.#referred('attribute', one, schema) : { element: one, schema }
      if (declared === undefined) continue
      const { local } = nameOf(declared)
      const isNamespaced = isReference || isQualified(one, schema, 'attributeFormDefault')
      const name = this.#prefixes.qualified(isNamespaced ? declared.schema.namespace : '', local)
      if (one.attributes.get('use') === 'prohibited') attributes.delete(name)
      else attributes.set(name, fixedValue(one) ?? fixedValue(declared.element) ?? this.#textOf(declared))
    }
    return attributes
  }

  #textOf(declared: Component): string {
    return this.#contentOfElement(declared, maximumSampleDepth).text ?? '?'
  }

  #referred(kind: ComponentKind, element: XmlElement, schema: Schema): Component | undefined {
    return this.#find(kind, nameIn(element.attributes.get('ref') ?? '', element, schema))
  }

  /** Runs `read` for what a type or group contains, unless it contains itself. */
  #inside<Value>(holder: XmlElement, otherwise: Value, read: () => Value): Value {
    if (this.#above.has(holder) || this.#isTooMuch()) return otherwise
    this.#above.add(holder)
    const value = this.#nested(otherwise, read)
    this.#above.delete(holder)
    return value
  }

  #nested<Value>(otherwise: Value, read: () => Value): Value {
    if (this.#nesting >= maximumNesting) return otherwise
    this.#nesting += 1
    const value = read()
    this.#nesting -= 1
    return value
  }

  #isTooMuch(): boolean {
    this.#work += 1
    return this.#work > maximumWork
  }
}

function isQualified(element: XmlElement, schema: Schema, usual: string): boolean {
  const form = element.attributes.get('form') ?? schema.element.attributes.get(usual)
  return form === 'qualified'
}

function fixedValue({ attributes }: XmlElement): string | undefined {
  return attributes.get('fixed') ?? attributes.get('default')
}

/** Returns the first value of an enumeration. */
function enumerated(holder: XmlElement): string | undefined {
  return holder.children.find(one => one.name === 'enumeration')?.attributes.get('value')
}

/** Returns the name of an element or a group, or the names of those that a branch contains. */
function branchName(branch: XmlElement): string {
  if (branch.name === 'any') return 'any element'
  const named = branch.name === 'element' || branch.name === 'group' ? [branch] : branch.children
  return named
    .slice(0, maximumNames)
    .map(({ attributes }) => local(attributes.get('name') ?? attributes.get('ref') ?? '…'))
    .join(' ')
}
