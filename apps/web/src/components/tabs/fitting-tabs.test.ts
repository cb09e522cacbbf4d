import { describe, expect, test } from 'vitest'
import { fittingTabs } from './fitting-tabs.ts'

const tabs = ['a', 'b', 'c', 'd'].map(id => ({ id }))
const widths = new Map([
  ['a', 40],
  ['b', 50],
  ['c', 60],
  ['d', 30],
])
const fit = (available: number, selected: string) =>
  fittingTabs(tabs, selected, {
    available,
    gap: 10,
    moreWidth: 45,
    widthOf: id => widths.get(id) ?? 0,
  })
    .map(tab => tab.id)
    .join('')

describe('fittingTabs', () => {
  test('are all shown if they fit to the pixel', () => {
    expect(fit(210, 'a')).toBe('abcd')
    expect(fit(209, 'a')).not.toBe('abcd')
  })

  test('the shown tabs and the menu never need more than the available space', () => {
    for (const selected of ['a', 'b', 'c', 'd'])
      for (let available = 115; available < 210; available += 1) {
        const shown = fit(available, selected)
        const width = [...shown].reduce((sum, id) => sum + (widths.get(id) ?? 0) + 10, 45)
        expect(width, `${selected} in ${available}`).toBeLessThanOrEqual(available)
      }
  })

  test('the selected one is always shown, in its place', () => {
    expect(fit(150, 'd')).toBe('ad')
    expect(fit(150, 'a')).toBe('a')
    expect(fit(165, 'b')).toBe('ab')
    for (const selected of ['a', 'b', 'c', 'd']) expect(fit(1, selected)).toBe(selected)
  })
})
