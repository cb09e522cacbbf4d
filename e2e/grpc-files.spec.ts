import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http2'
import { join } from 'node:path'
import { startGrpcServer } from '@parley/testkit/grpc'
import type { Page } from '@playwright/test'
import { openRequest, responsePane, responseStatus, typeUrl } from './support/page-parts.ts'
import { expect, expectAccessible, test } from './support/test.ts'

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const editor = (page: Page) => page.getByRole('textbox', { name: 'Message', exact: true })
const section = (page: Page, name: string) =>
  page.getByRole('tablist', { name: 'Request', exact: true }).getByRole('tab', { name, exact: true })

const service = (method: string, field: string) => `syntax = "proto3";
package own;
message Book { string ${field} = 1; }
service Books { rpc ${method} (Book) returns (Book); }
`

async function chooseMethod(page: Page, method: string): Promise<void> {
  await button(page, 'Method').click()
  const dialog = page.getByRole('dialog', { name: 'Method' })
  await dialog.getByRole('option', { name: method }).first().click()
  await expect(dialog).toBeHidden()
}

test('.proto files are followed: methods, the example and the marks of the message change with them', async ({
  ownParley,
  ownParleyPage: page,
}) => {
  const folder = join(ownParley.home, 'workspaces', 'bookshop', 'Bookshop API')
  await mkdir(join(folder, 'api'), { recursive: true })
  const file = join(folder, 'api', 'own.proto')
  await writeFile(file, service('Get', 'title'))
  await openRequest(page, 'A book by gRPC')
  await section(page, 'Service definition').click()
  await page.getByRole('radio', { name: '.proto files' }).click()
  await page.getByRole('textbox', { name: 'Proto file' }).fill('api/own.proto')
  await typeUrl(page, 'localhost:1')
  await chooseMethod(page, 'own.Books/Get')
  await section(page, 'Message').click()
  await editor(page).click()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.insertText('{"title": "a"}')
  await expect(editor(page).locator('.cm-query-error')).toHaveCount(0)
  await writeFile(file, service('Get', 'name'))
  await expect(editor(page).locator('.cm-query-error')).toHaveText('"title"')
  await button(page, 'Example message').click()
  await expect(editor(page)).toContainText('"name"')
  await expect(editor(page).locator('.cm-query-error')).toHaveCount(0)
  await writeFile(file, 'syntax = "proto3";\nmessage {')
  await section(page, 'Service definition').click()
  await expect(page.getByRole('alert').filter({ hasText: 'own.proto:2:' })).toBeVisible()
  await writeFile(file, service('Find', 'name'))
  await expect(page.getByRole('alert').filter({ hasText: 'own.proto' })).toHaveCount(0)
  await chooseMethod(page, 'own.Books/Find')
  await expectAccessible(page)
})

test('what does not answer as gRPC is shown as the HTTP that it is (GR1)', async ({
  ownParley,
  ownParleyPage: page,
}) => {
  const http = createServer().on('stream', stream => {
    stream.respond({ ':status': 404, 'content-type': 'text/html', 'x-served-by': 'a proxy' })
    stream.end('<h1>Nothing here</h1>')
  })
  await new Promise<void>(resolve => http.listen(0, '127.0.0.1', resolve))
  const address = http.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  const file = join(ownParley.home, 'workspaces', 'bookshop', 'Bookshop API', 'own.proto')
  await writeFile(file, service('Get', 'title'))
  await openRequest(page, 'A book by gRPC')
  await section(page, 'Service definition').click()
  await page.getByRole('radio', { name: '.proto files' }).click()
  await page.getByRole('textbox', { name: 'Proto file' }).fill('own.proto')
  await typeUrl(page, `127.0.0.1:${port}`)
  await chooseMethod(page, 'own.Books/Get')
  await section(page, 'Message').click()
  await editor(page).click()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.insertText('{"title": "a"}')
  await button(page, 'Invoke').click()
  await expect(responseStatus(page)).toContainText('12 UNIMPLEMENTED')
  const status = page.getByRole('region', { name: 'Status of the call' })
  await expect(status).toContainText('The server did not answer as gRPC: HTTP 404 with text/html.')
  const tabs = responsePane(page).getByRole('tablist', { name: 'Response', exact: true })
  await tabs.getByRole('tab', { name: 'Body' }).click()
  await expect(responsePane(page)).toContainText('<h1>Nothing here</h1>')
  await tabs.getByRole('tab', { name: /^Metadata/ }).click()
  await expect(responsePane(page)).toContainText('a proxy')
  await expectAccessible(page)
  await new Promise(resolve => http.close(resolve))
})

test('the proto files and import paths of a collection are edited on its page', async ({
  ownParley,
  ownParleyPage: page,
}) => {
  const folder = join(ownParley.home, 'workspaces', 'bookshop', 'Bookshop API')
  await mkdir(join(folder, 'protos', 'types'), { recursive: true })
  await writeFile(
    join(folder, 'protos', 'own.proto'),
    service('Get', 'title').replace('message', 'import "book.proto";\nmessage'),
  )
  await writeFile(join(folder, 'protos', 'types', 'book.proto'), 'syntax = "proto3";\npackage types;\n')
  await page.getByRole('treeitem', { name: 'Bookshop API', exact: true }).click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Open', exact: true }).click()
  const tabs = page.getByRole('tablist', { name: 'Collection', exact: true })
  await tabs.getByRole('tab', { name: 'Proto files' }).click()
  await button(page, 'Files of the collection').click()
  await page.getByRole('menuitem', { name: 'protos/own.proto' }).click()
  await expect(page.getByRole('textbox', { name: 'proto file 1', exact: true })).toHaveValue(
    'protos/own.proto',
  )
  const newPath = page.getByRole('textbox', { name: 'New import path', exact: true })
  await newPath.fill('protos/types')
  await newPath.fill('gone')
  await page.getByRole('checkbox', { name: 'Use import path 2' }).uncheck()
  await expectAccessible(page)
  await page.keyboard.press('ControlOrMeta+s')
  await expect
    .poll(() => readFile(join(folder, 'opencollection.yml'), 'utf8'))
    .toMatch(
      /protoFiles:\s+- type: file\s+path: protos\/own\.proto\s+importPaths:\s+- path: protos\/types\s+- path: gone\s+disabled: true/,
    )
  await button(page, 'Delete import path 2').click()
  await page.getByRole('textbox', { name: 'import path 1', exact: true }).fill('')
  await page.getByRole('textbox', { name: 'proto file 1', exact: true }).click()
  await expect(page.getByRole('textbox', { name: 'import path 1', exact: true })).toHaveCount(0)
  await newPath.fill('protos/types')
  await page.keyboard.press('ControlOrMeta+s')
  await expect.poll(() => readFile(join(folder, 'opencollection.yml'), 'utf8')).not.toContain('gone')
  await openRequest(page, 'A book by gRPC')
  await section(page, 'Service definition').click()
  await page.getByRole('radio', { name: '.proto files' }).click()
  await typeUrl(page, 'localhost:1')
  await chooseMethod(page, 'own.Books/Get')
})

test('a request that is not saved uses a .proto file that is picked', async ({ parleyPage: page }) => {
  const server = await startGrpcServer()
  await page.getByRole('button', { name: 'New request' }).first().click()
  await page.getByRole('menuitem', { name: 'gRPC' }).click()
  await typeUrl(page, server.address)
  await section(page, 'Service definition').click()
  await page.getByRole('radio', { name: '.proto files' }).click()
  await expect(page.getByRole('textbox', { name: 'Proto file' })).toHaveCount(0)
  const proto = `syntax = "proto3";
package shop;
message Id { int64 id = 1; }
message Named { string name = 2; }
service Books { rpc Get (Id) returns (Named); rpc OnlyInTheFile (Id) returns (Named); }
`
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.getByRole('button', { name: 'Select file' }).click(),
  ])
  await chooser.setFiles({ name: 'picked.proto', mimeType: 'text/plain', buffer: Buffer.from(proto) })
  await expect(page.getByText('picked.proto')).toBeVisible()
  await chooseMethod(page, 'shop.Books/OnlyInTheFile')
  await chooseMethod(page, 'shop.Books/Get')
  await expectAccessible(page)
  await button(page, 'Invoke').click()
  await expect(responseStatus(page)).toContainText(/^\d+ [A-Z]/)
  await server.close()
})
