import { type Answer, answerEmpty, answerFailure, answerJson } from './answer.ts'
import { type Book, checkBook, defaultBookContent } from './book.ts'
import { addToShelf, type BookShelf, bookCountLimit } from './book-shelf.ts'
import { readJsonObject } from './read-json.ts'
import { readWholeNumber } from './read-whole-number.ts'
import { type Call, pathParameter, type Route } from './route.ts'

/**
 * Creates the routes of the bookshop (behaviour 4): list, one book, create, replace, change, delete. */
export function bookRoutes(shelf: BookShelf): readonly Route[] {
  return [
    {
      method: 'GET',
      path: '/books',
      summary: 'Books, filtered by author (text, part of the name) and limit (whole number)',
      handle: call => listBooks(shelf, call),
    },
    { method: 'POST', path: '/books', summary: 'Add a book', handle: call => addBook(shelf, call) },
    {
      method: 'GET',
      path: '/books/:id',
      summary: 'One book',
      handle: call => withBook(shelf, call, book => answerJson(book)),
    },
    {
      method: 'PUT',
      path: '/books/:id',
      summary: 'Replace a book; fields left out fall back to their defaults',
      handle: call => withBook(shelf, call, book => putBook(shelf, call, book.id, defaultBookContent)),
    },
    {
      method: 'PATCH',
      path: '/books/:id',
      summary: 'Change some fields of a book',
      handle: call => withBook(shelf, call, book => putBook(shelf, call, book.id, book)),
    },
    {
      method: 'DELETE',
      path: '/books/:id',
      summary: 'Remove a book',
      handle: call =>
        withBook(shelf, call, book => {
          shelf.delete(book.id)
          return answerEmpty(204)
        }),
    },
  ]
}

function listBooks(shelf: BookShelf, call: Call): Answer {
  const author = (call.query.get('author') ?? '').toLowerCase()
  const range = { minimum: 1, maximum: bookCountLimit }
  const limit = readWholeNumber('limit', call.query.get('limit'), range, bookCountLimit)
  if (!limit.ok) return limit.answer
  const found = [...shelf.values()].filter(book => book.author.toLowerCase().includes(author))
  return answerJson(found.slice(0, limit.value))
}

function addBook(shelf: BookShelf, call: Call): Answer {
  const fields = readJsonObject(call)
  if (!fields.ok) return fields.answer
  const checked = checkBook({ ...defaultBookContent, ...fields.value })
  if (!checked.ok) return checked.answer
  const book = addToShelf(shelf, checked.value)
  if (book === null) return answerFailure(507, 'shelf_full', 'The shelf takes no more books')
  return answerJson(book, 201, ['Location', `/v1/books/${book.id}`])
}

function putBook(shelf: BookShelf, call: Call, id: number, base: object): Answer {
  const fields = readJsonObject(call)
  if (!fields.ok) return fields.answer
  const checked = checkBook({ ...base, ...fields.value })
  if (!checked.ok) return checked.answer
  const book = { id, ...checked.value }
  shelf.set(id, book)
  return answerJson(book)
}

function withBook(shelf: BookShelf, call: Call, answer: (book: Book) => Answer): Answer {
  const id = pathParameter(call, 'id')
  const book = /^\d{1,9}$/.test(id) ? shelf.get(Number(id)) : undefined
  return book === undefined ? answerFailure(404, 'book_not_found', `There is no book ${id}`) : answer(book)
}
