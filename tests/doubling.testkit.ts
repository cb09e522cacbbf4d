import { mustEnd } from '@parley/testkit/must-end'
import { expect, test } from 'vitest'
import { namesOfReaders, textReaders } from '../bench/doubling/readers.ts'

/**
 * Reads a text of many equal pieces with each reader. Work that grows with the square of the text would not end, and running out
 * of stack is a fault too. How the time grows is measured by `npm run bench:doubling`.
 */
export function testReaders(pieces: readonly string[], length: number): void {
  test('the readers of text are found by their names', () => {
    expect(namesOfReaders().length).toBeGreaterThan(70)
  })

  test('the work of each reader on long texts of one kind ends', async () => {
    const faults: string[] = []
    for (const { name, read } of await textReaders())
      for (const piece of pieces) {
        const text = piece.repeat(length / piece.length)
        try {
          mustEnd(() => read(text), 60_000)
        } catch (error) {
          // Readers refuse a text as data, or by an error of their own.
          const isFault = error instanceof RangeError || String(error).includes('timed out')
          if (isFault) faults.push(`${name}, many ${JSON.stringify(piece)}: ${String(error)}`)
        }
      }
    expect(faults).toEqual([])
  })
}
