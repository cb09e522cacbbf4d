import { expect, test } from 'vitest'
import { createCompare } from '../compare.ts'
import { compareMessage } from './compare-messages.ts'

const describeError = () => 'The server does not answer.'

function setUp() {
  const compare = createCompare(
    { readText: () => Promise.reject(new Error('not read here')) },
    { describeError },
  )
  const take = (key: string, read: () => Promise<string> = async () => `text of ${key}`) =>
    compareMessage(compare, { key, label: `Received ${key}`, read }, describeError)
  return { compare, take, shown: () => compare.store.getState().comparison }
}

test('two messages are compared, and then two others', async () => {
  const { compare, take, shown } = setUp()
  expect(await take('a')).toBe('Open another message and compare it, too.')
  expect(await take('a')).toBe('Open another message and compare it, too.')
  expect(shown()).toBeNull()
  expect(await take('b')).toBe('')
  expect(shown()).toEqual({
    left: { label: 'Received a' },
    right: { label: 'Received b' },
    bodies: ['text of a', 'text of b'],
  })
  compare.close()
  await take('c')
  expect(shown()).toBeNull()
  await take('d', () => Promise.reject(new Error('gone')))
  expect(shown()?.bodies).toEqual(['text of c', 'The server does not answer.'])
})
