import { type GraphQLSchema, getNamedType, isNamedType, isType } from 'graphql'
import { contextAt, explorerPathOf, parentTypeName, type QueryContext } from './context-at.ts'
import type { TextRange } from './text-range.ts'

/** What the schema says about a name of a query. */
export interface NameDescription extends TextRange {
  /** The definition in one line: `Book.reviews(first: Int = 10): [Review!]!`. */
  readonly signature: string
  /** Empty if there is none; long ones are cut. */
  readonly description: string
  /** Null unless the name is deprecated. */
  readonly deprecationReason: string | null
}

/** Where the explorer shows what a name of a query means. */
export interface NameDefinition extends TextRange {
  readonly typeName: string
  /** Null for a type. */
  readonly fieldName: string | null
  /** The ID of the explorer's row; null where the name is in no operation, or is not a field. */
  readonly rowId: string | null
}

interface Described {
  readonly signature: string
  readonly description: string | null | undefined
  readonly deprecationReason?: string | null | undefined
}

const longestDescription = 2_000
const longestSignature = 500

/** Describes the name at a position; null for a name that the schema does not have. */
export function describeName(text: string, position: number, schema: GraphQLSchema): NameDescription | null {
  const context = contextAt(text, position, schema)
  const described = context === null ? null : describedBy(context, schema)
  if (context === null || described === null) return null
  return {
    from: context.from,
    to: context.to,
    signature: shorten(described.signature, longestSignature),
    description: shorten(described.description ?? '', longestDescription),
    deprecationReason:
      described.deprecationReason == null ? null : shorten(described.deprecationReason, longestDescription),
  }
}

/** Returns where the explorer shows the name at a position; null for a name that the schema does not have. */
export function findDefinition(text: string, position: number, schema: GraphQLSchema): NameDefinition | null {
  const context = contextAt(text, position, schema)
  if (context === null) return null
  const { from, to, state, info } = context
  const parent = parentTypeName(context)
  if (isFieldName(context) && info.fieldDef && parent !== null)
    return { from, to, typeName: parent, fieldName: info.fieldDef.name, rowId: explorerPathOf(state) }
  if (state.kind === 'NamedType' && isNamedType(info.type))
    return { from, to, typeName: info.type.name, fieldName: null, rowId: null }
  const isInput = ['Argument', 'ObjectField', 'EnumValue', 'Variable'].includes(state.kind ?? '')
  const type = isInput ? (info.inputType ?? info.type) : null
  return isType(type) ? { from, to, typeName: getNamedType(type).name, fieldName: null, rowId: null } : null
}

function isFieldName({ state: { kind, step } }: QueryContext): boolean {
  return (kind === 'Field' && step === 0) || (kind === 'AliasedField' && step === 2)
}

function describedBy(context: QueryContext, schema: GraphQLSchema): Described | null {
  const { state, info } = context
  if (isFieldName(context) && info.fieldDef) {
    const { name, args = [], type, description, deprecationReason } = info.fieldDef
    const typed = args.map(one => `${one.name}: ${one.type}`).join(', ')
    const parent = parentTypeName(context)
    const signature = `${parent === null ? '' : `${parent}.`}${name}${typed === '' ? '' : `(${typed})`}: ${type}`
    return { signature, description, deprecationReason }
  }
  if (state.kind === 'ObjectField' && state.step === 0 && info.fieldDef)
    return { ...info.fieldDef, signature: `${info.fieldDef.name}: ${info.fieldDef.type}` }
  if (state.kind === 'Argument' && state.step === 0 && info.argDef)
    return { ...info.argDef, signature: `${info.argDef.name}: ${info.argDef.type}` }
  if (state.kind === 'EnumValue' && info.enumValue)
    return { ...info.enumValue, signature: `${getNamedType(info.inputType)}.${info.enumValue.name}` }
  if (state.kind === 'Variable' && isType(info.type))
    return { signature: String(info.type), description: getNamedType(info.type).description }
  return describedType(context, schema)
}

function describedType({ state, info }: QueryContext, schema: GraphQLSchema): Described | null {
  if (state.kind === 'NamedType' && isNamedType(info.type))
    return { signature: info.type.name, description: info.type.description }
  const directive =
    state.kind === 'Directive' && state.name ? schema.getDirective(state.name) : info.directiveDef
  if (state.kind === 'Directive' && directive)
    return { signature: `@${directive.name}`, description: directive.description }
  return null
}

function shorten(text: string, length: number): string {
  return text.length > length ? `${text.slice(0, length)}…` : text
}
