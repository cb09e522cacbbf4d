import { unlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type GraphQlServer, startGraphQlServer } from '@parley/testkit/graphql'
import type { Locator, Page } from '@playwright/test'
import { authorSchema } from './support/author-schema.ts'
import { expect, expectAccessible, expectAccessibleInThemes, test } from './support/test.ts'

let server: GraphQlServer

test.beforeAll(async () => {
  server = await startGraphQlServer(authorSchema)
})

test.afterAll(() => server.close())

const explorer = (page: Page) => page.getByRole('region', { name: 'Schema explorer' })
const row = (page: Page, name: string) =>
  page.getByRole('tree', { name: 'Schema' }).getByRole('treeitem', { name, exact: true })
const lines = (editor: Locator) => editor.locator('.cm-line')

/** Opens a GraphQL request for the server, and returns the editor of its query. */
async function openQuery(page: Page, url = server.url): Promise<Locator> {
  await page.getByRole('button', { name: 'New request' }).click()
  await page.getByRole('menuitem', { name: /^GraphQL/ }).click()
  await expect(page.getByRole('textbox', { name: 'Query' })).toBeVisible()
  await page.getByRole('textbox', { name: 'URL', exact: true }).click()
  await page.keyboard.insertText(url)
  return page.getByRole('textbox', { name: 'Query' })
}

/** Opens the explorer and fetches the schema. */
async function fetchSchema(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Schema', exact: true }).click()
  await explorer(page).getByRole('button', { name: 'Refresh schema' }).click()
  await expect(explorer(page)).toContainText(/Loaded at .*, \d+ types/)
}

test('a schema is fetched, and its fields are ticked into the query', async ({ parleyPage: page }) => {
  const query = await openQuery(page, `${server.url}?first`)
  await page.getByRole('button', { name: 'Schema', exact: true }).click()
  await expect(explorer(page)).toContainText('No schema yet')
  await expectAccessible(page)
  await explorer(page).getByRole('button', { name: 'Fetch schema' }).click()
  await expect(row(page, 'books')).toBeVisible()
  await row(page, 'books').getByRole('checkbox').click()
  await expect(lines(query)).toHaveText(['query {', '  books {', '    id', '  }', '}'])
  await row(page, 'title').getByRole('checkbox').click()
  await expect(lines(query)).toHaveText(['query {', '  books {', '    id', '    title', '  }', '}'])
  await expect(row(page, 'books')).toHaveAttribute('aria-checked', 'true')
  await expectAccessible(page)
})

test('names are completed, explained and led to with the schema', async ({ parleyPage: page }) => {
  const query = await openQuery(page)
  await fetchSchema(page)
  await query.click()
  await page.keyboard.type('{ bo')
  const list = page.getByRole('listbox', { name: 'Completions' })
  // Names typed before the schema is read are completed on request.
  await expect(async () => {
    await page.keyboard.press('Control+Space')
    await expect(list.getByRole('option', { name: /^books/ })).toBeVisible({ timeout: 2000 })
  }).toPass()
  // An open list stays open, so that the next key accepts from it.
  await page.keyboard.press('Control+Space')
  await page.keyboard.press('Enter')
  await expect(lines(query)).toHaveText(['{ books}'])
  await page.keyboard.type(' { ')
  await page.keyboard.press('Control+Space')
  await expect(list.getByRole('option')).toContainText(['id', 'title'])
  await page.keyboard.press('Escape')
  await page.keyboard.type('nothing } }')
  await expect(query.locator('.cm-query-error')).toHaveText('nothing')
  const books = { position: { x: 30, y: 8 } }
  await lines(query).hover(books)
  await expect(page.locator('.cm-query-tooltip')).toContainText(
    'Query.books(first: Int, order: Order): [Book!]!',
  )
  await lines(query).click({ ...books, modifiers: ['Control'] })
  await expect(explorer(page).getByRole('heading', { level: 2 })).toHaveText('Query.books: [Book!]!')
  await lines(query).click(books)
  await page.keyboard.press('F12')
  await expect(row(page, 'books')).toHaveAttribute('data-active')
  // A field within it is not in the tree until it is shown.
  await expect(row(page, 'title')).toHaveCount(0)
  await page.mouse.move(0, 0)
  await query.focus()
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.insertText('query Q($order: Order) {\nbooks(order: $order) {\ntitle } }')
  await lines(query)
    .nth(2)
    .click({ position: { x: 20, y: 8 } })
  await page.keyboard.press('F12')
  await expect(row(page, 'title')).toHaveAttribute('data-active')
  await expect(row(page, 'title')).toHaveAttribute('aria-checked', 'true')
  await query
    .getByText('Order', { exact: true })
    .first()
    .click({ modifiers: ['Control'] })
  await expect(explorer(page).getByRole('heading', { name: 'enum Order' })).toBeVisible()
  await expect(explorer(page).getByRole('listitem')).toHaveText(['TITLE', 'YEAR'])
  await expectAccessible(page)
  await explorer(page).getByRole('button', { name: 'All fields' }).click()
  await expect(row(page, 'books')).toBeVisible()
})

test('variables are checked, completed and filled in', async ({ parleyPage: page }) => {
  const query = await openQuery(page)
  await fetchSchema(page)
  await query.click()
  await page.keyboard.insertText(
    'query Q($first: Int!, $order: Order) { books(first: $first, order: $order) { id } }',
  )
  const variables = page.getByRole('textbox', { name: 'Variables' })
  await variables.click()
  await page.keyboard.insertText('{"first": "two", "other": 1}')
  await expect(variables.locator('.cm-query-warning')).toHaveText(['"two"', '"other"'])
  await variables.locator('.cm-query-warning').first().hover()
  await expect(page.locator('.cm-query-tooltip')).toHaveText('first must be a whole number of 32 bits.')
  await variables.focus()
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.press('Delete')
  await page.getByRole('button', { name: 'Fill from schema' }).click()
  await expect(variables).toContainText('"first": 0')
  await page.keyboard.press('Tab')
  await variables.click()
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.insertText('{"order": ')
  await page.keyboard.press('Control+Space')
  const list = page.getByRole('listbox', { name: 'Completions' })
  await expect(list.getByRole('option')).toContainText(['TITLE', 'YEAR'])
})

test('the operation at the cursor is sent with Ctrl+Enter, and the picker chooses another', async ({
  parleyPage: page,
}) => {
  const query = await openQuery(page)
  await query.click()
  await page.keyboard.insertText('query One { books { id } }\nquery Two { books { title } }')
  await page.keyboard.press('ControlOrMeta+Enter')
  await expect(page.getByRole('region', { name: 'Response' })).toContainText('The Dispossessed')
  const picker = page.getByRole('button', { name: 'Operation' })
  await expect(picker).toHaveAccessibleDescription('Two')
  expect(server.received.at(-1)?.operationName).toBe('Two')
  await picker.click()
  await page.getByRole('menuitem', { name: 'One' }).click()
  const before = server.received.length
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await expect.poll(() => server.received.length).toBeGreaterThan(before)
  expect(server.received.at(-1)?.operationName).toBe('One')
})

test('a stored schema is there at once, also after a reload', async ({ parleyPage: page }) => {
  await openQuery(page)
  await fetchSchema(page)
  const before = server.received.length
  await page.reload()
  await page.getByRole('button', { name: 'Schema', exact: true }).click()
  await expect(row(page, 'books')).toBeVisible()
  expect(server.received.length).toBe(before)
})

test('a failure says why, with the response and a file as the next step', async ({ parleyPage: page }) => {
  await openQuery(page, server.url.replace('graphql', 'elsewhere'))
  await page.getByRole('button', { name: 'Schema', exact: true }).click()
  await explorer(page).getByRole('button', { name: 'Fetch schema' }).click()
  await expect(explorer(page).getByRole('alert')).toContainText('is not a GraphQL response. (NOT_GRAPHQL)')
  await explorer(page).getByText('Show response').click()
  await expect(explorer(page).locator('pre')).toContainText('404 Not Found')
  await expectAccessible(page)
  const chosen = page.waitForEvent('filechooser')
  await explorer(page).getByRole('button', { name: 'Use a file' }).click()
  await (await chosen).setFiles({
    name: 'schema.graphql',
    mimeType: 'text/plain',
    buffer: Buffer.from('type Query { fromFile: Int }'),
  })
  await expect(row(page, 'fromFile')).toBeVisible()
  await page.reload()
  await page.getByRole('button', { name: 'Schema', exact: true }).click()
  await expect(row(page, 'fromFile')).toBeVisible()
})

test('the explorer works with the keyboard alone', async ({ parleyPage: page }) => {
  const query = await openQuery(page)
  await fetchSchema(page)
  const tree = page.getByRole('tree', { name: 'Schema' })
  await tree.focus()
  await page.keyboard.press('ArrowDown')
  await expect(row(page, 'author')).toHaveAttribute('data-active')
  await page.keyboard.press('Space')
  await expect(lines(query).first()).toHaveText('query ($name: String!) {')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowRight')
  await expect(row(page, 'name')).toHaveAttribute('data-active')
  await page.keyboard.press('ArrowLeft')
  await expect(row(page, 'author')).toHaveAttribute('data-active')
  await page.keyboard.press('ArrowLeft')
  await expect(row(page, 'author')).toHaveAttribute('aria-expanded', 'false')
  await page.keyboard.press('End')
  await expect(row(page, '__typename').last()).toHaveAttribute('data-active')
})

test('a search leads to a type, and its fields to other types', async ({ parleyPage: page }) => {
  await openQuery(page)
  await fetchSchema(page)
  await explorer(page).getByRole('textbox', { name: 'Search schema' }).fill('book')
  const matches = explorer(page).getByRole('listbox', { name: 'Matches' })
  await expect(matches.getByRole('option').first()).toHaveText('Book')
  await expectAccessible(page)
  await matches.getByRole('option').first().click()
  await expect(explorer(page).getByRole('heading', { name: 'type Book' })).toBeVisible()
  await explorer(page).getByRole('button', { name: 'Author', exact: true }).click()
  await expect(explorer(page).getByRole('heading', { name: 'type Author' })).toBeVisible()
})

test('docs of a row and of a name are read by keys, with Back and Forward', async ({ parleyPage: page }) => {
  const query = await openQuery(page)
  await fetchSchema(page)
  const heading = explorer(page).getByRole('heading', { level: 2 })
  await row(page, 'author').hover()
  await explorer(page).getByRole('button', { name: 'Docs of author' }).click()
  await expect(heading).toHaveText('Query.author: Author')
  await expect(explorer(page).getByRole('region', { name: 'Description' })).toHaveText(
    'One author by the name.',
  )
  await expect(explorer(page).getByRole('list', { name: 'Arguments' }).getByRole('listitem')).toHaveText([
    'name: String!',
  ])
  await expectAccessibleInThemes(page)
  await explorer(page).getByRole('button', { name: 'Author', exact: true }).focus()
  await page.keyboard.press('Enter')
  await expect(heading).toHaveText('type Author')
  // The focus stays in the pane, though what had it is gone.
  await page.keyboard.press('Alt+ArrowLeft')
  await expect(heading).toHaveText('Query.author: Author')
  await page.keyboard.press('Alt+ArrowLeft')
  await expect(row(page, 'author')).toBeVisible()
  await page.keyboard.press('Alt+ArrowRight')
  await page.keyboard.press('Alt+ArrowRight')
  await expect(heading).toHaveText('type Author')
  await explorer(page).getByRole('textbox', { name: 'Search schema' }).fill('search')
  await query.click()
  await page.keyboard.insertText('{ oldBooks { title } }')
  await query.getByText('oldBooks', { exact: true }).click()
  await page.keyboard.press('F1')
  await expect(heading).toHaveText('Query.oldBooks: [Book]')
  await expect(explorer(page)).toContainText('Deprecated: Use books.')
})

test('the schema is exported as SDL and as JSON', async ({ parleyPage: page }) => {
  await openQuery(page)
  await fetchSchema(page)
  for (const [format, name, text] of [
    ['SDL', 'schema.graphql', 'union SearchHit = Book | Author'],
    ['JSON', 'schema.json', '"__schema"'],
  ] as const) {
    await explorer(page).getByRole('button', { name: 'Schema actions' }).click()
    const saved = page.waitForEvent('download')
    await page.getByRole('menuitem', { name: `Export as ${format}` }).click()
    const download = await saved
    expect(download.suggestedFilename()).toBe(name)
    const chunks: Buffer[] = []
    for await (const chunk of await download.createReadStream()) chunks.push(chunk)
    expect(Buffer.concat(chunks).toString()).toContain(text)
  }
})

test('a file is sent as a variable of the scalar Upload', async ({ parleyPage: page }) => {
  const uploads = await startGraphQlServer({
    typeDefs:
      'scalar Upload type Query { a: Int } type Mutation { add(file: Upload!, note: String): String }',
    resolvers: {
      Mutation: { add: async (_: unknown, { file }: { file: File }) => `${file.name}: ${await file.text()}` },
    },
  })
  const query = await openQuery(page, uploads.url)
  await query.click()
  await page.keyboard.insertText('mutation ($file: Upload!, $note: String) { add(file: $file, note: $note) }')
  const files = page.getByRole('list', { name: 'Files of variables' })
  await expect(files.getByRole('listitem').first()).toContainText('$file')
  const chosen = page.waitForEvent('filechooser')
  await files.getByRole('button', { name: 'Select file' }).click()
  await (await chosen).setFiles({ name: 'a.txt', mimeType: 'text/plain', buffer: Buffer.from('content') })
  await expect(files).toContainText('a.txt')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(page.getByRole('region', { name: 'Response' })).toContainText('a.txt: content')
  await files.getByRole('button', { name: 'Remove the file of $file' }).click()
  await expect(files).not.toContainText('a.txt')
  await files.getByRole('button', { name: 'Attach file to variable' }).click()
  await page.getByRole('menuitem', { name: '$note' }).click()
  await expect(files.getByRole('listitem')).toHaveCount(2)
  await uploads.close()
})

test('a schema file of the collection is followed, and one that is gone leaves its schema', async ({
  ownParley,
  ownParleyPage: page,
}) => {
  const file = join(ownParley.home, 'workspaces', 'bookshop', 'shop.graphql')
  await writeFile(file, 'type Query { pears: Int }')
  await openQuery(page)
  await page.getByRole('button', { name: 'Schema', exact: true }).click()
  await explorer(page).getByRole('button', { name: 'Schema actions' }).click()
  await page.getByRole('menuitem', { name: 'Follow a file of the collection' }).click()
  await expectAccessible(page)
  await explorer(page).getByRole('option', { name: 'shop.graphql' }).click()
  await expect(row(page, 'pears')).toBeVisible()
  await expect(explorer(page)).toContainText(/shop\.graphql, loaded (at|yesterday at) .*, \d+ types/)
  await writeFile(file, 'type Query { plums: Int }')
  await expect(row(page, 'plums')).toBeVisible()
  await writeFile(file, 'type Query {')
  await expect(explorer(page).getByRole('alert')).toContainText('SCHEMA_NOT_READ')
  await page.reload()
  await page.getByRole('button', { name: 'Schema', exact: true }).click()
  await expect(explorer(page).getByRole('alert')).toContainText('SCHEMA_NOT_READ')
  await expect(row(page, 'plums')).toBeVisible()
  await unlink(file)
  await expect(explorer(page).getByRole('alert')).toContainText('SCHEMA_FILE_MISSING')
  await expect(row(page, 'plums')).toBeVisible()
  await expectAccessible(page)
  await explorer(page).getByRole('button', { name: 'Use introspection' }).click()
  await explorer(page).getByRole('button', { name: 'Refresh schema' }).click()
  await expect(row(page, 'books')).toBeVisible()
})
