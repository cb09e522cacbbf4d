import { describe, expect, it } from 'vitest'
import { type BodyTextPorts, bodyPieceBytes, bodyTextKey, createBodyTexts } from './body-texts.ts'

function setUp(whole: string, pieceLength: number) {
  const asked: Parameters<BodyTextPorts['readText']>[0][] = []
  const bodies = createBodyTexts({
    async readText(input) {
      asked.push(input)
      if (input.handle === 'gone') throw new Error('gone')
      const end = Math.min(whole.length, input.offset + pieceLength)
      return {
        text: whole.slice(input.offset, end),
        nextOffset: end < whole.length ? end : null,
        totalBytes: whole.length,
        view: input.view,
        language: 'text',
        isText: true,
      }
    },
    describeError: () => 'It is gone.',
  })
  const read = (handle = 'h') => bodies.store.getState()[bodyTextKey(handle, 'pretty')]
  return { bodies, asked, read }
}

describe('reading by range', () => {
  it('reads one piece at first, and appends the next on request', async () => {
    const { bodies, asked, read } = setUp('abcdef', 4)
    await bodies.open('h', 'pretty')
    expect(read()).toMatchObject({ text: 'abcd', nextOffset: 4, totalBytes: 6 })
    expect(asked[0]?.maxBytes).toBe(bodyPieceBytes)
    await bodies.readMore('h', 'pretty')
    expect(read()).toMatchObject({ text: 'abcdef', nextOffset: null })
    await bodies.readMore('h', 'pretty')
    expect(asked).toHaveLength(2)
  })

  it('reads a body once, and each view by itself', async () => {
    const { bodies, asked } = setUp('abc', 4)
    await Promise.all([bodies.open('h', 'pretty'), bodies.open('h', 'pretty')])
    await bodies.open('h', 'raw')
    expect(asked.map(input => input.view)).toEqual(['pretty', 'raw'])
  })

  it('says why it could not read, and tries again', async () => {
    const { bodies, asked, read } = setUp('abc', 4)
    await bodies.open('gone', 'pretty')
    expect(read('gone')).toEqual({ state: 'failed', reason: 'It is gone.' })
    await bodies.open('gone', 'pretty')
    expect(asked).toHaveLength(2)
  })

  it('keeps only the latest bodies', async () => {
    const { bodies, read } = setUp('abc', 4)
    for (let index = 0; index < 20; index += 1) await bodies.open(`h${index}`, 'pretty')
    expect(Object.keys(bodies.store.getState()).length).toBeLessThanOrEqual(6)
    expect(read('h19')).toMatchObject({ text: 'abc' })
    expect(read('h0')).toBeUndefined()
  })
})
