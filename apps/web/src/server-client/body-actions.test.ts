import { expect, test } from 'vitest'
import { readWholeBody } from './body-actions.ts'
import type { ServerClient } from './server-client.ts'

type Piece = Awaited<ReturnType<ServerClient['bodies']['readText']>>

const view = { handle: 'h', view: 'pretty', format: 'auto' } as const

/** Answers with one piece after the other, and notes the offsets that were asked for. */
function answering(pieces: readonly Partial<Piece>[]) {
  const offsets: number[] = []
  const readText = async ({ offset }: { offset: number }) => {
    offsets.push(offset)
    return { nextOffset: null, isFormatting: false, ...pieces[offsets.length - 1] }
  }
  return { bodies: { readText } as unknown as Pick<ServerClient['bodies'], 'readText'>, offsets }
}

test('a body that is formatted while it is read is read again, not mixed from both views', async () => {
  const { bodies, offsets } = answering([
    { view: 'raw', text: '[{"a', nextOffset: 4 },
    { view: 'pretty', text: ' "a": 1' },
    { view: 'pretty', text: '[\n  {', nextOffset: 5 },
    { view: 'pretty', text: ' }\n]' },
  ])
  expect(await readWholeBody(bodies, view)).toBe('[\n  { }\n]')
  expect(offsets).toEqual([0, 4, 0, 5])
})

test('a copy waits until the body is formatted', async () => {
  const { bodies } = answering([
    { view: 'raw', text: '[1]', isFormatting: true },
    { view: 'raw', text: '[1]', isFormatting: true },
    { view: 'pretty', text: '[\n  1\n]' },
  ])
  expect(await readWholeBody(bodies, view)).toBe('[\n  1\n]')
})
