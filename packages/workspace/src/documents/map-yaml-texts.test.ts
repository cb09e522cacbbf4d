import { expect, test } from 'vitest'
import { mapYamlTexts } from './map-yaml-texts.ts'

/** Returns the text with each text of it as its keys and name, and each comment in capital letters. */
function shown(text: string): string {
  const mapped = mapYamlTexts(text, {
    text: ({ keys, rowName, value }) => `<${[...keys, rowName].join('.')}=${value}>`,
    comment: comment => comment.toUpperCase(),
  })
  return mapped.ok ? mapped.value : mapped.failure.plainSentence
}

test.each([
  ['a: one # two\n', 'a: <a.=one> # TWO\n'],
  ["a: 'it''s'\nb: [\"x\", {c: 5}]\n", "a: <a.=it's>\nb: [<b.=x>, {c: <b.c.=5>}]\n"],
  ['a: |\n  # no comment\n  text\n# one\n', 'a: <a.=# no comment\ntext\n># ONE\n'],
  ['- {name: X-Key, value: v}\n', '- {name: <name.=X-Key>, value: <value.X-Key=v>}\n'],
  ['a: &p one\nsecret: *p\n', 'a: &p <secret.=one>\nsecret: *p\n'],
  ['a: x#y\n', 'a: <a.=x#y>\n'],
  ['a: [\n', 'The file is not valid YAML: there is an error at line 2, column 1.'],
])('texts and comments of %j are changed in their places', (text, expected) => {
  expect(shown(text)).toBe(expected)
})

test('what is said of a damaged file without its texts quotes none', () => {
  const faults = [
    'password: *s3cret\n',
    'password: "s3cret\n',
    'password: s3cret\n  x: [\n',
    '<<<<<<< a\npassword: s3cret\n=======\n>>>>>>> b\n',
    's3cret: 1\ns3cret: 2\n',
    'password: s3cret: x\n',
    '%s3cret\n@s3cret\n',
  ]
  for (const text of faults) {
    const said = shown(text)
    expect(said).not.toContain('s3cret')
    expect(said).toMatch(/^(The file|A key)/)
  }
})
