import { row } from '@parley/model'
import { describe, expect, it } from 'vitest'
import { rowsFromPaste } from './paste-rows.ts'

const off = (name: string, value: string) => ({ ...row(name, value), enabled: false })

describe('several lines', () => {
  it('are split at the first colon, CRLF and unticked ones too', () => {
    expect(rowsFromPaste('Accept: */*\r\n\r\n// X-Id: a:b\r\n# Old: =\nEmpty:', false)).toEqual([
      row('Accept', '*/*'),
      off('X-Id', 'a:b'),
      off('Old', '='),
      row('Empty', ''),
    ])
  })

  it('are split at the first equals sign, but at a tab first of all', () => {
    expect(rowsFromPaste('a=b:c\nurl=http://h/?x=1', false)).toEqual([
      row('a', 'b:c'),
      row('url', 'http://h/?x=1'),
    ])
    expect(rowsFromPaste('a: x\t1\nb\t2\tthe second', false)).toEqual([
      row('a: x', '1'),
      { ...row('b', '2'), description: 'the second' },
    ])
  })

  it('keep the braces of a variable together', () => {
    expect(rowsFromPaste('{{a:b}}: 1\nx: {{y}}', false)).toEqual([row('{{a:b}}', '1'), row('x', '{{y}}')])
  })

  it('stay text if one has no delimiter', () => {
    expect(rowsFromPaste('one\ntwo', true)).toBeNull()
    expect(rowsFromPaste('a: 1\ntwo', true)).toBeNull()
    expect(rowsFromPaste('', true)).toBeNull()
  })
})

describe('one line', () => {
  it('fills an empty row, and stays text in any other', () => {
    expect(rowsFromPaste('Accept: */*', true)).toEqual([row('Accept', '*/*')])
    expect(rowsFromPaste('limit=20', true)).toEqual([row('limit', '20')])
    expect(rowsFromPaste('a\tb', true)).toEqual([row('a', 'b')])
    expect(rowsFromPaste('Accept: */*', false)).toBeNull()
  })

  it.each(['http://localhost:3000/', 'urn:isbn:1', 'a sentence: with a colon', 'dGVzdA==', 'plain'])(
    'stays text: %s',
    text => expect(rowsFromPaste(text, true)).toBeNull(),
  )
})

describe('curl and messages', () => {
  it('reads the headers of a curl command', () => {
    const command = `curl 'http://h/' \\\n  -H 'Accept: a/b' \\\n  --header "X-Say: \\"hi\\"" -HX-Bare:1 -H 'X-None;' -H $'X-It: it'`
    expect(rowsFromPaste(command, false)).toEqual([
      row('Accept', 'a/b'),
      row('X-Say', '"hi"'),
      row('X-Bare', '1'),
      row('X-None', ''),
      row('X-It', 'it'),
    ])
    expect(rowsFromPaste("-H 'Accept: a/b'", false)).toEqual([row('Accept', 'a/b')])
  })

  it('omits the first line and the content of a message', () => {
    const fields = [row('Host', 'h'), row('Accept', '*/*')]
    expect(rowsFromPaste('GET /a?b=c HTTP/1.1\r\nHost: h\r\nAccept: */*\r\n\r\nx: y', false)).toEqual(fields)
    expect(rowsFromPaste('HTTP/1.1 200 OK\nHost: h\nAccept: */*', false)).toEqual(fields)
    expect(rowsFromPaste('GET / HTTP/2\nHost: h', true)).toEqual([row('Host', 'h')])
  })
})
