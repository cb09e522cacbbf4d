import { answerContent } from './answer.ts'
import type { Route } from './route.ts'
import { sampleBooks } from './samples/sample-books.ts'
import { samplePdf } from './samples/sample-pdf.ts'
import { samplePng } from './samples/sample-png.ts'

/** Routes with one document of each kind that clients display in a special way. */
export const documentRoutes: readonly Route[] = [
  documentRoute('/image', 'A PNG image', 'image/png', samplePng()),
  documentRoute('/image.svg', 'An SVG image', 'image/svg+xml', sampleSvg()),
  documentRoute('/document.pdf', 'A PDF of one page', 'application/pdf', samplePdf('Bookshop demo API')),
  documentRoute('/page', 'An HTML page', 'text/html; charset=utf-8', samplePage()),
  documentRoute('/feed', 'An XML feed (Atom)', 'application/atom+xml; charset=utf-8', sampleFeed()),
  documentRoute('/text', 'Plain text', 'text/plain; charset=utf-8', sampleText()),
  documentRoute('/csv', 'The sample books as CSV', 'text/csv; charset=utf-8; header=present', sampleCsv()),
]

function documentRoute(
  path: string,
  summary: string,
  mediaType: string,
  content: string | Uint8Array,
): Route {
  return { method: 'GET', path, summary, handle: () => answerContent(mediaType, content) }
}

function sampleSvg(): string {
  return [
    '<svg xmlns="http://www.w3.org/2000/svg" width="96" height="96" viewBox="0 0 96 96">',
    '<title>A book</title>',
    '<rect x="20" y="12" width="56" height="72" rx="4" fill="#5b5fd6"/>',
    '<path d="M30 12v72" stroke="#fff" stroke-width="3"/>',
    '</svg>\n',
  ].join('')
}

function samplePage(): string {
  const items = sampleBooks().map(book => `      <li><cite>${escapeMarkup(book.title)}</cite></li>`)
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <title>Bookshop</title>
    <style>body { font-family: sans-serif; margin: 2rem }</style>
  </head>
  <body>
    <h1>Bookshop</h1>
    <ul>
${items.join('\n')}
    </ul>
    <script>document.body.dataset.scriptRan = 'yes'</script>
  </body>
</html>
`
}

function sampleFeed(): string {
  const entries = sampleBooks().map(
    book => `  <entry>
    <id>urn:isbn:${book.isbn}</id>
    <title>${escapeMarkup(book.title)}</title>
    <author><name>${escapeMarkup(book.author)}</name></author>
    <updated>2026-01-01T00:00:00Z</updated>
  </entry>`,
  )
  return `<?xml version="1.0" encoding="UTF-8"?>
<feed xmlns="http://www.w3.org/2005/Atom">
  <id>urn:parley:demo:books</id>
  <title>Bookshop</title>
  <updated>2026-01-01T00:00:00Z</updated>
${entries.join('\n')}
</feed>
`
}

function sampleText(): string {
  return 'Plain text of the bookshop.\nUmlauts: äöü. Kanji: 雪国. Emoji: 📚.\n\nThe last line ends here.\n'
}

/** Returns CSV with CRLF line ends and quoted texts (RFC 4180). */
function sampleCsv(): string {
  const quote = (text: string) => `"${text.replaceAll('"', '""')}"`
  const rows = sampleBooks().map(book =>
    [book.id, quote(book.title), quote(book.author), quote(book.isbn), book.price.amount].join(','),
  )
  return `${['id,title,author,isbn,price', ...rows].join('\r\n')}\r\n`
}

function escapeMarkup(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
