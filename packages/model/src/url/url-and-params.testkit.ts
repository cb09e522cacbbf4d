import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Row } from '../row.ts'
import { type EditedParams, editParams, paramsFromUrl } from './query-params.ts'
import { splitOutsideVariables, splitRequestUrl } from './request-url.ts'

const codePoint = fc.integer({ min: 0, max: 0x10_ffff }).map(code => String.fromCodePoint(code))

/** Text of all that a query may be typed with: delimiters, escapes whole and broken, `{{names}}`, any character. */
const text = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.constantFrom(
      ...['', 'a', 'b', 'page', '1', '+', ';', ':', '/', '//', '..', '?', '@', '[', ']', '$', ',', "'", '!'],
      ...['%20', '%2f', '%2F', '%26', '%3D', '%23', '%25', '%2525', '%C3%A9', '%c3%a9', '%E2%82', '%zz', '%'],
      ...['%00', '%0A', '%7B%7B', 'é', '書', '😀', '\ud800', ' ', '"', '<', '>', '\\', '^', '`', '|', '\t'],
      ...['{{x}}', '{{a&b}}', '{{x=y}}', '{{q?r}}', '{{f#g}}', '{{$guid}}', '{{', '}}', '{', '}', '{{}}'],
    ),
  },
  { weight: 1, arbitrary: fc.string({ unit: codePoint, maxLength: 3 }) },
)
const delimiter = fc.constantFrom('', '', '&', '&', '&', '&&', '=', '=', '==')
const query = fc
  .array(fc.tuple(text, delimiter), { maxLength: 8 })
  .map(pieces => pieces.map(([piece, end]) => piece + end).join(''))
const base = fc.constantFrom('', 'http://a.test', 'a.test/b', '{{base}}/:id', 'http://h/{{p?q}}', '//h:1/%2f')
const fragment = fc.constantFrom('', '', '#', '#f', '#f?a=1&b', '#a#b')
const url = fc
  .tuple(base, fc.option(query, { nil: null, freq: 9 }), fragment)
  .map(([start, middle, end]) => start + (middle === null ? '' : `?${middle}`) + end)

/** Holds for each of the URLs, as the table shows it; where it has rows, `at` is the place of one of them. */
function check(
  urls: number,
  holds: (url: string, rows: readonly Row[], at: number, other: number) => void,
): void {
  fc.assert(
    fc.property(url, fc.nat(), fc.nat(), (typed, first, second) => {
      const rows = paramsFromUrl(typed, [])
      const count = Math.max(1, rows.length)
      holds(typed, rows, first % count, second % count)
    }),
    { numRuns: urls, verbose: fc.VerbosityLevel.Verbose },
  )
}

function change({ url: typed, params }: EditedParams, at: number, by: Partial<Row>): EditedParams {
  return editParams(
    typed,
    params,
    params.map((row, index) => (index === at ? { ...row, ...by } : row)),
  )
}

/** A single row without a text writes nothing. */
const withText = (rows: readonly Row[]) => rows.filter(({ name, value }) => name !== '' || value !== '')

/** Whether braces of two pieces become a `{{name}}` where a piece between them is gone, as in `{{&{{a}}&}}`. */
function mayJoin(typed: string): boolean {
  const loose = piecesOf(typed).map(piece => piece.replaceAll(/\{\{[^{}]+\}\}/g, ''))
  const opening = loose.findIndex(piece => piece.includes('{{'))
  return opening !== -1 && loose.slice(opening + 1).some(piece => piece.includes('}}'))
}

/** What stands between the `&` of a URL's query. */
function piecesOf(typed: string): readonly string[] {
  const asked = splitRequestUrl(typed).query
  return asked === null || asked === '' ? [] : splitOutsideVariables(asked, '&')
}

/** Tests what holds for any URL and its table, with `urls` URLs for each property. */
export function testUrls(urls: number): void {
  describe('any URL', () => {
    it('is not changed by its table, by copies of its rows, or by typing it again', () => {
      check(urls, (typed, rows) => {
        expect(editParams(typed, rows, rows)).toEqual({ url: typed, params: rows })
        const copies = rows.map(row => ({ ...row }))
        expect(editParams(typed, rows, copies)).toEqual({ url: typed, params: rows })
        expect(paramsFromUrl(typed, rows)).toEqual(rows)
        expect(rows).toHaveLength(piecesOf(typed).length)
      })
    })

    it('is restored when rows are unticked one after the other and ticked again', () => {
      check(urls, (typed, rows, at, other) => {
        const start = { url: typed, params: rows }
        const places = at === other ? [at] : [at, other]
        const off = places.reduce((edited, place) => change(edited, place, { enabled: false }), start)
        expect(off.params.filter(row => !row.enabled)).toHaveLength(Math.min(rows.length, places.length))
        expect(piecesOf(off.url).length).toBeLessThanOrEqual(Math.max(0, rows.length - places.length))
        expect(withText(paramsFromUrl(off.url, off.params))).toEqual(withText(off.params))
        // Their loose braces are escaped.
        if (mayJoin(typed)) return
        const on = places.reduce((edited, place) => change(edited, place, { enabled: true }), off)
        if (rows.length > 0) expect(on).toEqual(start)
        const none = editParams(
          typed,
          rows,
          rows.map(row => ({ ...row, enabled: false })),
        )
        expect(piecesOf(none.url)).toEqual([])
        const all = editParams(
          none.url,
          none.params,
          none.params.map(row => ({ ...row, enabled: true })),
        )
        if (rows.length > 0) expect(all).toEqual(start)
      })
    })

    it('changes in one piece only if one row is edited', () => {
      const newTexts = ['', 'x y', '&', '=', '#', 'a', '%zz', 'é', '{{n&m}}', '{{n}}=?#{{m}}']
      check(urls, (typed, rows, at, other) => {
        const row = rows[at]
        if (row === undefined) return
        const written = newTexts[other % newTexts.length] ?? ''
        for (const edit of [{ name: written }, { value: written }]) {
          const edited = change({ url: typed, params: rows }, at, edit)
          const before = splitRequestUrl(typed)
          const after = splitRequestUrl(edited.url)
          expect([after.base, after.fragment]).toEqual([before.base, before.fragment])
          if (after.query === null) continue
          const others = piecesOf(typed).toSpliced(at, 1)
          // Braces of two others that only this piece kept apart are escaped.
          if (piecesOf(`?${others.toSpliced(at, 0, 'x').join('&')}`).length !== rows.length) continue
          // All but the piece stands as typed around it, whatever it has become.
          const head = others
            .slice(0, at)
            .map(piece => `${piece}&`)
            .join('')
          const tail = others
            .slice(at)
            .map(piece => `&${piece}`)
            .join('')
          expect(after.query.startsWith(head) && after.query.endsWith(tail)).toBe(true)
          const piece = after.query.slice(head.length, after.query.length - tail.length)
          const shown = paramsFromUrl(`?${piece}`, [])
          expect(shown.length).toBeLessThanOrEqual(1)
          if (piece !== '') expect(editParams(`?${piece}`, shown, shown).url).toBe(`?${piece}`)
        }
      })
    })

    it('keeps its unticked rows and their positions, whatever is ticked or typed next to them', () => {
      check(urls, (typed, rows, at, other) => {
        const off = change({ url: typed, params: rows }, at, { enabled: false })
        const kept = off.params.filter(row => !row.enabled)
        const typedAgain = paramsFromUrl(`${splitRequestUrl(off.url).base}?new=1`, off.params)
        expect(typedAgain.filter(row => !row.enabled)).toEqual(kept)
        if (at === other || rows.length === 0 || mayJoin(typed)) return
        const alsoOff = change(off, other, { enabled: false })
        expect(alsoOff.params[at]).toEqual(off.params[at])
        expect(change(alsoOff, other, { enabled: true })).toEqual(off)
      })
    })

    it('keeps order, duplicates and every other piece if a row is added, removed or moved', () => {
      check(urls, (typed, rows, at) => {
        const pieces = piecesOf(typed)
        const joined = (expected: readonly string[]) => {
          const isEmpty = expected.length === 0 || (expected.length === 1 && expected[0] === '')
          const { base: start, query: asked, fragment: end } = splitRequestUrl(typed)
          const emptied = asked === '' ? '?' : ''
          return start + (isEmpty ? emptied : `?${expected.join('&')}`) + (end === null ? '' : `#${end}`)
        }
        const expectPieces = (next: readonly Row[], expected: readonly string[]) => {
          const { url: edited } = editParams(typed, rows, next)
          const isWhole = splitOutsideVariables(expected.join('&'), '&').length === expected.length
          if (isWhole || expected.length === 0) expect(edited).toBe(joined(expected))
          // The loose braces of two pieces would have become one variable.
          else expect(piecesOf(edited)).toHaveLength(expected.length)
        }
        const added = { name: 'new', value: '1', enabled: true }
        expectPieces([...rows, added], [...pieces, 'new=1'])
        if (rows.length === 0) return
        expectPieces([...rows.slice(0, at), added, ...rows.slice(at)], pieces.toSpliced(at, 0, 'new=1'))
        expectPieces(rows.toSpliced(at, 1), pieces.toSpliced(at, 1))
        expectPieces(rows.toReversed(), pieces.toReversed())
      })
    })
  })
}
