import { expect, test } from 'vitest'
import { graphQlPath, readGraphQlErrors } from './graphql-errors.ts'

type Piece = { readonly text: string; readonly nextOffset: number | null }

function bodiesOf(pieces: readonly Piece[]) {
  const asked: number[] = []
  const readText = async ({ offset }: { readonly offset: number }) => {
    asked.push(offset)
    const { text, nextOffset } = pieces[asked.length - 1] ?? { text: '', nextOffset: null }
    return {
      text,
      nextOffset,
      totalBytes: 0,
      view: 'raw' as const,
      format: 'json' as const,
      isText: true,
      isFormatting: false,
      revision: 0,
    }
  }
  return { bodies: { readText }, asked }
}

const source = { handle: 'h', contentType: 'application/json' }

test('the pieces of a body are read as one', async () => {
  const { bodies, asked } = bodiesOf([
    { text: '{"data":null,"errors":[{"mess', nextOffset: 29 },
    { text: 'age":"No"}]}', nextOffset: null },
  ])
  expect((await readGraphQlErrors(bodies, source))?.errors).toMatchObject([{ message: 'No' }])
  expect(asked).toEqual([0, 29])
})

test('the errors of all parts are read', async () => {
  const parts = [
    '{"data":{},"errors":["A"],"hasNext":true}',
    '{"path":[],"data":{},"errors":["B"],"hasNext":false}',
  ]
  const text = `${parts.map(part => `\r\n--x\r\n\r\n${part}`).join('')}\r\n--x--`
  const { bodies } = bodiesOf([{ text, nextOffset: null }])
  const read = await readGraphQlErrors(bodies, { handle: 'h', contentType: 'multipart/mixed; boundary="x"' })
  expect(read?.errors.map(({ message }) => message)).toEqual(['A', 'B'])
})

test('a body that cannot be read, or is none of GraphQL, has no errors', async () => {
  const readText = async () => {
    throw new Error('lost')
  }
  expect(await readGraphQlErrors({ readText }, source)).toBeNull()
  expect(await readGraphQlErrors(bodiesOf([{ text: '<html>', nextOffset: null }]).bodies, source)).toBeNull()
})

test.each([
  [[], ''],
  [['books', 0, 'title'], 'books[0].title'],
  [[0], '[0]'],
])('the path %j is written %j', (path, expected) => {
  expect(graphQlPath(path)).toBe(expected)
})
