import { expect, it } from 'vitest'
import { type ChangeKind, TextSteps } from './text-steps.ts'

/** Enters texts one after another, each with its kind, the time in milliseconds, and the cursor at its end. */
function enter(steps: TextSteps, ...changes: readonly (readonly [string, ChangeKind, number])[]): void {
  for (const [text, kind, timeMs] of changes)
    steps.change({ text, anchor: text.length, head: text.length }, kind, timeMs)
}

function undoneTexts(steps: TextSteps): readonly string[] {
  const texts: string[] = []
  while (steps.undo()) texts.push(steps.current.text)
  return texts
}

it.each<readonly [string, readonly (readonly [string, ChangeKind, number])[], readonly string[]]>([
  [
    'letters typed at once',
    [
      ['a', 'typing', 0],
      ['ab', 'typing', 400],
      ['abc', 'typing', 800],
    ],
    [''],
  ],
  [
    'letters after a pause',
    [
      ['a', 'typing', 0],
      ['ab', 'typing', 500],
    ],
    ['a', ''],
  ],
  [
    'letters that are deleted',
    [
      ['ab', 'other', 0],
      ['a', 'deletion', 1],
      ['', 'deletion', 2],
    ],
    ['ab', ''],
  ],
  [
    'deleting after typing',
    [
      ['ab', 'typing', 0],
      ['a', 'deletion', 1],
    ],
    ['ab', ''],
  ],
  [
    'two pastes',
    [
      ['a', 'other', 0],
      ['ab', 'other', 1],
    ],
    ['a', ''],
  ],
  [
    'a composition, however long',
    [
      ['n', 'composition', 0],
      ['に', 'composition', 9000],
    ],
    [''],
  ],
])('undoes %s', (_name, changes, texts) => {
  const steps = new TextSteps('')
  enter(steps, ...changes)
  expect(undoneTexts(steps)).toEqual(texts)
})

it('begins a new step after the cursor was moved, or the step was ended', () => {
  const steps = new TextSteps('')
  enter(steps, ['a', 'typing', 0])
  steps.select(0, 0)
  steps.select(1, 1)
  enter(steps, ['ab', 'typing', 1])
  steps.endStep()
  enter(steps, ['abc', 'typing', 2])
  expect(undoneTexts(steps)).toEqual(['ab', 'a', ''])
})

it('restores the selection with the text, and repeats what was undone until something else is typed', () => {
  const steps = new TextSteps('one')
  steps.select(0, 3)
  enter(steps, ['two', 'typing', 0])
  expect(steps.undo()).toBe(true)
  expect(steps.current).toEqual({ text: 'one', anchor: 0, head: 3 })
  expect(steps.redo()).toBe(true)
  expect(steps.current).toEqual({ text: 'two', anchor: 3, head: 3 })
  steps.undo()
  enter(steps, ['three', 'typing', 1])
  expect(steps.redo()).toBe(false)
  expect(undoneTexts(steps)).toEqual(['one'])
})
