import type {
  DescriptorProto,
  EnumDescriptorProto,
  FieldDescriptorProto,
  FileDescriptorProto,
} from '@bufbuild/protobuf/wkt'
import { nameIn } from './file-parser.ts'

/** What a full name refers to. */
export type Definition = (
  | { readonly kind: 'message'; readonly proto: DescriptorProto }
  | { readonly kind: 'enum'; readonly proto: EnumDescriptorProto }
  | { readonly kind: 'extension'; readonly proto: FieldDescriptorProto }
  | { readonly kind: 'member'; readonly proto: object }
) & {
  /** The name of the file. */
  readonly file: string
}

/** Calls back with all that a file declares, each with its full name, outer declarations first. */
function visitDefinitions(
  file: FileDescriptorProto,
  visit: (fullName: string, definition: Definition, scope: string) => void,
): void {
  const { name, package: scope } = file
  const visitEnum = (proto: EnumDescriptorProto, within: string) => {
    visit(nameIn(within, proto.name), { kind: 'enum', proto, file: name }, within)
    for (const value of proto.value)
      visit(nameIn(within, value.name), { kind: 'member', proto: value, file: name }, within)
  }
  const visitMessage = (proto: DescriptorProto, within: string) => {
    const inner = nameIn(within, proto.name)
    visit(inner, { kind: 'message', proto, file: name }, within)
    for (const member of [...proto.field, ...proto.oneofDecl])
      visit(nameIn(inner, member.name), { kind: 'member', proto: member, file: name }, inner)
    for (const one of proto.extension)
      visit(nameIn(inner, one.name), { kind: 'extension', proto: one, file: name }, inner)
    for (const one of proto.enumType) visitEnum(one, inner)
    for (const one of proto.nestedType) visitMessage(one, inner)
  }
  for (const one of file.messageType) visitMessage(one, scope)
  for (const one of file.enumType) visitEnum(one, scope)
  for (const one of file.extension)
    visit(nameIn(scope, one.name), { kind: 'extension', proto: one, file: name }, scope)
  for (const service of file.service) {
    visit(nameIn(scope, service.name), { kind: 'member', proto: service, file: name }, scope)
    for (const method of service.method)
      visit(
        nameIn(nameIn(scope, service.name), method.name),
        { kind: 'member', proto: method, file: name },
        nameIn(scope, service.name),
      )
  }
}

/** The declarations of all files that are compiled together. */
export class Symbols {
  readonly #seesAll: boolean
  readonly #definitions = new Map<string, Definition>()
  readonly #packages = new Map<string, Set<string>>()
  readonly #files = new Map<string, FileDescriptorProto>()
  readonly #visible = new Map<string, ReadonlySet<string>>()

  /** @param seesAll - whether each file sees all others, whatever it imports */
  constructor(seesAll = false) {
    this.#seesAll = seesAll
  }

  /** Adds a file. `onDuplicate` is called with each name that another file has declared already, which stays. */
  add(
    file: FileDescriptorProto,
    onDuplicate: (fullName: string, first: Definition, again: Definition) => void,
  ): void {
    this.#files.set(file.name, file)
    for (let name = file.package; name !== ''; name = name.slice(0, Math.max(0, name.lastIndexOf('.')))) {
      const files = this.#packages.get(name)
      if (files === undefined) this.#packages.set(name, new Set([file.name]))
      else files.add(file.name)
    }
    visitDefinitions(file, (fullName, definition) => {
      const first = this.#definitions.get(fullName)
      if (first === undefined) this.#definitions.set(fullName, definition)
      else onDuplicate(fullName, first, definition)
    })
  }

  get(fullName: string): Definition | undefined {
    return this.#definitions.get(fullName)
  }

  /**
   * Finds what a name refers to in a scope, innermost first, among the declarations that the file can see: its own, those of
   * its imports and of their public imports.
   */
  resolve(name: string, scope: string, file: string, wants: ReadonlySet<Definition['kind']>): string | null {
    const visible = this.#seesAll ? this.#files : this.#visibleFrom(file)
    const find = (fullName: string) => {
      const definition = this.#definitions.get(fullName)
      return definition !== undefined && visible.has(definition.file) ? definition : undefined
    }
    const isWanted = (fullName: string) => {
      const definition = find(fullName)
      return definition !== undefined && wants.has(definition.kind)
    }
    if (name.startsWith('.')) return isWanted(name.slice(1)) ? name.slice(1) : null
    const [first = ''] = name.split('.', 1)
    for (let within = scope; ; within = within.slice(0, Math.max(0, within.lastIndexOf('.')))) {
      const candidate = nameIn(within, first)
      if (first === name) {
        if (isWanted(candidate)) return candidate
      } else if (find(candidate)?.kind === 'message' || this.#isVisiblePackage(candidate, visible)) {
        const fullName = nameIn(within, name)
        if (isWanted(fullName)) return fullName
        // The first part decides, as in protoc. protobuf.js shortens names without a look at what hides them.
        if (!this.#seesAll) return null
      }
      if (within === '') return null
    }
  }

  #isVisiblePackage(name: string, visible: { has(file: string): boolean }): boolean {
    for (const file of this.#packages.get(name) ?? []) if (visible.has(file)) return true
    return false
  }

  #visibleFrom(name: string): ReadonlySet<string> {
    const known = this.#visible.get(name)
    if (known !== undefined) return known
    const visible = new Set([name])
    const pending = [...(this.#files.get(name)?.dependency ?? [])]
    for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
      if (visible.has(next)) continue
      visible.add(next)
      const file = this.#files.get(next)
      for (const index of file?.publicDependency ?? []) pending.push(file?.dependency[index] ?? '')
    }
    this.#visible.set(name, visible)
    return visible
  }
}
