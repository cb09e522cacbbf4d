import { expect, test } from 'vitest'
import { isDefinitionLoading, noMethod } from './no-method.ts'

const state = (activity: 'idle' | 'finding' | 'fetching' | 'reading') => ({
  revision: 0,
  tabs: { a: { loaded: null, activity, problem: null } },
})

test('while the service definition loads nothing is said to be missing', () => {
  expect(noMethod('', true)).toBe('Choose a method first.')
  expect(noMethod('shop.Books/Get', true)).toBe('Loading the service definition…')
  expect(noMethod('shop.Books/Get', false)).toMatch(/^The service definition is not loaded, .*choose another/)
})

test('it loads from the first look on until nothing more comes by itself', () => {
  expect(isDefinitionLoading({ revision: 0, tabs: {} }, 'a')).toBe(true)
  for (const activity of ['finding', 'fetching', 'reading'] as const)
    expect(isDefinitionLoading(state(activity), 'a')).toBe(true)
  expect(isDefinitionLoading(state('idle'), 'a')).toBe(false)
})
