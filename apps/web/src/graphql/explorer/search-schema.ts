import {
  type GraphQLNamedType,
  type GraphQLSchema,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isObjectType,
} from 'graphql'

/** A type or a field that a search found. */
export interface SchemaMatch {
  readonly typeName: string
  /** Null for a type. */
  readonly memberName: string | null
  /** The type of a field as written; empty for others. */
  readonly typeText: string
  readonly description: string
}

/** What a search found, best first. */
export interface SchemaMatches {
  readonly matches: readonly SchemaMatch[]
  /** The number of all matches, of which the first ones are listed. */
  readonly total: number
}

const maximumMatches = 200
const longestDescription = 300

/** Searches the names of types, of their fields and of enum values; `Book.title` names a field of a type. */
export function searchSchema(schema: GraphQLSchema, text: string): SchemaMatches {
  const wanted = text.trim().toLowerCase()
  if (wanted === '') return { matches: [], total: 0 }
  const found: { readonly rank: number; readonly match: SchemaMatch }[] = []
  for (const type of Object.values(schema.getTypeMap())) {
    const add = (name: string, match: SchemaMatch) => {
      const rank = rankOf(name.toLowerCase(), wanted)
      // A type before the members of that name.
      if (rank !== null) found.push({ rank: match.memberName === null ? rank : rank + 0.5, match })
    }
    const typeName = type.name
    add(typeName, { typeName, memberName: null, typeText: '', description: shorten(type.description) })
    for (const { name, typeText, description } of membersOf(type))
      add(wanted.includes('.') ? `${typeName}.${name}` : name, {
        typeName,
        memberName: name,
        typeText,
        description: shorten(description),
      })
  }
  const matches = found.sort((a, b) => a.rank - b.rank).map(({ match }) => match)
  return { matches: matches.slice(0, maximumMatches), total: matches.length }
}

/** Lower is better; names of the schema itself are last. */
function rankOf(name: string, wanted: string): number | null {
  if (!name.includes(wanted)) return null
  const rank = name === wanted ? 0 : name.startsWith(wanted) ? 1 : 2
  return name.startsWith('__') ? rank + 3 : rank
}

interface Member {
  readonly name: string
  readonly typeText: string
  readonly description: string | null | undefined
}

function membersOf(type: GraphQLNamedType): readonly Member[] {
  if (isEnumType(type))
    return type.getValues().map(({ name, description }) => ({ name, description, typeText: '' }))
  if (!isObjectType(type) && !isInterfaceType(type) && !isInputObjectType(type)) return []
  return Object.values(type.getFields()).map(field => ({
    name: field.name,
    description: field.description,
    typeText: String(field.type),
  }))
}

function shorten(text: string | null | undefined): string {
  return (text ?? '').slice(0, longestDescription)
}
