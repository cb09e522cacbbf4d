import { describe, expect, test } from 'vitest'
import { type CompiledJsonQuery, compileJsonCondition, compileJsonPath } from './json-query.ts'

function matchesOf(compiled: CompiledJsonQuery, text: string) {
  if (!compiled.isValid) throw new Error(compiled.reason)
  return compiled.query.matches(text)?.map(node => ('text' in node ? node.text : node.kind)) ?? null
}

describe('a condition', () => {
  test.each([
    ['$.status == "done"', '{"status":"done"}', '{"status":"open"}'],
    ["$.price == '$5'", '{"price":"$5"}', '{"price":"@5"}'],
    ['$.price == "$5"', '{"price":"$5"}', '{"price":"@5"}'],
    [`$.quote == 'it\\'s $' && $.n > 1`, '{"quote":"it\'s $","n":2}', '{"quote":"it\'s $","n":1}'],
    ['$ == 1e3', '1000', '1001'],
  ])('%s is met by %s and not by %s', (condition, met, other) => {
    const compiled = compileJsonCondition(condition)
    expect(matchesOf(compiled, met)).toHaveLength(1)
    expect(matchesOf(compiled, other)).toEqual([])
  })

  test('names the place of its error', () => {
    expect(compileJsonCondition('$.a ==')).toMatchObject({ isValid: false, position: 6 })
  })
})

describe('a path', () => {
  test('finds numbers as they are written, and of members with one name the last', () => {
    const text = '{"a":[1.0,9007199254740993,-0,1e400],"b":1,"b":2.50}'
    expect(matchesOf(compileJsonPath('$.a[*]'), text)).toEqual(['1.0', '9007199254740993', '-0', '1e400'])
    expect(matchesOf(compileJsonPath('$.b'), text)).toEqual(['2.50'])
  })

  test('finds nothing in a text that is no JSON', () => {
    expect(matchesOf(compileJsonPath('$'), '{"a":01}')).toBeNull()
  })
})
