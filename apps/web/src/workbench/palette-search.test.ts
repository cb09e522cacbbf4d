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
  it.each([
    ['lb', 'List books'],
    ['libo', 'List books'],
    ['req 2213', 'Request 22-13'],
    ['adpe', 'Add a pet'],
    ['gb', 'Get a book'],
  ])('finds %s, letters that begin words or follow one another, in %s', (typed, label) => {
    expect(found(typed, entry('Responses of all kinds'), entry(label))).toEqual([label])
  })

  it('finds letters anywhere in their order only when it may be loose, the closest first', () => {
    const entries = [entry('Last brick of kings'), entry('List books'), entry('Books list')]
    const loosely = (typed: string) =>
      findInGroup('Requests', entries, paletteQuery(typed).words, { isLoose: true }).entries
    expect(found('lstbks', ...entries)).toEqual([])
    expect(loosely('lstbks').map(({ label }) => label)).toEqual(['List books', 'Last brick of kings'])
    expect(loosely('skbtsl')).toEqual([])
  })

  it('finds synonyms, which count as much as a label against the place', () => {
    const theme = { ...entry('Theme', 'Settings'), keywords: 'dark light' }
    expect(found('dark', theme, entry('Get', 'Dark room'))).toEqual(['Theme'])
    expect(found('dark theme', theme)).toEqual(['Theme'])
  })

  it('puts what was used last first, but not what only its place finds', () => {
    const entries = [entry('Book of the day'), entry('Get a book'), entry('Notebooks'), entry('Go', 'Books')]
    const { entries: ordered } = findInGroup('Requests', entries, ['book'], {
      recent: ['Go', 'Notebooks', 'Get a book'],
    })
    expect(ordered.map(({ label }) => label)).toEqual(['Notebooks', 'Get a book', 'Book of the day'])
  })

  it('searches 10,000 requests at every letter, whatever is typed and whatever their names are', () => {
    const names = [
      ...Array.from({ length: 10_000 }, (_, index) => entry(`Request ${index % 100}-${index}`, 'A / B / C')),
      entry('a '.repeat(50_000)),
    ]
    const firstOf = (typed: string) =>
      findInGroup('Requests', names, paletteQuery(typed).words, { isLoose: true })
    for (const typed of ['r', 'rq', 'req 2213']) expect(firstOf(typed)?.entries ?? []).not.toEqual([])
    for (const typed of ['zzz', `${'a'.repeat(999)}b`]) expect(firstOf(typed)?.entries ?? []).toEqual([])
  })

  it('marks the letters that were found', () => {
    const marked = (label: string, word: string) =>
      markedPieces(label, [word])
        .map(({ text, isMatch }) => (isMatch ? `[${text}]` : text))
        .join('')
    expect(marked('List books', 'libo')).toBe('[Li]st [bo]oks')
    expect(marked('List books', 'lstbks')).toBe('[L]i[st] [b]oo[ks]')
    expect(marked('List books', 'x')).toBe('List books')
    expect(marked('İstanbul', 'tan')).toBe('İs[tan]bul')
  })

  it('marks the beginning of a text that is too long to be searched', () => {
    const label = 'x'.repeat(1_000) + 'y'.repeat(99_000)
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
