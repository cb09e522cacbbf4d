import { setTimeout as wait } from 'node:timers/promises'
import { buildSchema, GraphQLError, type GraphQLSchema } from 'graphql'
import { type Book, checkBook, defaultBookContent } from '../book.ts'
import { addToShelf, type BookShelf } from '../book-shelf.ts'

/** The types of the bookshop. */
export function bookshopSchema(): GraphQLSchema {
  return buildSchema(/* GraphQL */ `
    "A book of the shop."
    type Book {
      id: ID!
      title: String!
      author: String!
      isbn: String!
      price: Price!
      formats: [Format!]!
      inStock: Boolean!
      "The series that the book belongs to."
      series: String
      "The title of the next book of its series."
      sequel: String
      year: Int @deprecated(reason: "No book of the shop has one.")
    }

    type Price {
      amount: Float!
      "An ISO 4217 code."
      currency: String!
    }

    enum Format {
      HARDCOVER
      PAPERBACK
      EBOOK
    }

    "The stock of a book changed."
    type Stock {
      bookId: ID!
      inStock: Int!
    }

    input NewBook {
      title: String!
      author: String!
      isbn: String
    }

    type Query {
      "Books, filtered by author (part of the name)."
      books(author: String = "", first: Int = 20): [Book!]!
      book(id: ID!): Book
    }

    type Mutation {
      addBook(book: NewBook!): Book!
      "Returns whether there was one."
      removeBook(id: ID!): Boolean!
    }

    type Subscription {
      "Changes of the stock: count of them (5; 0 for no end), one each intervalMs."
      stock(count: Int = 5, intervalMs: Int = 1000): Stock!
    }
  `)
}

/** What resolves the fields of the root types, with the shelf that the other endpoints have. */
export function bookshopRoot(shelf: BookShelf, signal: AbortSignal) {
  return {
    books({ author, first }: { author: string; first: number }) {
      if (first < 0) throw new GraphQLError('first must be a whole number from 0')
      const wanted = author.toLowerCase()
      return [...shelf.values()]
        .filter(book => book.author.toLowerCase().includes(wanted))
        .slice(0, first)
        .map(shownBook)
    },
    book({ id }: { id: string }) {
      const book = shelf.get(Number(id))
      if (book !== undefined) return shownBook(book)
      throw new GraphQLError(`There is no book ${id}`, { extensions: { code: 'BOOK_NOT_FOUND' } })
    },
    addBook({ book }: { book: { title: string; author: string; isbn?: string } }) {
      const checked = checkBook({ ...defaultBookContent, ...book })
      if (!checked.ok)
        throw new GraphQLError('title and author must be texts of 1 to 500 characters, isbn one of 13 digits')
      const added = addToShelf(shelf, checked.value)
      if (added === null) throw new GraphQLError('The shelf takes no more books')
      return shownBook(added)
    },
    removeBook: ({ id }: { id: string }) => shelf.delete(Number(id)),
    async *stock({ count, intervalMs }: { count: number; intervalMs: number }) {
      if (intervalMs < 0 || intervalMs > 60_000) throw new GraphQLError('intervalMs must be from 0 to 60000')
      for (let at = 0; count === 0 || at < count; at += 1) {
        // Wait even without an interval: an endless stream must let the event loop handle other calls.
        if (at > 0) await wait(intervalMs, undefined, { signal })
        yield { stock: { bookId: 1204, inStock: 99 - (at % 100) } }
      }
    },
  }
}

function shownBook({ formats, ...book }: Book) {
  const known = formats.map(format => format.toUpperCase())
  return { ...book, formats: known.filter(format => ['HARDCOVER', 'PAPERBACK', 'EBOOK'].includes(format)) }
}
