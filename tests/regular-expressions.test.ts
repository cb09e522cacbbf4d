import { expect, test } from 'vitest'
import { expressionsIn, productExpressions } from '../scripts/regular-expressions/find-expressions.ts'
import { readVerdicts, staleVerdicts } from '../scripts/regular-expressions/verdict-file.ts'

test('regular expressions are found wherever they are, and nothing else is', () => {
  const source = `
    // Not /this/ one, nor 'https://a/b'
    const path = '/a/b/' + 4 / 2 / 1
    const both = [/a+$/gi, text.split(/[/"']/)]
    const made = new RegExp(
      \`^a$\`, 'g')
    const View = () => <a href="/x/">{text.replace(/b/, '')} 1 / 2</a>`
  const texts = expressionsIn('view.tsx', source).map(({ text }) => text)
  expect(texts.toSorted()).toEqual(['/[/"\']/', '/a+$/gi', '/b/', "new RegExp( `^a$`, 'g')"])
})

const found = [
  { text: '/a/', literal: { source: 'a', flags: '' }, file: 'a.ts' },
  { text: '/b+$/', literal: { source: 'b+$', flags: '' }, file: 'b.ts' },
]
const excused = { expression: '/b+$/', verdict: 'polynomial', files: ['b.ts'], reason: 'Short.' } as const

test.each([
  ['nothing', { safe: ['/a/'], excused: [excused] }, []],
  ['a missing verdict', { safe: [], excused: [excused] }, ['a.ts: /a/ has no verdict.']],
  ['a verdict too many', { safe: ['/a/', '/c/'], excused: [excused] }, ['/c/ is in no file any more.']],
  ['no reason', { safe: ['/a/'], excused: [{ ...excused, reason: ' ' }] }, ['/b+$/ has no reason.']],
  [
    'a reason for another file',
    { safe: ['/a/'], excused: [{ ...excused, files: ['c.ts'] }] },
    ['b.ts: the reason for /b+$/ is that of another file.', 'c.ts does not contain /b+$/ any more.'],
  ],
])('%s is a fault of the verdicts', (_, file, faults) => {
  expect(staleVerdicts(file, found)).toEqual(faults)
})

test('each regular expression of the product has a verdict, or a reason (node scripts/regular-expressions/write-verdicts.mjs)', () => {
  const verdicts = readVerdicts()
  expect(staleVerdicts(verdicts, productExpressions())).toEqual([])
  expect(verdicts.excused.filter(({ verdict }) => verdict === 'exponential')).toEqual([])
})
