import { type Node, parse } from 'acorn'
import { libraryPackages } from '../shared/script-libraries.ts'
import { unsupportedGlobals, unsupportedMembers } from './unsupported-names.ts'

/** A position in a script, counted from 1. */
export interface ScriptPlace {
  readonly line: number
  readonly column: number
}

/** A call that would throw `NAME is not supported`, or a global that does not exist. */
export interface UnsupportedCall extends ScriptPlace {
  readonly name: string
}

export interface ScriptCheck {
  /** Unsupported calls in the order of the script. */
  readonly unsupported: readonly UnsupportedCall[]
  /** Calls of `require` that work if the setting for bundled libraries is on. */
  readonly libraries: readonly UnsupportedCall[]
  /** Null: the script can be parsed. */
  readonly syntaxError: (ScriptPlace & { readonly message: string }) | null
}

/** Longer than any script that a person wrote; parsing it would delay an import. */
const maxScriptCharacters = 1024 * 1024

/** Finds what a script uses that the sandbox lacks, without running it, for example after an import. */
export function checkScript(source: string): ScriptCheck {
  if (source.length > maxScriptCharacters) return { unsupported: [], libraries: [], syntaxError: null }
  try {
    const program = parse(source, {
      ecmaVersion: 'latest',
      sourceType: 'script',
      locations: true,
      allowAwaitOutsideFunction: true,
      allowReturnOutsideFunction: true,
    })
    return { ...callsIn(program), syntaxError: null }
  } catch (error) {
    // Brackets that are nested so deeply that the parser runs out of stack. The sandbox refuses them as well.
    if (error instanceof RangeError) return { unsupported: [], libraries: [], syntaxError: null }
    const syntaxError = syntaxErrorOf(error)
    if (syntaxError === null) throw error
    return { unsupported: [], libraries: [], syntaxError }
  }
}

function callsIn(program: Node): Pick<ScriptCheck, 'unsupported' | 'libraries'> {
  const found: UnsupportedCall[] = []
  const libraries: UnsupportedCall[] = []
  const declared = new Set<string>()
  const visit = (node: SyntaxNode, parent: SyntaxNode | null) => {
    for (const name of declaredNames(node)) declared.add(name)
    const library = libraryOf(node)
    if (library !== null) {
      libraries.push({ name: `require('${library}')`, ...placeOf(node) })
      return
    }
    const name = nameOf(node)
    const isWhole = parent === null || !isMemberOf(node, parent)
    if (name !== null && isWhole && !isGuarded(parent)) {
      const match = matchOf(name)
      if (match !== null) found.push({ name: match, ...placeOf(node) })
    }
    // A member below a named one is part of its name.
    for (const child of name === null ? childrenOf(node) : computedParts(node)) visit(child, node)
  }
  if (isNode(program)) visit(program, null)
  // A script that declares its own `fetch` uses its own.
  return {
    unsupported: found.filter(call => !declared.has(call.name.split('.')[0] ?? '')),
    libraries: declared.has('require') ? [] : libraries,
  }
}

/** A node with the members of its kind. */
type SyntaxNode = Node & Readonly<Record<string, unknown>>

/** Returns `a.b.c` for `a.b.c`, `a["b"]` and `a?.b`; null for anything else. */
function nameOf(node: SyntaxNode): string | null {
  if (node.type === 'Identifier') return String(node.name)
  if (node.type === 'ChainExpression' && isNode(node.expression)) return nameOf(node.expression)
  if (node.type !== 'MemberExpression' || !isNode(node.object) || !isNode(node.property)) return null
  const object = nameOf(node.object)
  const property = node.computed === true ? textOf(node.property) : String(node.property.name)
  return object === null || property === null ? null : `${object}.${property}`
}

function textOf(node: SyntaxNode): string | null {
  return node.type === 'Literal' && typeof node.value === 'string' ? node.value : null
}

/** Returns the bundled package that a node requires; null for anything else. */
function libraryOf(node: SyntaxNode): string | null {
  if (node.type !== 'CallExpression' || !isNode(node.callee) || nameOf(node.callee) !== 'require') return null
  const [argument] = childrenOf(node).filter(child => child !== node.callee)
  const name = argument === undefined ? null : (textOf(argument)?.replace(/^node:/, '') ?? null)
  return libraryPackages.find(one => one.name === name)?.name ?? null
}

/** Returns the listed name that a name equals or begins with: `hopp.env.active` gives `hopp`. */
function matchOf(name: string): string | null {
  // Most names begin with neither.
  const short = 'giw'.includes(name.charAt(0))
    ? name.replace(/^(?:globalThis|window)\./, '').replace(/^insomnia\./, 'pm.')
    : name
  const listed = listedByStart.get(startOf(short))
  return listed?.find(one => short === one || short.startsWith(`${one}.`)) ?? null
}

/** Returns what is before the first dot of a name. */
function startOf(name: string): string {
  const dot = name.indexOf('.')
  return dot === -1 ? name : name.slice(0, dot)
}

/** Most names of a script begin like none that is listed. */
const listedByStart = Map.groupBy([...unsupportedMembers, ...unsupportedGlobals], startOf)

/** Returns whether a node is a label, a key, or the member of another node, and so not a name itself. */
function isMemberOf(node: SyntaxNode, parent: SyntaxNode): boolean {
  if (
    parent.type === 'Property' ||
    parent.type === 'MethodDefinition' ||
    parent.type === 'PropertyDefinition'
  )
    return parent.key === node && parent.computed !== true && parent.shorthand !== true
  return (
    parent.type === 'LabeledStatement' ||
    parent.type === 'BreakStatement' ||
    parent.type === 'ContinueStatement'
  )
}

/** Returns whether the node is in a test for existence: `typeof fetch`. */
function isGuarded(parent: SyntaxNode | null): boolean {
  return parent?.type === 'UnaryExpression' && parent.operator === 'typeof'
}

function declaredNames(node: SyntaxNode): readonly string[] {
  switch (node.type) {
    case 'VariableDeclarator':
    case 'FunctionDeclaration':
    case 'ClassDeclaration':
      return patternNames(node.id)
    case 'CatchClause':
      return patternNames(node.param)
  }
  return []
}

/** Returns the names that a declaration's pattern binds. */
function patternNames(pattern: unknown): readonly string[] {
  if (!isNode(pattern)) return []
  if (pattern.type === 'Identifier') return [String(pattern.name)]
  if (pattern.type === 'Property') return patternNames(pattern.value)
  if (pattern.type === 'AssignmentPattern') return patternNames(pattern.left)
  return childrenOf(pattern).flatMap(patternNames)
}

/** Returns the computed parts: the `b` of `a[b].c`, which is a name itself. */
function computedParts(node: SyntaxNode): readonly SyntaxNode[] {
  if (node.type === 'ChainExpression' && isNode(node.expression)) return computedParts(node.expression)
  if (node.type !== 'MemberExpression' || !isNode(node.object) || !isNode(node.property)) return []
  const inner = computedParts(node.object)
  return node.computed === true ? [...inner, node.property] : inner
}

function childrenOf(node: SyntaxNode): readonly SyntaxNode[] {
  const children: SyntaxNode[] = []
  for (const value of Object.values(node))
    if (Array.isArray(value)) {
      for (const one of value) if (isNode(one)) children.push(one)
    } else if (isNode(value)) children.push(value)
  return children
}

function isNode(value: unknown): value is SyntaxNode {
  return (
    typeof value === 'object' &&
    value !== null &&
    typeof Reflect.get(value, 'type') === 'string' &&
    'start' in value
  )
}

function placeOf(node: Node): ScriptPlace {
  return { line: node.loc?.start.line ?? 1, column: (node.loc?.start.column ?? 0) + 1 }
}

function syntaxErrorOf(error: unknown): ScriptCheck['syntaxError'] {
  if (error instanceof RangeError) return { message: 'The script is nested too deeply', line: 1, column: 1 }
  if (!(error instanceof SyntaxError)) return null
  const at: unknown = Reflect.get(error, 'loc')
  const line = Number(Reflect.get(Object(at), 'line') ?? 1)
  const column = Number(Reflect.get(Object(at), 'column') ?? 0) + 1
  return { message: error.message.replace(/ \(\d+:\d+\)$/, ''), line, column }
}
