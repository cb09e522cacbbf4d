import { expect, test } from 'vitest'
import { attachment } from './attachment.ts'

test.each([
  ['books (2).json', 'attachment; filename="books (2).json"'],
  ['bücher.csv', 'attachment; filename="b_cher.csv"; filename*=UTF-8\'\'b%C3%BCcher.csv'],
  ['a"; x="b*\'', 'attachment; filename="a__ x__b__"; filename*=UTF-8\'\'a%22%3B%20x%3D%22b%2a%27'],
  ['\ud800', 'attachment; filename="_"; filename*=UTF-8\'\'%EF%BF%BD'],
])('%j is encoded so that no part of it can end the field', (fileName, field) => {
  expect(attachment(fileName)).toBe(field)
})
