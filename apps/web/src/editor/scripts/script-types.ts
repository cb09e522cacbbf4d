/** Something that a script can name: a global, or a member of a type. */
export interface ScriptMember {
  readonly name: string
  readonly kind: 'function' | 'value'
  /** The declaration without the name: `(name: string): void`, `: string`. */
  readonly signature: string
  /** One sentence, as Markdown with code spans. */
  readonly doc: string
  /** The declared type of the value, or of what the function returns. */
  readonly type: string
}

/** The names in the sandbox of scripts, read from the declarations of the sandbox's package. */
export interface ScriptTypes {
  readonly globals: readonly ScriptMember[]
  /** Returns the members of a declared type such as `BruRequest | null`; none if the type is unknown. */
  membersOf(type: string): readonly ScriptMember[]
  /** Returns the type that a call of this type returns; empty if it cannot be called. */
  returnTypeOf(type: string): string
  /** Returns the text after a member's name: parameters for functions, otherwise the type. */
  signatureOf(member: ScriptMember): string
  /** Returns `(name, run)` for functions; null for all others. */
  parametersOf(member: ScriptMember): string | null
}

interface Interface {
  readonly base: string
  readonly members: readonly ScriptMember[]
  /** The signature of a call; empty if it cannot be called. */
  readonly call: string
}

/** Reads declarations of the shape that `packages/script/types` has. */
export function readScriptTypes(declarations: string): ScriptTypes {
  const interfaces = new Map<string, Interface>()
  for (const [, name = '', base = '', body = ''] of declarations.matchAll(
    /^interface (\w+)(?: extends (\w+))? \{\n(.*?)^\}/gms,
  ))
    interfaces.set(name, { base, members: readMembers(body, '  '), call: callOf(body) })

  function membersOf(type: string): readonly ScriptMember[] {
    const members = partsOf(awaited(type), '|&').flatMap(part => {
      const inline = /^\{(.*)\}$/s.exec(part)
      return inline === null ? declaredBy(part) : readInlineMembers(inline[1] ?? '')
    })
    return [...new Map(members.map(member => [member.name, member])).values()]
  }

  function declaredBy(name: string): readonly ScriptMember[] {
    const found = interfaces.get(name)
    return found === undefined ? [] : [...declaredBy(found.base), ...found.members]
  }

  return {
    globals: readMembers(declarations.replaceAll(/^declare (?:const|function) /gm, ''), ''),
    membersOf,
    returnTypeOf: type => typeAfter(callOfType(type)),
    signatureOf,
    parametersOf: member => parameterNames(signatureOf(member)),
  }

  function signatureOf({ kind, signature, type }: ScriptMember): string {
    return kind === 'function' ? signature : callOfType(type) || signature
  }

  function callOfType(type: string): string {
    const calls = partsOf(type, '|&').map(part => interfaces.get(part)?.call ?? '')
    return calls.find(call => call !== '') ?? ''
  }
}

/** Declarations at one depth, each with a sentence before it; some take several lines. */
function readMembers(text: string, indent: string): readonly ScriptMember[] {
  const pattern = new RegExp(
    `^${indent}/\\*\\* (.+?) \\*/\\n${indent}(\\w+)(\\??[:(][^\\n]*(?:\\n${indent}(?: {2}|[)}])[^\\n]*)*)`,
    'gm',
  )
  return [...text.matchAll(pattern)].map(([, doc = '', name = '', rest = '']) => memberOf(name, rest, doc))
}

function readInlineMembers(body: string): readonly ScriptMember[] {
  return partsOf(body, ';\n').flatMap(part => {
    const [, name, rest] = /^(\w+)(\??[:(].*)$/s.exec(part) ?? []
    return name === undefined || rest === undefined ? [] : [memberOf(name, rest, '')]
  })
}

function memberOf(name: string, rest: string, doc: string): ScriptMember {
  const signature = rest.replaceAll(/\s+/g, ' ').replace(/\( /g, '(').replace(/,? \)/g, ')').trim()
  const kind = signature.startsWith('(') ? 'function' : 'value'
  return { name, kind, signature, doc, type: typeAfter(rest) }
}

/** Returns the type after the first colon outside brackets. */
function typeAfter(signature: string): string {
  let depth = 0
  for (let index = 0; index < signature.length; index += 1) {
    const character = signature[index] ?? ''
    if ('([{<'.includes(character)) depth += 1
    else if (')]}'.includes(character) || (character === '>' && signature[index - 1] !== '=')) depth -= 1
    else if (character === ':' && depth === 0) return signature.slice(index + 1).trim()
  }
  return ''
}

function callOf(body: string): string {
  return /^ {2}(\(.*)$/m.exec(body)?.[1] ?? ''
}

/** Returns null if the signature is not that of a function. */
function parameterNames(signature: string): string | null {
  if (!signature.startsWith('(')) return null
  let depth = 0
  let end = 0
  do {
    if (signature[end] === '(') depth += 1
    else if (signature[end] === ')') depth -= 1
    end += 1
  } while (depth > 0 && end < signature.length)
  const names = partsOf(signature.slice(1, end - 1), ',').map(part => /^[.\w]+/.exec(part)?.[0] ?? '')
  return `(${names.join(', ')})`
}

function awaited(type: string): string {
  return /^Promise<(.*)>$/s.exec(type.trim())?.[1] ?? type
}

/** The parts of a text between separators that are outside all brackets. */
function partsOf(text: string, separators: string): readonly string[] {
  const parts: string[] = []
  let depth = 0
  let part = ''
  for (const character of text) {
    if ('([{<'.includes(character)) depth += 1
    else if (')]}'.includes(character) || (character === '>' && !part.endsWith('='))) depth -= 1
    if (depth === 0 && separators.includes(character)) {
      parts.push(part.trim())
      part = ''
    } else part += character
  }
  return [...parts, part.trim()].filter(one => one !== '')
}
