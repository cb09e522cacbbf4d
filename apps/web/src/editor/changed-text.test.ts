import { expect, test } from 'vitest'
import { markedParts } from './changed-text.ts'

/** Returns the texts that are marked where the ones between angle brackets changed. */
function marked(line: string): readonly string[] {
  const changes = []
  let text = ''
  for (const [index, piece] of line.split(/[<>]/).entries()) {
    if (index % 2 === 1) changes.push({ from: text.length, to: text.length + piece.length })
    text += piece
  }
  return markedParts(text, changes).map(({ from, to }) => text.slice(from, to))
}

test.each<[string, string, readonly string[]]>([
  ['a value', '  "price": <9.5>,', ['9.5']],
  ['most of a line', '  "title": "<The Left Hand of Darkness>",', ['The Left Hand of Darkness']],
  ['nothing of another line', '  "<id>": <1>,', []],
  ['nothing of a line that is new', '<  "message": "is no address">', []],
  ['no indentation', '<    "b>": 1', ['"b']],
  ['nothing where only the indentation changed', '<  >"b": 1', []],
  ['a comma after a bracket', '  }<,>', [',']],
  ['nothing of a bracket that is new', '<  }>', []],
  ['all of a long line', `<${'a'.repeat(1001)}>`, ['a'.repeat(1001)]],
])('%s is marked', (_, line, texts) => {
  expect(marked(line)).toEqual(texts)
})
