import { describe, expect, test } from 'vitest'
import { textEncodingOf } from './text-encoding.ts'

function nameOf(start: string | Uint8Array, mediaType: string, charset = ''): string {
  const bytes = typeof start === 'string' ? new TextEncoder().encode(start) : start
  return textEncodingOf(bytes, { mediaType, charset }).name
}

describe('the encoding of a body', () => {
  test.each([
    ['utf-8', 3, [0xef, 0xbb, 0xbf, 0x61]],
    ['utf-16be', 2, [0xfe, 0xff, 0, 0x61]],
    ['utf-16le', 2, [0xff, 0xfe, 0x61, 0]],
  ])('is %s by its byte order mark, whatever the header says', (name, markBytes, bytes) => {
    const content = { mediaType: 'text/html', charset: 'iso-8859-1' }
    expect(textEncodingOf(Uint8Array.from(bytes), content)).toEqual({ name, markBytes })
  })

  test.each([
    ['iso-8859-1', 'windows-1252'],
    ['shift_jis', 'shift_jis'],
    ['utf8', 'utf-8'],
  ])('is what the header names: %s', (charset, name) => {
    expect(nameOf('<meta charset=gbk>', 'text/html', charset)).toBe(name)
  })

  test.each([
    ['<meta charset=gbk>', 'gbk'],
    ['<!doctype html><html><head><META  CHARSET = "windows-1251" >', 'windows-1251'],
    ["<meta charset='utf-8'/>", 'utf-8'],
    ['<meta name="a"><meta http-equiv="Content-Type" content="text/html; charset=euc-jp">', 'euc-jp'],
    ['<meta content="text/html;charset=koi8-r" http-equiv=content-type>', 'koi8-r'],
    ['<!-- <meta charset=gbk> --><meta charset=big5>', 'big5'],
    ['<!-- <meta charset=gbk>', 'utf-8'],
    ['<meta charset=utf-16le>', 'utf-8'],
    ['<meta charset=no-such-thing>', 'utf-8'],
    ['<meta charset="">', 'utf-8'],
    ['<metadata charset=gbk>', 'utf-8'],
    ['<p>charset=gbk</p>', 'utf-8'],
    [`${'x'.repeat(1100)}<meta charset=gbk>`, 'utf-8'],
  ])('is what an HTML document says of itself: %s', (start, name) => {
    expect(nameOf(start, 'text/html')).toBe(name)
    expect(nameOf(start, 'text/html', 'unknown-charset')).toBe(name)
  })

  test.each([
    ['<?xml version="1.0" encoding="ISO-8859-2"?><a/>', 'iso-8859-2'],
    ["<?xml version='1.0' encoding='Shift_JIS' standalone='yes'?>", 'shift_jis'],
    ['<?xml version="1.0"?><a encoding="gbk"/>', 'utf-8'],
    [' <?xml version="1.0" encoding="gbk"?>', 'utf-8'],
  ])('is what an XML document says of itself: %s', (start, name) => {
    for (const type of ['application/xml', 'text/xml', 'image/svg+xml'])
      expect(nameOf(start, type)).toBe(name)
  })

  test('is UTF-16 for JSON and XML in which every other byte is 0', () => {
    const little = Uint8Array.from('{"a"'.split('').flatMap(character => [character.charCodeAt(0), 0]))
    const big = Uint8Array.from('<a/>'.split('').flatMap(character => [0, character.charCodeAt(0)]))
    expect(nameOf(little, 'application/json')).toBe('utf-16le')
    expect(nameOf(big, 'application/xml')).toBe('utf-16be')
    expect(nameOf(little, 'application/octet-stream')).toBe('utf-8')
  })

  test('is UTF-8 if none is given', () => {
    expect(nameOf('', '')).toBe('utf-8')
    expect(nameOf('<meta charset=gbk>', 'text/plain')).toBe('utf-8')
    expect(nameOf('{}', 'application/json')).toBe('utf-8')
  })
})
