import { expect, it } from 'vitest'
import { requestOfUrl, resolvedUrl, urlAt, urlsIn, urlsInField } from './urls-in-text.ts'

const textsOf = (text: string) => urlsIn(text).map(({ url }) => url)

it.each([
  ['"next": "https://a.test/b?page=2&q=%20#c",', ['https://a.test/b?page=2&q=%20#c']],
  ['http://a.test and https://b.test:8080/', ['http://a.test', 'https://b.test:8080/']],
  [
    'See http://a.test/b. Or (http://a.test/c), [x](http://a.test/d(1))!',
    ['http://a.test/b', 'http://a.test/c', 'http://a.test/d(1)'],
  ],
  ['http://[::1]:3000/x', ['http://[::1]:3000/x']],
  ['{"self":"https:\\/\\/a.test\\/b"}', ['https://a.test/b']],
  ['<a href="http://a.test/">http://b.test</a>', ['http://a.test/', 'http://b.test']],
  ['https://a.test/日本/{id}', ['https://a.test/日本/']],
  ['http://a.test/\u202egnp.exe http://b.test/\u200b', ['http://a.test/', 'http://b.test/']],
  ['xhttp://a.test http: https:// ftp://c.test', []],
  ['http://a.test/\\n next', ['http://a.test/']],
])('finds the URLs in %j', (text, urls) => {
  expect(textsOf(text)).toEqual(urls)
})

it('says where they are', () => {
  const [found] = urlsIn('a http://b.test, c')
  expect(found).toEqual({ from: 2, to: 15, url: 'http://b.test' })
  expect([1, 2, 15, 16].map(position => urlAt('a http://b.test, c', position)?.url)).toEqual([
    undefined,
    'http://b.test',
    'http://b.test',
    undefined,
  ])
})

it('leaves out what is too long, and goes on after it', () => {
  expect(textsOf(`http://a.test/${'x'.repeat(8_000)} http://b.test`)).toEqual(['http://b.test'])
  expect(textsOf(`${'http://'.repeat(100_000)} http://b.test`)).toEqual(['http://b.test'])
  expect(textsOf('http://a.test '.repeat(2_000))).toHaveLength(1_000)
})

it('resolves the references of header fields against the URL of the request', () => {
  const base = 'https://a.test/v1/books?x=1'
  const urlsOf = (name: string, value: string) => urlsInField({ name, value }, base).map(({ url }) => url)
  expect(urlsOf('Location', '/login')).toEqual(['https://a.test/login'])
  expect(urlsOf('location', '../c')).toEqual(['https://a.test/c'])
  expect(urlsOf('Content-Location', 'http://b.test/')).toEqual(['http://b.test/'])
  expect(urlsOf('Location', 'javascript:alert(1)')).toEqual([])
  expect(urlsOf('Location', '')).toEqual([])
  expect(urlsOf('Link', '<?page=2>; rel="next", <http://b.test/>; rel=last')).toEqual([
    'https://a.test/v1/books?page=2',
    'http://b.test/',
  ])
  expect(urlsOf('Link', '<'.repeat(10_000))).toEqual([])
  expect(urlsOf('Report-To', '{"url":"https://r.test/x"}')).toEqual(['https://r.test/x'])
  expect(resolvedUrl('/x', '')).toBeNull()
})

it('makes a request in which nothing is the name of a variable', () => {
  expect(requestOfUrl('http://a.test/{{token}}/:id?to={{token}}').url).toBe(
    'http://a.test/%7B%7Btoken%7D%7D/%3Aid?to=%7B%7Btoken%7D%7D',
  )
})
