import { newHttpRequest } from '@parley/model'
import { describe, expect, it } from 'vitest'
import { isSameRequestSide, newTab, type RequestTab } from './request-tab.ts'

const tab = newTab({ id: 'tab', source: null, request: newHttpRequest(), version: null })
const responseParts: readonly string[] = [
  'send',
  'responseSection',
  'responseFilter',
  'bodyDisplay',
] satisfies (keyof RequestTab)[]

describe('whether the request side of a tab has changed', () => {
  it.each(Object.keys(tab))('knows it for a change of %s', key => {
    const changed: RequestTab = { ...tab, [key]: {} }
    expect(isSameRequestSide(tab, changed)).toBe(responseParts.includes(key))
    expect(isSameRequestSide(changed, tab)).toBe(responseParts.includes(key))
  })

  it('knows it for a part that a tab begins or ceases to have', () => {
    const jumped: RequestTab = { ...tab, queryJump: { line: 1, column: 1 } }
    expect(isSameRequestSide(tab, jumped)).toBe(false)
    expect(isSameRequestSide(jumped, tab)).toBe(false)
  })
})
