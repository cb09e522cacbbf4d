import { contract, nothingUnsaved } from '@parley/server/contract'
import { expect, test } from 'vitest'
import * as z from 'zod'
import { callsWithDrafts, withDrafts } from './calls-with-drafts.ts'

/** The names of the inputs of each call of the contract. */
function inputsOf(value: unknown, path: readonly string[] = []): ReadonlyMap<string, readonly string[]> {
  if (typeof value !== 'object' || value === null) return new Map()
  const definition: unknown = Reflect.get(value, '~orpc')
  if (typeof definition !== 'object' || definition === null)
    return new Map(Object.entries(value).flatMap(([key, one]) => [...inputsOf(one, [...path, key])]))
  const schema: unknown = Reflect.get(definition, 'inputSchema')
  return new Map([[path.join('.'), schema instanceof z.ZodObject ? Object.keys(schema.shape) : []]])
}

const inputs = inputsOf(contract)
const callsWith = (...names: readonly string[]) =>
  [...inputs].flatMap(([call, keys]) => (names.every(name => keys.includes(name)) ? [call] : [])).toSorted()

test('the page adds what is not saved to every call that takes it', () => {
  expect(callsWith('unsaved').length).toBeGreaterThan(5)
  expect(callsWith('unsaved')).toEqual([...callsWithDrafts].toSorted())
})

/** These store the draft, and prepare nothing. */
const storing = ['library.createRequest']

test('every call that prepares a draft takes what is not saved around it', () => {
  expect(callsWith('parentId', 'request').filter(call => !storing.includes(call))).toEqual(
    callsWith('unsaved', 'request'),
  )
})

test('calls about what is saved are left as they are', () => {
  const input = { targetId: 'c' }
  expect(withDrafts(['runs', 'start'], input, nothingUnsaved)).toBe(input)
  expect(withDrafts(['sends', 'start'], input, null)).toBe(input)
  expect(withDrafts(['sends', 'start'], input, nothingUnsaved)).toEqual({ ...input, unsaved: nothingUnsaved })
})
