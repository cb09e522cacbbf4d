import { mustEnd } from '@parley/testkit/must-end'
import { expect, test, vi } from 'vitest'
import { YAMLParseError } from 'yaml'
import { maximumDocumentBytes } from './damage.ts'
import { documentOf, parseYamlText } from './parse-yaml.ts'

/** Texts in which the library finds a fault at each place. */
const faults = ['}}', ']', '} ', ',]', '%', '@ ']

test.each(faults)('a file of 2.5 MB of %j is refused at its first fault (IM6)', piece => {
  const text = piece.repeat(maximumDocumentBytes / 4 / piece.length)
  const read = mustEnd(() => parseYamlText(text))
  expect(read.ok).toBe(false)
})

test.each(faults)('after a document and in another one, nothing of %j is read (IM6)', piece => {
  const errors = vi.spyOn(Array.prototype, 'push')
  const countFor = (count: number) => {
    errors.mockClear()
    expect(parseYamlText(`a: 1\n---\nb: 1\n---\n${piece.repeat(count)}`).ok).toBe(false)
    return errors.mock.calls.filter(([one]) => one instanceof YAMLParseError).length
  }
  expect(countFor(1000)).toBeLessThan(5)
  errors.mockRestore()
})

test.each([
  ...faults.map(piece => piece.repeat(20)),
  '"'.repeat(20),
  'a: [\n',
  'a: "x" "y"\nb: }\n',
  'a: 1\n  b: }\nc: "\n',
  'a: 1\n--- \nb: }\n',
  '%TAG\n---\na: ]\n',
])('the fault of %j that is named is the first that the library finds', text => {
  const [first] = documentOf(text).errors
  const read = parseYamlText(text)
  if (read.ok || first === undefined) throw new Error('It was read')
  expect(read.failure.sentence).toContain(first.message.replaceAll('\n', ' '))
})
