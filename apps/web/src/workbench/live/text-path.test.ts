import { describe, expect, test } from 'vitest'
import type { TextPath } from './text-path.ts'
import { knownTextPaths, readTextPath } from './typed-text-path.ts'

function pathOf(typed: string): TextPath {
  const read = readTextPath(typed)
  if (!read.isRead) throw new Error(read.problem)
  return read.path
}

const chunk =
  '{"choices":[{"delta":{"content":"Hel"}},{"delta":{"content":"lo"}}],"n":9007199254740993,"ok":true,"größe":"M"}'

describe('a path', () => {
  test.each(['$..', '$.a[', '$.a b', 'choices[', '[?@.a =~ "x"]', '$$', '.', '$[?match(@.a, "x+")]'])(
    '%s is refused with a sentence',
    typed => {
      const read = readTextPath(typed)
      expect(read.isRead).toBe(false)
      expect(!read.isRead && read.problem).toMatch(/^Invalid JSONPath at character \d+: .+\.$/)
    },
  )
})

describe('the text of an event', () => {
  test.each([
    ['$.choices[0].delta.content', 'Hel'],
    ['choices[0].delta.content', 'Hel'],
    ['choices[-1].delta.content', 'lo'],
    ['choices[*].delta.content', 'Hello'],
    ['choices[0:2].delta.content', 'Hello'],
    [`$['choices'][0]["delta"]['content']`, 'Hel'],
    ['  $.größe ', 'M'],
    ['$..content', 'Hello'],
    ['$.choices[?@.delta.content == "lo"].delta.content', 'lo'],
    ['$.n', '9007199254740993'],
    ['$.ok', 'true'],
    ['$.missing', null],
    ['$.choices', null],
    ['$.choices[7]', null],
    ['$.choices.delta', null],
    ['$.__proto__', null],
    ['$', null],
  ])('at %s is %j', (typed, text) => {
    expect(pathOf(typed).textIn(chunk)).toBe(text)
  })

  test.each([
    [chunk, 'Hel'],
    ['{"type":"content_block_delta","delta":{"type":"text_delta","text":"é"}}', 'é'],
    ['{"message":{"role":"assistant","content":" world"}}', ' world'],
    ['{"type":"message_start","message":{"content":[]}}', null],
    ['{"choices":[{"delta":{"content":""}}]}', ''],
    ['{"choices":[{"delta":{"content":null}}]}', null],
    ['{"type":"response.output_text.delta","item_id":"m","delta":"Hel"}', 'Hel'],
    ['{"type":"response.function_call_arguments.delta","delta":"{\\"a"}', null],
    ['{"type":"response.output_text.done","text":"Hello"}', null],
    ['{"candidates":[{"content":{"parts":[{"text":"Hel"},{"text":"lo"}],"role":"model"}}]}', 'Hello'],
    ['{"candidates":[{"content":{"parts":[{"thought":true,"text":"Hm"},{"text":"A"}]}}]}', 'A'],
    ['{"candidates":[{"finishReason":"STOP"}]}', null],
    ['[DONE]', null],
    ['not JSON', null],
  ])('of %s is found at the known paths', (data, text) => {
    expect(knownTextPaths.textIn(data)).toBe(text)
  })

  test('of data that is no JSON is the data itself at $', () => {
    expect(pathOf('$').textIn('Hel')).toBe('Hel')
    expect(pathOf('$').textIn('"Hel"')).toBe('Hel')
    expect(pathOf('$').textIn('[DONE]')).toBe(null)
  })

  test('the last one of members with the same name counts', () => {
    expect(pathOf('a').textIn('{"a":"1","a":"2"}')).toBe('2')
  })

  test('of data that is nested too deeply is none', () => {
    const deep = `${'{"a":'.repeat(600)}1${'}'.repeat(600)}`
    expect(pathOf('$..b').textIn(deep)).toBe(null)
    expect(knownTextPaths.textIn(deep)).toBe(null)
  })
})
