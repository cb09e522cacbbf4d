import type { Book } from '../book.ts'

type SampleRow = readonly [
  id: number,
  title: string,
  author: string,
  isbn: string,
  amountInEuro: number,
  formats: readonly string[],
  inStock: boolean,
  series: string | null,
  sequel: string | null,
]

const leGuin = 'Ursula K. Le Guin'
const all = ['hardcover', 'paperback', 'ebook']
const printed = ['hardcover', 'paperback']
const light = ['paperback', 'ebook']

const rows: readonly SampleRow[] = [
  [1204, 'The Left Hand of Darkness', leGuin, '9780441478125', 11.99, all, true, 'Hainish Cycle', null],
  [1219, 'The Dispossessed', leGuin, '9780060512750', 10.49, light, false, 'Hainish Cycle', null],
  [1223, 'The Word for World Is Forest', leGuin, '9780765324641', 8.99, light, true, 'Hainish Cycle', null],
  [1231, 'A Wizard of Earthsea', leGuin, '9780547773742', 9.99, all, true, 'Earthsea', 'The Tombs of Atuan'],
  [1232, 'The Tombs of Atuan', leGuin, '9781442459915', 9.99, all, true, 'Earthsea', 'The Farthest Shore'],
  [1240, 'The Lathe of Heaven', leGuin, '9781416556961', 12.5, ['paperback'], true, null, null],
  [1302, 'Kindred', 'Octavia E. Butler', '9780807083697', 13, all, true, null, null],
  [
    1303,
    'Parable of the Sower',
    'Octavia E. Butler',
    '9781538732182',
    12.99,
    light,
    true,
    'Earthseed',
    'Parable of the Talents',
  ],
  [1411, 'Solaris', 'Stanisław Lem', '9780156027601', 10.25, light, false, null, null],
  [
    1412,
    'Las ciudades invisibles: «Ciudades»',
    'Italo Calvino',
    '9788478444519',
    15.4,
    printed,
    true,
    null,
    null,
  ],
  [1507, '雪国', '川端康成', '9784101001012', 6.6, ['paperback'], true, null, null],
  [1608, 'Roadside Picnic', 'Arkady & Boris Strugatsky', '9781613743416', 14.95, light, true, null, null],
]

/** Returns the books of each new demo API: several by one author, and some with non-ASCII texts. */
export function sampleBooks(): Book[] {
  return rows.map(([id, title, author, isbn, amount, formats, inStock, series, sequel]) => ({
    id,
    title,
    author,
    isbn,
    price: { amount, currency: 'EUR' },
    formats,
    inStock,
    series,
    sequel,
  }))
}
