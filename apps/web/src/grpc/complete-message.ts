import { type JsonTree, readJsonTree } from '@parley/model'
import { type DescMessage, type DescribedName, describeEnumValue, describeField } from '@parley/protobuf'
import type { Suggestion, Suggestions } from '../graphql/language/complete-query.ts'
import { fieldNamed, type MessagePart, messageOf, partAt } from './message-places.ts'

const longestDescription = 500

/** Returns the names or the values that are possible at a position of a message; null where none is. */
export function completeMessage(type: DescMessage, text: string, position: number): Suggestions | null {
  const { open, errorAt, expected } = readJsonTree(text.slice(0, position), { allowsVariables: true })
  if (errorAt === null || expected === 'separator' || open.length === 0) return null
  const typed = /^\s*((?:"(?:[^"\\\n]|\\.)*|\w+)?)$/.exec(text.slice(errorAt, position))?.[1]
  if (typed === undefined) return null
  const part = partAt(type, open)
  const from = position - typed.length
  const isKey = expected === 'key'
  const suggestions = isKey ? fieldsOf(messageOf(part), membersOf(open)) : valuesOf(part)
  if (suggestions.length === 0) return null
  const rest = text.slice(position)
  const to = typed.startsWith('"') && rest.startsWith('"') ? position + 1 : position
  const hasColon = isKey && /^"?\s*:/.test(rest)
  return { from, to, suggestions: hasColon ? suggestions.map(withoutColon) : suggestions }
}

/** For a key that has its colon already. */
function withoutColon(suggestion: Suggestion): Suggestion {
  return { ...suggestion, insert: suggestion.label }
}

/** The names that the innermost object has before the position. */
function membersOf(open: JsonTree['open']): readonly string[] {
  const node = open.at(-1)?.node
  return node?.kind === 'object' ? node.members.map(({ key }) => key) : []
}

/** The fields that are not there yet. Of a oneof any member can take the place of the one that is there. */
function fieldsOf(message: DescMessage | null, given: readonly string[]): readonly Suggestion[] {
  if (message === null) return []
  const isGiven = new Set(given.map(key => fieldNamed(message, key)))
  return message.fields
    .filter(field => !isGiven.has(field))
    .map(field => {
      const quoted = JSON.stringify(field.jsonName)
      return suggestion(quoted, `${quoted}: `, describeField(field), 'field')
    })
}

function valuesOf(part: MessagePart | null): readonly Suggestion[] {
  if (part === null || !('field' in part)) return []
  const { field, isElement } = part
  const isSeveral = field.fieldKind === 'list' || field.fieldKind === 'map'
  if (isSeveral !== isElement) return []
  if (field.enum !== undefined)
    return field.enum.values.map(value => {
      const quoted = JSON.stringify(value.name)
      return suggestion(quoted, quoted, describeEnumValue(value), 'enum')
    })
  if (field.scalar !== boolType) return []
  const none: DescribedName = { signature: 'bool', description: '', isDeprecated: false }
  return ['true', 'false'].map(word => suggestion(word, word, none, 'enum'))
}

/** `ScalarType.BOOL` of descriptors. */
const boolType = 8

/** Returns what a declaration says besides a name and a number: `repeated string`. */
export function typeWords(signature: string): string {
  return signature.replace(/ \w+ = -?\d+/, '').replace(/^\w+ = /, '')
}

function suggestion(
  label: string,
  insert: string,
  { signature, description, isDeprecated }: DescribedName,
  kind: Suggestion['kind'],
): Suggestion {
  const detail = typeWords(signature)
  return { label, insert, detail, description: description.slice(0, longestDescription), isDeprecated, kind }
}
