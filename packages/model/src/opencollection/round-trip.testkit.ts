import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { arbitraryAuths } from '../../golden/arbitrary-auth.ts'
import { arbitraryBodies } from '../../golden/arbitrary-body.ts'
import {
  arbitraryCollection,
  arbitraryEnvironment,
  arbitraryFolder,
  arbitraryRequests,
  arbitraryWorkspaceFile,
} from '../../golden/arbitrary-entities.ts'
import { isSchemaPresent, schemaErrors } from '../../golden/schema-coverage.ts'
import {
  newHttpRequest,
  readCollection,
  readEnvironment,
  readFolder,
  readItem,
  readWorkspace,
  writeCollection,
  writeEnvironment,
  writeFolder,
  writeItem,
  writeWorkspace,
} from '../index.ts'
import { ok, type Result } from '../result.ts'
import { environmentSchema, requestSchema } from '../schema/index.ts'
import type { ReadProblem } from './read-problem.ts'

/** Writes, passes through text as a file does, and reads again. */
function throughFile<Entity>(
  entity: Entity,
  write: (entity: Entity) => unknown,
  read: (value: unknown) => Result<Entity, readonly ReadProblem[]>,
) {
  const written = write(entity)
  const reread = read(JSON.parse(JSON.stringify(written)))
  expect(reread).toStrictEqual(ok(entity))
  expect(reread.ok && write(reread.value)).toStrictEqual(written)
  return written
}

/** Tests random requests: this share of hundreds. */
export function testAnyRequest(share: number): void {
  describe('any request', () => {
    it.each(Object.entries(arbitraryRequests))('of the kind %s is written and read again', (_, requests) => {
      fc.assert(
        fc.property(requests, request => {
          const written = throughFile(request, writeItem, readItem)
          expect(isSchemaPresent ? schemaErrors('#/$defs/Item', written) : []).toEqual([])
          expect(requestSchema.parse(request)).toStrictEqual(request)
        }),
        { numRuns: Math.ceil(150 * share) },
      )
    })

    it.each(Object.entries(arbitraryAuths))('with auth %s is written and read again', (_, auths) => {
      fc.assert(
        fc.property(auths, auth => {
          const written = throughFile(newHttpRequest({ auth }), writeItem, readItem)
          expect(isSchemaPresent ? schemaErrors('#/$defs/Item', written) : []).toEqual([])
        }),
        { numRuns: Math.ceil(200 * share) },
      )
    })

    it.each(Object.entries(arbitraryBodies))('with a body %s is written and read again', (_, bodies) => {
      fc.assert(
        fc.property(bodies, body => {
          const written = throughFile(newHttpRequest({ body }), writeItem, readItem)
          expect(isSchemaPresent ? schemaErrors('#/$defs/Item', written) : []).toEqual([])
        }),
        { numRuns: Math.ceil(200 * share) },
      )
    })
  })
}

/** Tests random entities of the other kinds: this share of hundreds. */
export function testAnyEntity(share: number): void {
  describe('any', () => {
    it('folder is written and read again', () => {
      fc.assert(
        fc.property(arbitraryFolder, folder => {
          const written = throughFile(folder, writeFolder, readFolder)
          expect(isSchemaPresent ? schemaErrors('#/$defs/Folder', written) : []).toEqual([])
        }),
        { numRuns: Math.ceil(100 * share) },
      )
    })

    it('environment is written and read again', () => {
      fc.assert(
        fc.property(arbitraryEnvironment, environment => {
          const written = throughFile(environment, writeEnvironment, readEnvironment)
          expect(isSchemaPresent ? schemaErrors('#/$defs/Environment', written) : []).toEqual([])
          expect(environmentSchema.parse(environment)).toStrictEqual(environment)
        }),
        { numRuns: Math.ceil(150 * share) },
      )
    })

    it('collection is written and read again', () => {
      fc.assert(
        fc.property(arbitraryCollection, collection => {
          const written = throughFile(collection, writeCollection, readCollection)
          expect(isSchemaPresent ? schemaErrors('#', written) : []).toEqual([])
        }),
        { numRuns: Math.ceil(100 * share) },
      )
    })

    it('workspace file is written and read again', () => {
      fc.assert(
        fc.property(arbitraryWorkspaceFile, workspace => {
          throughFile(workspace, writeWorkspace, readWorkspace)
        }),
        { numRuns: Math.ceil(100 * share) },
      )
    })
  })
}

/** Tests random values that are no entities: this share of hundreds. */
export function testAnyValue(share: number): void {
  describe('any value', () => {
    const readers = [readItem, readFolder, readCollection, readEnvironment, readWorkspace]

    it('returns an entity or problems, and never throws', () => {
      const keys = fc.constantFrom(
        ...['info', 'http', 'graphql', 'grpc', 'websocket', 'items', 'request', 'auth', 'body', 'type'],
        ...[
          'extensions',
          'parley',
          'variables',
          'value',
          'params',
          'settings',
          'data',
          'message',
          '__proto__',
        ],
      )
      const { tree } = fc.letrec(tie => ({
        tree: fc.oneof(
          { depthSize: 'medium' },
          fc.constantFrom(null, true, 5, 'http', 'graphql', 'json', 'inherit', 'oauth2', 'jwt', ''),
          fc.array(tie('tree'), { maxLength: 3 }),
          fc.dictionary(keys, tie('tree'), { maxKeys: 5 }),
        ),
      }))
      fc.assert(
        fc.property(tree, fc.constantFrom(...readers), (value, read) => {
          const result = read(value)
          if (!result.ok) expect(result.failure.length).toBeGreaterThan(0)
        }),
        { numRuns: Math.ceil(1000 * share) },
      )
    })

    it('made by replacing a part of a request returns an entity, or problems with their place', () => {
      fc.assert(
        fc.property(arbitraryRequests.http, fc.constantFrom(0, true, [], {}, 'x', [1]), (request, junk) => {
          const written = writeItem(request)
          for (const key of Object.keys(written)) {
            const result = readItem({ ...written, [key]: junk })
            if (!result.ok) {
              expect(result.failure.every(problem => problem.sentence.endsWith('.'))).toBe(true)
            }
          }
        }),
        { numRuns: Math.ceil(50 * share) },
      )
    })
  })
}
