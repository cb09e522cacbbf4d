import type { Item } from '@parley/model'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  arbitraryCollection,
  arbitraryEnvironment,
  arbitraryFolder,
  arbitraryRequests,
  arbitraryWorkspaceFile,
} from '../../../model/golden/arbitrary-entities.ts'
import { isSchemaPresent, schemaErrors } from '../../../model/golden/schema-coverage.ts'
import { readDocument, writeDocument } from './document.ts'
import {
  collectionFormat,
  type DocumentFormat,
  environmentFormat,
  folderFormat,
  itemFormat,
  workspaceFormat,
} from './document-format.ts'
import { parseYamlText } from './parse-yaml.ts'

/** Returns a text in UTF-8. */
export const bytesOf = (text: string) => new TextEncoder().encode(text)

/** Returns the text of a file; throws the failure. */
export function written<Entity>(
  entity: Entity,
  format: DocumentFormat<Entity>,
  before: string | null = null,
): string {
  const text = writeDocument(entity, format, before)
  if (!text.ok) throw new Error(text.failure.sentence)
  return text.value
}

/** Returns what a file holds; throws the failure. */
export function read<Entity>(text: string, format: DocumentFormat<Entity>): Entity {
  const document = readDocument(bytesOf(text), format)
  if (!document.ok) throw new Error(document.failure.sentence)
  return document.value.entity
}

/** Returns the lines of one text that are not in the other, as a line diff counts them. */
export function changedLines(before: string, after: string): readonly string[] {
  const left = before.split('\n')
  return after.split('\n').filter(line => {
    const index = left.indexOf(line)
    if (index >= 0) left.splice(index, 1)
    return index < 0
  })
}

const requests = fc.oneof(...Object.values(arbitraryRequests))

/** Tests files of this many random entities of each kind. */
export function testAnyRequest(runs: number): void {
  test('reads back as the same value, for requests of every kind', () => {
    fc.assert(
      fc.property(requests, request => {
        const text = written<Item>(request, itemFormat)
        expect(read(text, itemFormat)).toStrictEqual(request)
        // Writing it over itself changes no byte.
        expect(written<Item>(request, itemFormat, text)).toBe(text)
      }),
      { numRuns: runs },
    )
  })

  test('matches the schema', () => {
    const errorsOf = (pointer: string, text: string) => {
      const parsed = parseYamlText(text)
      return isSchemaPresent && parsed.ok ? schemaErrors(pointer, parsed.value.value) : []
    }
    const ofEach = { numRuns: runs }
    fc.assert(
      fc.property(requests, one => {
        expect(errorsOf('#/$defs/Item', written<Item>(one, itemFormat))).toEqual([])
      }),
      ofEach,
    )
    fc.assert(
      fc.property(arbitraryFolder, one => {
        expect(read(written(one, folderFormat), folderFormat)).toStrictEqual(one)
        expect(errorsOf('#/$defs/Folder', written(one, folderFormat))).toEqual([])
      }),
      ofEach,
    )
    fc.assert(
      fc.property(arbitraryEnvironment, one => {
        expect(read(written(one, environmentFormat), environmentFormat)).toStrictEqual(one)
        expect(errorsOf('#/$defs/Environment', written(one, environmentFormat))).toEqual([])
      }),
      ofEach,
    )
    fc.assert(
      fc.property(arbitraryCollection, one => {
        expect(read(written(one, collectionFormat), collectionFormat)).toStrictEqual(one)
        expect(errorsOf('#', written(one, collectionFormat))).toEqual([])
      }),
      ofEach,
    )
    fc.assert(
      fc.property(arbitraryWorkspaceFile, one => {
        expect(read(written(one, workspaceFormat), workspaceFormat)).toStrictEqual(one)
      }),
      ofEach,
    )
  })

  test('that replaces one request with another reads back as the other', () => {
    fc.assert(
      fc.property(requests, requests, (one, other) => {
        const text = written<Item>(other, itemFormat, written<Item>(one, itemFormat))
        expect(read(text, itemFormat)).toStrictEqual(other)
      }),
      { numRuns: runs },
    )
  })
}

/** Tests the renames of this many random requests. */
export function testOneLineChanges(runs: number): void {
  test('differs by one line after one field changes, in any request', () => {
    fc.assert(
      fc.property(arbitraryRequests.http, request => {
        const before = written<Item>({ ...request, name: 'before' } as Item, itemFormat)
        const after = written<Item>({ ...request, name: 'after' } as Item, itemFormat, before)
        expect(changedLines(before, after)).toEqual(['  name: after'])
        expect(after.split('\n').length).toBe(before.split('\n').length)
      }),
      { numRuns: runs },
    )
  })
}
