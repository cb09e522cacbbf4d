import { expect, test } from 'vitest'
import { harmlessJson, harmlessLog, harmlessText } from './harmless-text.ts'

test.each([
  ['\x1b]52;c;ZXZpbA==\x07', '\\x1b]52;c;ZXZpbA==\\x07'],
  ['\x1b[2J', '\\x1b[2J'],
  ['\u009b31m', '\\x9b31m'],
  ['shown\rhidden', 'shown\\x0dhidden'],
  ['end\r', 'end\\x0d'],
  ['line\r\nline\n\ttab', 'line\r\nline\n\ttab'],
  ['\0\b\x7f', '\\x00\\x08\\x7f'],
  ['é € 😀', 'é € 😀'],
])('%j is shown as %j (CL1)', (text, expected) => {
  expect(harmlessText(text)).toBe(expected)
})

test.each([
  ['::set-output name=a::b', '\\x3a:set-output name=a::b'],
  ['a\n \t::error::b', 'a\n \t\\x3a:error::b'],
  ['a::b', 'a::b'],
  ['a ##[set-output name=a]b', 'a #\\x23[set-output name=a]b'],
  ['##vso[task.setvariable variable=PATH]x', '#\\x23vso[task.setvariable variable=PATH]x'],
  ["###teamcity[buildStatus text='x']", "##\\x23teamcity[buildStatus text='x']"],
  ['## [a] # [b] \x1b[0m', '## [a] # [b] \\x1b[0m'],
])('%j is written to the log of a pipeline as %j', (text, expected) => {
  expect(harmlessLog(text)).toBe(expected)
})

test('a JSON text contains no command for a pipeline either', () => {
  const harmless = harmlessJson(JSON.stringify(['##vso[a]', '##[b]']))
  expect(harmless).not.toMatch(/##/)
  expect(JSON.parse(harmless)).toEqual(['##vso[a]', '##[b]'])
})

test('a JSON text made harmless is the same JSON', () => {
  const value = { 'a\u202e': ['\u0000\x1b[2J\x7f\u009b\r\n\t', 'é 👍 \\ " \ufeff'] }
  const harmless = harmlessJson(JSON.stringify(value, null, 2))
  expect(JSON.parse(harmless)).toEqual(value)
  expect(harmless).toContain('\\u202e')
  expect(harmless).toContain('\\u007f\\u009b')
  expect(harmless).toBe(harmlessText(harmless))
})
