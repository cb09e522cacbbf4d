import { expect, it } from 'vitest'
import { splitName } from './split-name.ts'

it('keeps the end of a long name together, and parts no others', () => {
  expect(splitName('Cancel a payment by its reference')).toEqual({
    start: 'Cancel a payment by its ref',
    end: 'erence',
  })
  for (const name of ['Get a book', 'احصل على جميع الكتب من المكتبة', 'A book with a smile 🙂🙂🙂'])
    expect(splitName(name)).toEqual({ start: name, end: '' })
})
