import { expect, test } from 'vitest'
import { findJsonProblem, JsonCheck, jsonProblemText } from './json-problem.ts'

test.each([
  ['{"name": "{{host}}", "list": [1,2', 'Line 1, column 34: expected ]'],
  ['{"a": 1', 'Line 1, column 8: expected }'],
  ['{"a": ', 'Line 1, column 7: expected a value'],
  ['[', 'Line 1, column 2: expected ]'],
  ['{', 'Line 1, column 2: expected }'],
  ['{\n  "a": 1\n  "b": 2\n}', 'Line 3, column 3: expected a comma or }'],
  ['{"a" 1}', 'Line 1, column 6: expected :'],
  ['{a: 1}', 'Line 1, column 2: expected a name in double quotes or }'],
  ['{"a": 1, b: 2}', 'Line 1, column 10: expected a name in double quotes'],
  ['{"a": 1,}', 'Line 1, column 9: remove the comma before }'],
  ['[1, 2, ]', 'Line 1, column 8: remove the comma before ]'],
  ['{"a": 1} // note', 'Line 1, column 10: JSON has no comments'],
  ['{ /* note */ "a": 1}', 'Line 1, column 3: JSON has no comments'],
  ["['a']", 'Line 1, column 2: strings need double quotes'],
  ['{"a": "b}\n', 'Line 1, column 10: the string has no closing quote'],
  ['"a', 'Line 1, column 3: the string has no closing quote'],
  ['["a\tb"]', 'Line 1, column 4: write a control character as an escape'],
  ['["\\q"]', 'Line 1, column 4: this escape is not one of JSON'],
  ['[tru]', 'Line 1, column 2: expected a value or ]'],
  ['[01]', 'Line 1, column 2: expected a value or ]'],
  ['[1] 2', 'Line 1, column 5: nothing can follow the value'],
  ['{{}}', 'Line 1, column 2: expected a name in double quotes or }'],
])('%j: %s', (text, problem) => {
  expect(jsonProblemText(text)).toBe(problem)
})

test.each([
  '',
  ' \n',
  '{{body}}',
  '{"a": {{a}}, {{key}}: [{{$timestamp}}], "b": "{{b}}"}',
  '\ufeff[1]',
  '{"a": 1.50, "a": 12345678901234567890}',
])('%j has no problem', text => {
  expect(findJsonProblem(text)).toBeNull()
})

test('a text in pieces has the problem of the whole', () => {
  for (const text of ['{"a": [1, {{b}}, tru]}', '{"a": "b\n}', '{"a": 1, }', '[1, 2', '{"a": 1} // note'])
    for (let size = 1; size < text.length; size += 1) {
      const check = new JsonCheck()
      for (let at = 0; at < text.length && check.write(text.slice(at, at + size)); at += size);
      expect(
        check.finish((from, to) => text.slice(from, to)),
        `${size}`,
      ).toEqual(findJsonProblem(text))
    }
})
