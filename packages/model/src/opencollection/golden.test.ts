import { readdirSync, readFileSync } from 'node:fs'
import { needs } from '@parley/testkit/needs'
import { describe, expect, it } from 'vitest'
import {
  isSchemaPresent,
  schemaCoverage,
  schemaErrors,
  unreachableDefinitions,
} from '../../golden/schema-coverage.ts'
import {
  readCollection,
  readEnvironment,
  readFolder,
  readGlobalVariables,
  readItem,
  readWorkspace,
  writeCollection,
  writeEnvironment,
  writeFolder,
  writeGlobalVariables,
  writeItem,
  writeWorkspace,
} from '../index.ts'
import { failed, ok, type Result } from '../result.ts'
import { environmentSchema, requestSchema } from '../schema/index.ts'
import type { ReadProblem } from './read-problem.ts'

const folder = new URL('../../golden/opencollection/', import.meta.url)
const names = readdirSync(folder).sort()

describe.each(names)('golden %s', name => {
  const input = readGolden(name, 'input.json')

  it('reads to the expected model', () => {
    expect(roundTrip(name, input)).toEqual(
      ok({ model: readGolden(name, 'model.json'), written: expect.anything() }),
    )
  })

  it('writes the same value again, including the order of its keys', () => {
    const result = roundTrip(name, input)
    expect(result.ok && JSON.stringify(result.value.written)).toBe(JSON.stringify(input))
  })
})

describe('the entities of the golden cases', () => {
  it('are accepted by the zod schemas', () => {
    const refused = names.flatMap(name => {
      const model = readGolden(name, 'model.json')
      if (name.startsWith('environment-')) return environmentSchema.safeParse(model).success ? [] : [name]
      const isRequest = name.startsWith('item-') && name !== 'item-app' && name !== 'item-script-file'
      return !isRequest || requestSchema.safeParse(model).success ? [] : [name]
    })
    expect(refused).toEqual([])
  })
})

describe(
  'the OpenCollection 1.0.0 schema',
  needs(isSchemaPresent, 'the schema of OpenCollection (../shared/spec)'),
  () => {
    const cases = names
      .filter(name => entityOf(name) in schemaStarts)
      .map(name => ({ name, entity: entityOf(name), input: readGolden(name, 'input.json') }))

    it.each(cases)('accepts $name without its extensions', ({ entity, input }) => {
      expect(schemaErrors(schemaStarts[entity] ?? '', input)).toEqual([])
    })

    it('is covered completely: every definition, property, enum value and oneOf branch', () => {
      const coverage = schemaCoverage()
      for (const { entity, input } of cases) coverage.walk(schemaStarts[entity] ?? '', input)
      expect(coverage.unexercised()).toEqual([])
    })

    it('has one definition that no file can contain, as nothing refers to it', () => {
      expect(unreachableDefinitions()).toEqual(['GrpcRequestMessage'])
    })

    it('would report a branch that no golden case covers', () => {
      const coverage = schemaCoverage()
      for (const { name, entity, input } of cases) {
        if (name !== 'item-auth-ntlm') coverage.walk(schemaStarts[entity] ?? '', input)
      }
      expect(coverage.unexercised()).toContain('#/$defs/AuthNTLM')
      expect(coverage.unexercised()).toContain('#/$defs/AuthNTLM/properties/domain')
    })
  },
)

/** Where in the schema each entity's file begins; a workspace and globals are not in it. */
const schemaStarts: Readonly<Record<string, string>> = {
  collection: '#',
  item: '#/$defs/Item',
  folder: '#/$defs/Folder',
  environment: '#/$defs/Environment',
}

function entityOf(name: string): string {
  return name.slice(0, name.indexOf('-'))
}

function readGolden(name: string, file: string): unknown {
  return JSON.parse(readFileSync(new URL(`${name}/${file}`, folder), 'utf8'))
}

type RoundTrip = Result<{ readonly model: unknown; readonly written: unknown }, readonly ReadProblem[]>

function roundTrip(name: string, input: unknown): RoundTrip {
  switch (entityOf(name)) {
    case 'collection':
      return both(readCollection(input), writeCollection)
    case 'item':
      return both(readItem(input), writeItem)
    case 'folder':
      return both(readFolder(input), writeFolder)
    case 'environment':
      return both(readEnvironment(input), writeEnvironment)
    case 'workspace':
      return both(readWorkspace(input), writeWorkspace)
    case 'globals':
      return both(readGlobalVariables(input), writeGlobalVariables)
  }
  throw new Error(`The golden case ${name} begins with no known entity.`)
}

function both<Entity>(
  result: Result<Entity, readonly ReadProblem[]>,
  write: (entity: Entity) => unknown,
): RoundTrip {
  return result.ok ? ok({ model: result.value, written: write(result.value) }) : failed(result.failure)
}
