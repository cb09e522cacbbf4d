import { nameFromUrl } from '@parley/model'
import { type JsonValue, member, textMember } from '../json-value.ts'
import { unnamedFolder } from '../new-entities.ts'

/** The members of requests, any of which a folder does not have. */
const requestMembers = ['url', 'method', 'body', 'protoMethodName', 'payloads'] as const

/** Only folders have children; an empty folder has none of the members of a request either. */
export function isFolderEntry(value: JsonValue): boolean {
  if (member(value, 'children') !== undefined) return true
  return requestMembers.every(name => member(value, name) === undefined)
}

/** Returns what notes call a request or folder: its name, or what stands for a missing one. */
export function entryPlace(value: JsonValue): string {
  const name = textMember(value, 'name')
  if (name !== '') return name
  return isFolderEntry(value) ? unnamedFolder : nameFromUrl(textMember(value, 'url'))
}
