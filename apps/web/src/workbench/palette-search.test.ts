import { describe, expect, it } from 'vitest'
import {
  findInGroup,
  markedPieces,
  type PaletteEntry,
  paletteQuery,
  shownPerGroup,
} from './palette-search.ts'

const entry = (label: string, place = ''): PaletteEntry => ({ id: label, label, place, method: null })
const found = (typed: string, ...entries: readonly PaletteEntry[]) =>
  findInGroup('Requests', entries, paletteQuery(typed).words).entries.map(({ label }) => label)

describe('a search of the palette', () => {
  it('marks the beginning of a text that is too long for a pattern', () => {
    const label = 'x'.repeat(100_000)
    expect(markedPieces(label, paletteQuery(label).words)[0]).toEqual({
      text: 'x'.repeat(1_000),
      isMatch: true,
    })
  })

  it('finds every word, in any order and case, in the label or the place', () => {
    const entries = [entry('List books', 'Shop / Books'), entry('List orders', 'Shop / Orders')]
    expect(found('BOOKS list', ...entries)).toEqual(['List books'])
    expect(found('orders', ...entries)).toEqual(['List orders'])
    expect(found('nothing', ...entries)).toEqual([])
  })

  it('lists labels that begin with the word first, then those with a word that does, then the rest in order', () => {
    const entries = [entry('Notebooks'), entry('Get a book'), entry('Book of the day')]
    expect(found('book', ...entries)).toEqual(['Book of the day', 'Get a book', 'Notebooks'])
  })

  it('uses the place only if no label matches', () => {
    const entries = [entry('Update price', 'Bookshop'), entry('List books', 'Bookshop')]
    expect(found('book', ...entries)).toEqual(['List books'])
    expect(found('bookshop', ...entries)).toEqual(['Update price', 'List books'])
    expect(found('bookshop price', ...entries)).toEqual(['Update price'])
  })

  it('shows some of many matches, and how many there are', () => {
    const many = Array.from({ length: 100 }, (_, index) => entry(`Request ${index}`))
    const group = findInGroup('Requests', many, ['request'])
    expect(group.entries).toHaveLength(shownPerGroup)
    expect(group.more).toBe(70)
  })

  it('asks for commands with > and for environments with @', () => {
    expect(paletteQuery('> new')).toEqual({ wants: 'commands', words: ['new'] })
    expect(paletteQuery('@stag')).toEqual({ wants: 'environments', words: ['stag'] })
    expect(paletteQuery(' a  B ')).toEqual({ wants: 'all', words: ['a', 'b'] })
  })

  it('marks the matches, whatever characters they contain', () => {
    expect(markedPieces('List (all) books', ['(all)', 'b'])).toEqual([
      { text: 'List ', isMatch: false },
      { text: '(all)', isMatch: true },
      { text: ' ', isMatch: false },
      { text: 'b', isMatch: true },
      { text: 'ooks', isMatch: false },
    ])
  })
})
