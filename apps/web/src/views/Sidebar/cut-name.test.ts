import { expect, it } from 'vitest'
import { cutName } from './cut-name.ts'

it('keeps the end of a long name together, and parts no others', () => {
  expect(cutName('Cancel a payment by its reference')).toEqual({
    start: 'Cancel a payment by its ref',
    end: 'erence',
  })
  for (const name of ['Get a book', 'احصل على جميع الكتب من المكتبة', 'A book with a smile 🙂🙂🙂'])
    expect(cutName(name)).toEqual({ start: name, end: '' })
})
