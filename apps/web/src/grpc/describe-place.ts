import { readJsonTree } from '@parley/model'
import { type DescMessage, describeEnumValue, describeField } from '@parley/protobuf'
import type { NameDescription } from '../graphql/language/describe-name.ts'
import { fieldNamed, messageOf, partAt } from './message-places.ts'

const longestDescription = 2_000

/** Explains the name of a field or of the value of an enum at a position of a message; null where none is. */
export function describePlace(type: DescMessage, text: string, position: number): NameDescription | null {
  const token = stringAt(text, position)
  if (token === null) return null
  const { open, expected } = readJsonTree(text.slice(0, token.from), { allowsVariables: true })
  const part = partAt(type, open)
  const message = messageOf(part)
  const described =
    expected === 'key'
      ? message && fieldAt(message, token.text)
      : part !== null && 'field' in part
        ? enumValueAt(part.field.enum, token.text)
        : null
  if (described === null) return null
  const { signature, description, isDeprecated } = described
  return {
    from: token.from,
    to: token.to,
    signature,
    description: description.slice(0, longestDescription),
    deprecationReason: isDeprecated ? 'the definition says so.' : null,
  }
}

function fieldAt(message: DescMessage, name: string) {
  const field = fieldNamed(message, name)
  return field === undefined ? null : describeField(field)
}

function enumValueAt(type: Parameters<typeof describeEnumValue>[0]['parent'] | undefined, name: string) {
  const value = type?.values.find(one => one.name === name)
  return value === undefined ? null : describeEnumValue(value)
}

/** Strings that end before a position are skipped, as a quote could begin or end one. */
function stringAt(text: string, position: number) {
  const lineStart = text.lastIndexOf('\n', position - 1) + 1
  const lineEnd = text.indexOf('\n', position)
  const line = text.slice(lineStart, lineEnd === -1 ? undefined : lineEnd)
  for (const { index, 0: quoted } of line.matchAll(/"(?:[^"\\]|\\.)*"?/g)) {
    if (quoted.length === 1 || !quoted.endsWith('"')) continue
    const from = lineStart + index
    const to = from + quoted.length
    if (position >= from && position <= to) return { from, to, text: quoted.slice(1, -1) }
  }
  return null
}
