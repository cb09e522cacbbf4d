import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from '@playwright/test'
import { atNightUnless } from './support/at-night.ts'
import { expect, test } from './support/test.ts'

/** Answers each request with a text as JSON. */
async function serve(content: string) {
  const server = createServer((request, response) => {
    request.resume()
    response.setHeader('Content-Type', 'application/json').end(content)
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const close = () =>
    new Promise<void>(resolve => {
      server.closeAllConnections()
      server.close(() => resolve())
    })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, close }
}

interface HostileField {
  readonly name: string
  readonly description?: string
  readonly typeName?: string
}

/** Returns an introspection with these types; each type has a field `a` besides its own. */
function introspection(types: Readonly<Record<string, readonly HostileField[]>>): string {
  const fieldOf = ({ name, description = '', typeName }: HostileField) => ({
    name,
    description,
    args: [],
    isDeprecated: false,
    type: typeName === undefined ? { kind: 'SCALAR', name: 'Int' } : { kind: 'OBJECT', name: typeName },
  })
  const objects = Object.entries(types).map(([name, fields]) => ({
    kind: 'OBJECT',
    name,
    interfaces: [],
    fields: [...fields, { name: 'a' }].map(fieldOf),
  }))
  const scalars = ['Int', 'String', 'Boolean'].map(name => ({ kind: 'SCALAR', name }))
  const schema = { queryType: { name: 'Query' }, types: [...objects, ...scalars], directives: [] }
  return JSON.stringify({ data: { __schema: schema } })
}

async function fetchFrom(page: Page, url: string): Promise<void> {
  await page.getByRole('button', { name: 'New request' }).click()
  await page.getByRole('menuitem', { name: /^GraphQL/ }).click()
  await expect(page.getByRole('textbox', { name: 'Query' })).toBeVisible()
  await page.getByRole('textbox', { name: 'URL', exact: true }).click()
  await page.keyboard.insertText(url)
  await page.getByRole('button', { name: 'Schema', exact: true }).click()
  await page.getByRole('button', { name: 'Refresh schema' }).click()
}

const explorer = (page: Page) => page.getByRole('region', { name: 'Schema explorer' })

test('a schema of 20,000 types is shown, and the page responds while it is read (GQ1)', async ({
  parleyPage: page,
}) => {
  const names = Array.from({ length: 20_000 }, (_, at) => `T${at}`)
  const types = Object.fromEntries(names.map(name => [name, [{ name: 'next', typeName: name }]]))
  const query = names.map(name => ({ name: `field${name}`, typeName: name }))
  const server = await serve(introspection({ Query: query, ...types }))
  await fetchFrom(page, server.url)
  // The page answers keys in the meantime.
  const editor = page.getByRole('textbox', { name: 'Query' })
  await editor.click()
  // Brackets close by themselves, and empty arguments are an error.
  await page.keyboard.type('{ field(')
  await expect(editor).toContainText('{ field')
  await expect(explorer(page)).toContainText('The query has a syntax error.', { timeout: 60_000 })
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.press('Delete')
  await expect(explorer(page)).toContainText(/20,004 types/)
  const tree = page.getByRole('tree', { name: 'Schema' })
  await tree.focus()
  // A key before the first row has come waits for it.
  await page.keyboard.press('End')
  await expect(tree.getByRole('treeitem', { name: '__typename' })).toHaveAttribute('data-active')
  expect(await tree.getByRole('treeitem').count()).toBeLessThan(200)
  await server.close()
})

test('names of prototypes, HTML and marks of direction are shown as text (GQ1)', async ({
  parleyPage: page,
}) => {
  const description = `<img src=x onerror="document.title='taken'">\u202e${'x'.repeat(1_000_000)}`
  const server = await serve(
    introspection({
      Query: [{ name: 'constructor', description, typeName: 'Loop' }, { name: '__proto__' }],
      Loop: [{ name: 'loop', typeName: 'Loop' }],
    }),
  )
  await fetchFrom(page, server.url)
  const tree = page.getByRole('tree', { name: 'Schema' })
  await tree.getByRole('treeitem', { name: 'constructor' }).getByRole('checkbox').click()
  await expect(page.getByRole('textbox', { name: 'Query' })).toContainText('constructor')
  await expect(page).not.toHaveTitle('taken')
  await expect(page.locator('img[src="x"]')).toHaveCount(0)
  await server.close()
})

for (const [name, content, words] of [
  ['a schema whose types are missing', '{"data":{"__schema":{"queryType":{"name":"Q"}}}}', 'SCHEMA_NOT_READ'],
  ['errors as a string', '{"errors":"no"}', 'INTROSPECTION_FAILED'],
  [
    'introspection that is forbidden',
    '{"errors":[{"message":"Introspection is off"}]}',
    'INTROSPECTION_FORBIDDEN',
  ],
] as const)
  test(`${name} is named (GQ1)${atNightUnless(name === 'errors as a string')}`, async ({
    parleyPage: page,
  }) => {
    const server = await serve(content)
    await fetchFrom(page, server.url)
    await expect(explorer(page).getByRole('alert')).toContainText(words)
    await server.close()
  })
