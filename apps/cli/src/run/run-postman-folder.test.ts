import { expect, test } from 'vitest'
import { useRunFixture } from './run-fixture.testkit.ts'

const fixture = useRunFixture()

/** Writes a Postman collection of the schema 3.0 as Postman keeps it in a repository. */
function writeCollection(): void {
  const at = 'postman/collections/Shop'
  const request = (path: string) => `$kind: http-request\nmethod: GET\nurl: "{{base}}/${path}"\n`
  fixture.write(
    `${at}/.resources/definition.yaml`,
    `$kind: collection\nvariables:\n  base: ${fixture.sink.url}\nauth: {type: bearer, credentials: {token: inherited}}\n`,
  )
  fixture.write(
    `${at}/Books/List.request.yaml`,
    `${request('books')}order: 2\nscripts:\n  - type: afterResponse\n    code: pm.test("is there", () => pm.response.to.have.status(200))\n`,
  )
  fixture.write(`${at}/Books/First.request.yaml`, `${request('first')}order: 1\n`)
  fixture.write(`${at}/Ask.request.yaml`, '$kind: llm-request\nurl: http://a.test\n')
  fixture.write(
    'postman/collections/Other/One.request.yaml',
    `$kind: http-request\nmethod: GET\nurl: ${fixture.sink.url}/other\n`,
  )
  fixture.write('postman/environments/Live.environment.yaml', 'name: Live\nvalues: []\n')
}

test.each([
  ['.', ['/other', '/first', '/books']],
  ['postman', ['/other', '/first', '/books']],
  ['postman/collections/Shop', ['/first', '/books']],
  ['postman/collections/Shop/Books/List.request.yaml', ['/books']],
])('%s of a Postman collection of files runs in place', async (path, asked) => {
  writeCollection()
  const { code, results } = await fixture.report([path])
  expect(code).toBe(0)
  expect(fixture.asked()).toEqual(asked)
  const list = results.find((one: { readonly name: string }) => one.name === 'List')
  expect(list.tests).toMatchObject([{ name: 'is there', passed: true }])
})

test('a request inherits the authorization of its collection, and what is left out is named', async () => {
  writeCollection()
  const { stderr } = await fixture.run(['postman/collections/Shop'])
  expect(stderr).toContain('Not a request that can be sent: llm-request')
  for (const { headers } of fixture.sink.requests)
    expect(headers.find(one => one.name.toLowerCase() === 'authorization')?.value).toBe('Bearer inherited')
})

test('a folder inside a collection is refused with what to do', async () => {
  writeCollection()
  const { code, stderr } = await fixture.run(['postman/collections/Shop/Books'])
  expect(code).toBe(3)
  expect(stderr).toMatch(
    /is a part of a Postman collection\. Name its folder .*Shop and choose with --folder/,
  )
})

test('paths start in the folder of each collection, not in the folder that is run', async () => {
  writeCollection()
  for (const name of ['Shop', 'Other']) {
    fixture.write(
      `postman/collections/${name}/Up.request.yaml`,
      `$kind: http-request\nmethod: POST\nurl: ${fixture.sink.url}/up\nbody:\n  type: file\n  content:\n    src: own.txt\n`,
    )
    fixture.write(`postman/collections/${name}/own.txt`, `of ${name}`)
  }
  expect((await fixture.report(['.', '--only', 'Up'])).code).toBe(0)
  expect(fixture.sink.requests.map(({ content }) => content.toString()).toSorted()).toEqual([
    'of Other',
    'of Shop',
  ])
})
