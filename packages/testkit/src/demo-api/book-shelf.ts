import type { Book, BookContent } from './book.ts'
import { sampleBooks } from './samples/sample-books.ts'

/** The books of a demo API by their IDs. */
export type BookShelf = Map<number, Book>

/** The only limit on the size of a shelf. */
export const bookCountLimit = 10_000

/** Creates a shelf with the sample books. */
export function newShelf(): BookShelf {
  return new Map(sampleBooks().map(book => [book.id, book]))
}

/** Adds a book and returns it with its ID; null if the shelf is full. */
export function addToShelf(shelf: BookShelf, content: BookContent): Book | null {
  if (shelf.size >= bookCountLimit) return null
  const id = Math.max(2000, ...shelf.keys()) + 1
  const book = { id, ...content }
  shelf.set(id, book)
  return book
}
