import { type Book, checkBook, defaultBookContent } from '../book.ts'
import { addToShelf, type BookShelf } from '../book-shelf.ts'

/** The end of a call that has another status than 0. */
export class CallError extends Error {
  readonly code: number

  constructor(code: number, message: string) {
    super(message)
    this.code = code
  }
}

/** A message as JSON (the ProtoJSON format). */
export type JsonMessage = Readonly<Record<string, unknown>>

/** Answers the messages of a call. What it throws as {@link CallError} is its status. */
export type AnswerMessages = (messages: AsyncIterable<JsonMessage>) => AsyncIterable<JsonMessage>

const notFound = 5
const invalidArgument = 3
const resourceExhausted = 8
const stockOfBook = 40

/** Returns the methods of the service, by their names. */
export function bookshopMethods(shelf: BookShelf): Readonly<Record<string, AnswerMessages>> {
  const find = (id: unknown): Book => {
    const book = shelf.get(Number(id ?? 0))
    if (book === undefined) throw new CallError(notFound, `There is no book ${id ?? 0}.`)
    return book
  }
  return {
    async *GetBook(messages) {
      for await (const { id } of messages) yield shownBook(find(id))
    },
    async *ListBooks(messages) {
      for await (const { author = '' } of messages)
        for (const book of shelf.values())
          if (book.author.toLowerCase().includes(String(author).toLowerCase())) yield shownBook(book)
    },
    async *AddBooks(messages) {
      const ids: number[] = []
      for await (const typed of messages) {
        const checked = checkBook({ ...defaultBookContent, ...typed })
        if (!checked.ok) throw new CallError(invalidArgument, 'A book needs a title and an author.')
        const book = addToShelf(shelf, checked.value)
        if (book === null) throw new CallError(resourceExhausted, 'The shelf is full.')
        ids.push(book.id)
      }
      yield { ids }
    },
    async *Reserve(messages) {
      const reserved = new Map<number, number>()
      for await (const { id, quantity = 1 } of messages) {
        const book = find(id)
        const total = (reserved.get(book.id) ?? 0) + Number(quantity)
        if (total > stockOfBook)
          throw new CallError(resourceExhausted, `Only ${stockOfBook} of ${book.title} are in stock.`)
        reserved.set(book.id, total)
        yield { id: book.id, title: book.title, reserved: total, left: stockOfBook - total }
      }
    },
  }
}

function shownBook({ id, title, author, isbn, price, formats, inStock }: Book): JsonMessage {
  return { id, title, author, isbn, price, formats, inStock }
}
