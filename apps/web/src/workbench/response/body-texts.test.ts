import { describe, expect, it } from 'vitest'
import { createTestWindow } from '../../window/window-context.testkit.ts'
import { type BodyTextCalls, type BodyView, bodyTextKey, createBodyTexts } from './body-texts.ts'

const view: BodyView = { handle: 'h', view: 'pretty', format: 'auto' }

/**
 * A server that answers with `totals` of rows, one after the other; the last one is whole. A text without any has a row, which
 * is empty.
 */
function setUp(totals: readonly number[]) {
  const asked: Parameters<BodyTextCalls['readRows']>[0][] = []
  const window = createTestWindow({ describeError: () => 'It is gone.' })
  const calls: BodyTextCalls = {
    async readRows(input) {
      asked.push(input)
      if (input.handle === 'gone' || (input.handle === 'released' && asked.length > 1))
        throw new Error('gone')
      const known = totals[Math.min(asked.length, totals.length) - 1] ?? 0
      const totalRows = Math.max(1, known)
      return {
        rows: Array.from({ length: Math.min(totalRows, input.maxRows) }, (_, row) => ({
          text: known === 0 ? '' : `row ${input.firstRow + row}`,
          line: input.firstRow + row + 1,
        })),
        totalRows,
        totalBytes: totalRows,
        isWhole: asked.length >= totals.length,
        view: input.view,
        format: 'text',
        isText: true,
        isFormatting: false,
        revision: 0,
        merge: null,
      }
    },
  }
  const bodies = createBodyTexts(calls, window)
  const waiting = window.timers
  const read = (of: BodyView = view) => bodies.store.getState()[bodyTextKey(of)]
  const settle = () => new Promise(resolve => setImmediate(resolve))
  const askAgain = async () => {
    for (const { run } of waiting.splice(0)) run()
    await settle()
  }
  return { bodies, asked, read, settle, askAgain, waiting }
}

describe('following a body', () => {
  it('reads its first rows, and asks again until it is complete', async () => {
    const { bodies, asked, read, settle, askAgain, waiting } = setUp([2, 3])
    bodies.follow(view)
    expect(read()).toEqual({ state: 'reading' })
    await settle()
    expect(read()).toMatchObject({ state: 'read', totalRows: 2, isWhole: false })
    await askAgain()
    expect(read()).toMatchObject({ totalRows: 3, isWhole: true })
    expect(asked).toHaveLength(2)
    expect(waiting).toHaveLength(0)
  })

  it('reads few rows of a long body each time, and all of a short one that replaces it', async () => {
    const { bodies, asked, read, settle, askAgain } = setUp([9000, 9001, 300, 300])
    bodies.follow(view)
    await settle()
    await askAgain()
    expect(read()).toMatchObject({ totalRows: 9001, isWhole: false })
    await askAgain()
    expect(read()).toMatchObject({ totalRows: 300, isWhole: true, rows: { length: 300 } })
    expect(asked.map(input => input.maxRows)).toEqual([4000, 400, 400, 4000])
  })

  it('stops when nobody follows, and continues when someone does', async () => {
    const { bodies, asked, settle, askAgain } = setUp([1, 2, 3, 4])
    const stop = bodies.follow(view)
    await settle()
    stop()
    stop()
    await askAgain()
    expect(asked).toHaveLength(1)
    bodies.follow(view)
    await settle()
    expect(asked).toHaveLength(2)
  })

  it('reads a whole body once, and each view and format by itself', async () => {
    const { bodies, asked, settle } = setUp([1])
    bodies.follow(view)()
    bodies.follow(view)
    await settle()
    bodies.follow(view)
    bodies.follow({ ...view, format: 'xml' })
    bodies.follow({ ...view, view: 'raw' })
    await settle()
    expect(asked.map(input => `${input.view} ${input.format}`)).toEqual([
      'pretty auto',
      'pretty xml',
      'raw auto',
    ])
  })

  it('reports why it could not read, and tries again', async () => {
    const { bodies, asked, read, settle } = setUp([1])
    const gone = { ...view, handle: 'gone' }
    const stop = bodies.follow(gone)
    await settle()
    expect(read(gone)).toEqual({ state: 'failed', reason: 'It is gone.' })
    stop()
    bodies.follow(gone)
    await settle()
    expect(asked).toHaveLength(2)
  })

  it('keeps what was read of a body that the next send has released', async () => {
    const { bodies, asked, read, askAgain, settle } = setUp([1, 2, 3])
    const released = { ...view, handle: 'released' }
    bodies.follow(released)
    await settle()
    await askAgain()
    expect(asked).toHaveLength(2)
    expect(read(released)).toMatchObject({ state: 'read', totalRows: 1 })
  })

  it('keeps what it shows while a text that takes its place has no rows yet', async () => {
    const { bodies, read, settle, askAgain } = setUp([1, 0, 3])
    bodies.follow(view)
    await settle()
    await askAgain()
    expect(read()).toMatchObject({ rows: [{ text: 'row 0' }], isWhole: false })
    await askAgain()
    expect(read()).toMatchObject({ totalRows: 3, isWhole: true })
  })

  it('reads ahead until there is a row, or eight times', async () => {
    for (const [totals, reads] of [
      [[0, 0, 2], 3],
      [Array<number>(20).fill(0), 8],
    ] as const) {
      const { bodies, asked, read, settle, askAgain } = setUp(totals)
      const ahead = bodies.readAhead(view)
      await settle()
      for (let times = 1; times < reads; times += 1) await askAgain()
      await ahead
      expect(asked).toHaveLength(reads)
      expect(read()).toMatchObject({ state: 'read', isWhole: reads < 8 })
    }
  })

  it('keeps only the latest bodies, and those that are followed', async () => {
    const { bodies, read, settle } = setUp([1])
    bodies.follow({ ...view, handle: 'followed' })
    for (let index = 0; index < 20; index += 1) {
      const stop = bodies.follow({ ...view, handle: `h${index}` })
      await settle()
      stop()
    }
    expect(Object.keys(bodies.store.getState()).length).toBeLessThanOrEqual(7)
    expect(read({ ...view, handle: 'h19' })).toMatchObject({ totalRows: 1 })
    expect(read({ ...view, handle: 'h0' })).toBeUndefined()
    expect(read({ ...view, handle: 'followed' })).toBeDefined()
  })
})
