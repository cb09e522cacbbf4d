import { newHttpRequest, row } from '@parley/model'
import { describe, expect, it } from 'vitest'
import {
  changeItem,
  insertItems,
  moveItem,
  pathRows,
  removeItem,
  toggleAllItems,
  withPathValue,
  withRows,
  withUrl,
} from './edit-rows.ts'
import { rowKind } from './table-kind.ts'

const a = row('a', '1')
const b = row('b', '2')

describe('URL and Params', () => {
  it('fills the table from a typed URL and keeps unticked rows', () => {
    const draft = newHttpRequest({ params: [{ ...row('kept', 'x'), enabled: false }] })
    const typed = withUrl(draft, 'http://h/p?author=Le%20Guin')
    expect(typed.params).toEqual([{ ...row('kept', 'x'), enabled: false }, row('author', 'Le Guin')])
  })

  it('rewrites the URL from an edited table', () => {
    const draft = withUrl(newHttpRequest(), 'http://h/p?a=1&b=2')
    const unticked = withRows(
      draft,
      'params',
      changeItem(draft.params, 0, rowKind.blank, old => ({ ...old, enabled: false })),
    )
    expect(unticked.url).toBe('http://h/p?b=2')
    const added = withRows(unticked, 'params', [...unticked.params, row('c', 'x y')])
    expect(added.url).toBe('http://h/p?b=2&c=x%20y')
  })

  it('returns the same draft if a row is unticked and ticked again', () => {
    const draft = withUrl(newHttpRequest(), 'http://h/p?flag&é=1')
    const toggled = (before: typeof draft) =>
      withRows(
        before,
        'params',
        changeItem(before.params, 0, rowKind.blank, old => ({ ...old, enabled: !old.enabled })),
      )
    const unticked = toggled(draft)
    expect(unticked.url).toBe('http://h/p?é=1')
    expect(toggled(unticked)).toEqual(draft)
  })

  it('does not change the URL for other tables', () => {
    const draft = newHttpRequest({ url: 'http://h/?x' })
    expect(withRows(draft, 'headers', [a])).toMatchObject({ url: 'http://h/?x', headers: [a] })
  })
})

describe('rows', () => {
  it('makes the empty row a real one when something is typed in it', () => {
    expect(changeItem([a], 1, rowKind.blank, old => ({ ...old, name: 'k' }))).toEqual([a, row('k', '')])
  })

  it('removes and moves items, and does nothing beyond the ends', () => {
    expect(removeItem([a, b], 0)).toEqual([b])
    expect(moveItem([a, b], 0, 1)).toEqual([b, a])
    expect(moveItem([a, b], 1, 1)).toEqual([a, b])
    expect(moveItem([a, b], 0, -1)).toEqual([a, b])
  })

  it('ticks all if one is not ticked, otherwise unticks all', () => {
    const mixed = [a, { ...b, enabled: false }]
    expect(toggleAllItems(mixed, rowKind)).toEqual([a, b])
    expect(toggleAllItems([a, b], rowKind).map(each => each.enabled)).toEqual([false, false])
  })

  it('replaces an empty row by pasted rows, and inserts them after a row with text', () => {
    const pasted = [row('x', ''), row('y', '')]
    expect(insertItems([a, row('', ''), b], 1, pasted, rowKind)).toEqual([a, ...pasted, b])
    expect(insertItems([a, b], 0, pasted, rowKind)).toEqual([a, ...pasted, b])
    expect(insertItems([a], 1, [b], rowKind)).toEqual([a, b])
  })
})

it('shows a row for each path variable, once, and keeps what was typed for one that left the URL', () => {
  const typed = withPathValue(newHttpRequest({ url: 'http://a/:id/b/:id/:other?x=:no' }), 'id', '7')
  expect(pathRows(typed)).toEqual([row('id', '7'), row('other', '')])
  expect(pathRows({ ...typed, url: 'http://a/' })).toEqual([])
  expect(withPathValue(typed, 'other', '8').pathParams).toEqual([row('id', '7'), row('other', '8')])
  expect(withPathValue(typed, 'id', '9').pathParams).toEqual([row('id', '9')])
})
