import { textEncodingOf } from '@parley/engine'
import { describe, expect, test } from 'vitest'
import { inertPage } from './inert-page.ts'

/** Returns the page as a browser reads it, from pieces of `pieceBytes`. */
async function shown(bytes: Uint8Array, charset = '', pieceBytes = 1_000): Promise<string> {
  async function* pieces() {
    for (let at = 0; at < bytes.length; at += pieceBytes) yield bytes.subarray(at, at + pieceBytes)
  }
  const chunks: Uint8Array[] = []
  for await (const chunk of inertPage(pieces(), start =>
    textEncodingOf(start, { mediaType: 'text/html', charset }),
  ))
    chunks.push(chunk)
  return Buffer.concat(chunks).toString('utf8')
}

const of = (text: string) => Buffer.from(text)

test.each(['iframe', 'frame', 'frameset', 'fencedframe', 'portal', 'object', 'embed'])(
  '<%s> becomes an element that no browser knows, wherever a piece ends (UI1)',
  async name => {
    const page = `<p>ä</p><${name} src=x>in</${name}><${name.toUpperCase()}/><${name}\n>`
    const expected = `<p>ä</p><inert-${name} src=x>in</inert-${name}><inert-${name.toUpperCase()}/><inert-${name}\n>`
    for (let pieceBytes = 1; pieceBytes <= 40; pieceBytes += 1)
      expect(await shown(of(page), '', pieceBytes), String(pieceBytes)).toBe(expected)
  },
)

test.each(['<p>', '<framed>', '< iframe>', 'iframe', '<objects>', 'a < b', '<', '<i', '', '<ifram'])(
  '%j stays as it is',
  async text => expect(await shown(of(text))).toBe(text),
)

describe('no encoding hides a frame', () => {
  const utf16 = Buffer.from('\ufeff<iframe src=x>', 'utf16le')
  test.each([
    ['a mark of UTF-16', utf16, ''],
    ['a mark of UTF-16 that the header contradicts', utf16, 'utf-8'],
    ['a mark of UTF-16, big-endian', Buffer.from(utf16).swap16(), ''],
    ['UTF-16 by the header', utf16.subarray(2), 'utf-16le'],
    ['an escape within the tag', of('<i\x1b(Bframe src=x>'), 'iso-2022-jp'],
    ['an escape behind the bracket', of('<\x1b(Biframe src=x>'), 'iso-2022-jp'],
    ['an encoding that the page names itself', of('<meta charset=iso-2022-jp><i\x1b(Bframe src=x>'), ''],
    ['an encoding that nobody knows', of('<iframe src=x>'), 'nonsense'],
  ])('%s', async (_, bytes, charset) => {
    for (const pieceBytes of [2, 3, 1_000]) {
      const page = await shown(bytes, charset, pieceBytes)
      // Pieces this short contain no complete declaration of the page's encoding; the header declares UTF-8
      // to browsers.
      if (pieceBytes === 1_000) expect(page).toContain('<inert-iframe src=x>')
      expect(page).not.toMatch(/<iframe/i)
    }
  })
})
