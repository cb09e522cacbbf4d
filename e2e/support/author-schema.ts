const books = [
  { id: '1', title: 'The Left Hand of Darkness' },
  { id: '2', title: 'The Dispossessed' },
]

/** A schema with descriptions, a union, an enum and a deprecated field. */
export const authorSchema = {
  typeDefs: `
  "What can be asked."
  type Query {
    "One author by the name."
    author(name: String!): Author
    books(first: Int, order: Order): [Book!]!
    "Everything that the words are in."
    search(text: String!): [SearchHit!]!
    oldBooks: [Book] @deprecated(reason: "Use books.")
  }
  type Mutation { addBook(title: String!): Book! }
  type Author { name: String! born: Int books: [Book!]! }
  "A book of the shop."
  type Book { id: ID! title: String! author: Author }
  union SearchHit = Book | Author
  enum Order { TITLE YEAR }
`,
  resolvers: { Query: { books: () => books, author: () => ({ name: 'Ursula K. Le Guin', books }) } },
}
