import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it, test } from 'vitest'
import { dialogKinds } from './dialog-kinds.ts'
import { createDialogTurns } from './dialog-turns.ts'

const pairs = dialogKinds.flatMap(first => dialogKinds.map(second => [first, second] as const))

describe('two dialogs that open together', () => {
  it.each(pairs)('%s and %s are shown one after the other', (first, second) => {
    const turns = createDialogTurns()
    const shown = () => [`1 ${first}`, `2 ${second}`].filter(turns.isTurnOf)
    const [leaveFirst, leaveSecond] = [turns.join(`1 ${first}`), turns.join(`2 ${second}`)]
    expect(shown()).toEqual([`1 ${first}`])
    leaveFirst()
    expect(shown()).toEqual([`2 ${second}`])
    leaveSecond()
    expect(shown()).toEqual([])
  })

  it('leave no gap if the waiting one closes before its turn', () => {
    const turns = createDialogTurns()
    const [leaveFirst, leaveSecond] = [turns.join('first'), turns.join('second')]
    turns.join('third')
    leaveSecond()
    expect(turns.isTurnOf('first')).toBe(true)
    leaveFirst()
    expect(turns.isTurnOf('third')).toBe(true)
  })
})

test('no dialog bypasses the queue, and each kind is one dialog', () => {
  const root = fileURLToPath(new URL('../..', import.meta.url))
  const sources = globSync('**/*.tsx', { cwd: root }).map(
    path => [path, readFileSync(`${root}/${path}`, 'utf8')] as const,
  )
  const modals = sources.filter(([, text]) => /react-aria-components\/Modal'/.test(text))
  expect(modals.map(([path]) => path)).toEqual(['components/dialogs/QueuedModal.tsx'])
  const used = sources.flatMap(([, text]) => [...text.matchAll(/\bkind="(\w+)"/g)].map(([, kind]) => kind))
  expect(used.toSorted()).toEqual(dialogKinds.toSorted())
})
