import { startModelServer } from '@parley/testkit'
import type { Page } from '@playwright/test'
import { settingsPages } from '../apps/web/src/workbench/dialogs.ts'

const region = (page: Page) => page.getByRole('region', { name: 'Response', exact: true })
const requestTab = (page: Page, name: string) =>
  page.getByRole('tablist', { name: 'Request', exact: true }).getByRole('tab', { name, exact: true })
const responseTab = (page: Page, name: string) =>
  page.getByRole('tablist', { name: 'Response', exact: true }).getByRole('tab', { name, exact: true })
const view = (page: Page, name: string) => region(page).getByRole('radio', { name, exact: true })

/** A screen of the page. */
export interface Screen {
  readonly name: string
  /** Opens it from a new window. */
  show(page: Page): Promise<void>
}

/** The screens of the page: how to open each from a new window. */
export const screens: readonly Screen[] = [
  { name: 'empty', show: closeAll },
  { name: 'workbench', show: showAnswer },
  { name: 'workbench-side', show: showBeside },
  { name: 'body', show: showBody },
  { name: 'graphql', show: showGraphQl },
  { name: 'event-stream', show: showEventStream },
  { name: 'websocket', show: showWebSocket },
  { name: 'grpc', show: showGrpc },
  { name: 'scripts', show: showScripts },
  { name: 'headers-tests', show: showTests },
  { name: 'timeline', show: showTimeline },
  { name: 'preview', show: (page: Page) => showView(page, 'List books', 'Preview', 'Ursula K. Le Guin') },
  { name: 'hex', show: (page: Page) => showView(page, 'Image', 'Hex', '00000010') },
  { name: 'awaiting', show: showAwaiting },
  { name: 'failed', show: showFailed },
  { name: 'assistant', show: showAssistant },
  { name: 'agents', show: showAgents },
  { name: 'not-sent', show: showNotSent },
  { name: 'menus', show: showMenu },
  { name: 'authorization', show: showAuthorization },
  { name: 'save-request', show: showSaveRequest },
  { name: 'run-history', show: showRunHistory },
  { name: 'environment', show: showEnvironment },
  { name: 'palette', show: showPalette },
  { name: 'generate-code', show: showGenerateCode },
  { name: 'run-options', show: (page: Page) => showRun(page, 'Bookshop API') },
  { name: 'run', show: showRunResults },
  { name: 'load-options', show: showLoadOptions },
  { name: 'assertions', show: showAssertions },
  { name: 'example', show: showExample },
  { name: 'save-example', show: showSaveExample },
  { name: 'collection', show: showCollection },
  { name: 'import', show: (page: Page) => showWorkspaceDialog(page, 'Import') },
  { name: 'export', show: (page: Page) => showWorkspaceDialog(page, 'Export') },
  ...settingsPages
    .filter(name => name !== 'Agents')
    .map(name => ({
      name: `settings-${name.toLowerCase().replaceAll(' ', '-')}`,
      show: (page: Page) => showSettings(page, name),
    })),
]

/** Opens a request. Below 1024 px the sidebar covers the page; from 1024 px on it is next to it. */
async function open(page: Page, name: string) {
  await page.getByRole('treeitem', { name, exact: true }).dblclick()
  await page.getByRole('tab', { name, exact: true, selected: true }).waitFor()
}

async function send(page: Page, status = '200 OK') {
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await region(page).getByRole('status').filter({ hasText: status }).first().waitFor()
}

/** Replaces the text of an editor. */
async function type(page: Page, name: string, text: string) {
  await page.getByRole('textbox', { name, exact: true }).click()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.insertText(text)
}

async function closeAll(page: Page) {
  await page.getByRole('tab', { name: 'List books' }).click({ button: 'middle' })
  await page.getByRole('heading', { name: 'Send your first request' }).waitFor()
}

async function showAnswer(page: Page) {
  await send(page)
  await region(page).getByText('"title": "The Left Hand of Darkness"').waitFor()
}

async function showBeside(page: Page) {
  await page.getByRole('button', { name: 'Toggle layout' }).click()
  await showAnswer(page)
}

async function showBody(page: Page) {
  await open(page, 'Add a book')
  await send(page, '201 Created')
  await responseTab(page, 'Headers').click()
  await page.getByText('content-type').waitFor()
}

async function showGraphQl(page: Page) {
  await open(page, 'Books by GraphQL')
  await page.getByRole('button', { name: 'Toggle layout' }).click()
  await page.getByRole('button', { name: 'Schema', exact: true }).click()
  const explorer = page.getByRole('region', { name: 'Schema explorer' })
  await explorer.getByRole('button', { name: 'Refresh schema' }).click()
  await explorer.getByText(/Loaded at/).waitFor()
  await send(page)
  await page.getByRole('textbox', { name: 'Response body' }).getByText('"books"').waitFor()
}

async function showEventStream(page: Page) {
  await open(page, 'Stock updates')
  await page.getByRole('button', { name: 'Connect', exact: true }).click()
  const events = page.getByRole('listbox', { name: 'Events', exact: true }).getByRole('option')
  await events.nth(4).waitFor()
  await events.nth(1).click()
}

async function showWebSocket(page: Page) {
  await open(page, 'Message echo')
  await page.getByRole('button', { name: 'Connect', exact: true }).click()
  const messages = page.getByRole('listbox', { name: 'Messages', exact: true }).getByRole('option')
  await messages.first().waitFor()
  await page.getByRole('button', { name: 'Send message', exact: true }).click()
  await messages.nth(2).waitFor()
  await messages.first().click()
}

async function showGrpc(page: Page) {
  await open(page, 'A book by gRPC')
  await page.getByRole('button', { name: 'Method', exact: true }).click()
  await page.getByRole('option', { name: 'bookshop.Books/Reserve' }).first().click()
  await type(page, 'Message', '{\n  "id": 1204,\n  "quantity": 2\n}')
  await page.getByRole('button', { name: 'Start', exact: true }).click()
  const messages = page.getByRole('listbox', { name: 'Messages', exact: true }).getByRole('option')
  await messages.filter({ hasText: '"left":38' }).waitFor()
  await page.getByRole('button', { name: 'Send message', exact: true }).click()
  await messages.filter({ hasText: '"left":36' }).click()
  await page.getByRole('region', { name: 'Message', exact: true }).getByText('36', { exact: true }).waitFor()
}

const testScript = `tool.test("Status code is 200", () => {
  tool.response.to.have.status(200)
})

tool.test("Every book has an id", () => {
  for (const book of tool.response.json()) tool.expect(book).to.have.property("id")
})

tool.test("There are ten books", () => {
  tool.expect(tool.response.json()).to.have.lengthOf(10)
})`

async function typeTests(page: Page) {
  await requestTab(page, 'Script').click()
  await page.getByRole('radio', { name: 'Post Response', exact: true }).click()
  await type(page, 'Post Response script', testScript)
}

async function showScripts(page: Page) {
  await typeTests(page)
  await send(page)
}

async function showAssertions(page: Page) {
  await requestTab(page, 'Script').click()
  await page.getByRole('radio', { name: 'Assertions', exact: true }).click()
  const row = page.getByRole('grid', { name: 'Assertions' }).getByRole('row').nth(1)
  await row.getByRole('textbox').first().fill('res.status')
  await row.getByRole('textbox').last().fill('200')
  await send(page)
}

async function showSaveExample(page: Page) {
  await send(page)
  await page.getByRole('button', { name: 'Save as example' }).click()
  await page.getByRole('dialog', { name: 'Save as example' }).waitFor()
}

async function showExample(page: Page) {
  await showSaveExample(page)
  await page.keyboard.type('Twenty books')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Open', exact: true }).click()
  await page.getByRole('textbox', { name: 'Status' }).waitFor()
  await page.getByRole('textbox', { name: 'Response body' }).getByText('title').first().waitFor()
}

async function showCollection(page: Page) {
  await page.getByRole('treeitem', { name: 'Bookshop API', exact: true }).click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Open', exact: true }).click()
  await page.getByRole('tab', { name: 'Bookshop API', exact: true, selected: true }).waitFor()
  // What a tab shows is loaded when it is first needed.
  await page.getByRole('heading', { name: 'Bookshop API', level: 1 }).waitFor()
}

async function showTests(page: Page) {
  await typeTests(page)
  await requestTab(page, 'Headers').click()
  await responseTab(page, 'Test Results').click()
  await send(page)
  await region(page).getByRole('tabpanel').getByText('2 / 3 passed').waitFor()
}

async function showTimeline(page: Page) {
  await open(page, 'Add a book')
  await requestTab(page, 'Body').click()
  await responseTab(page, 'Timeline').click()
  await send(page, '201 Created')
  await region(page).getByText('Download', { exact: true }).waitFor()
}

async function showView(page: Page, request: string, name: string, text: string) {
  await open(page, request)
  await send(page)
  await view(page, name).click()
  await region(page).getByRole('radio', { name, exact: true, checked: true }).waitFor()
  await region(page).getByText(text).first().waitFor()
}

async function showAwaiting(page: Page) {
  await open(page, 'Slow response')
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await region(page)
    .getByText(/^1\.\d s$/)
    .waitFor()
}

async function showFailed(page: Page) {
  await type(page, 'URL', 'http://127.0.0.1:9/books')
  await send(page, 'Failed')
}

async function showNotSent(page: Page) {
  await requestTab(page, 'Script').click()
  await type(page, 'Pre Request script', 'const token = tool.environment.get("sessionToken")\ntoken.trim()')
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await page.getByRole('alert').filter({ hasText: 'Request not sent' }).waitFor()
}

async function showMenu(page: Page) {
  await open(page, 'Echo')
  await page.getByRole('tab', { name: 'Echo', exact: true }).click({ button: 'right' })
  await page.getByRole('menu').waitFor()
}

/** A server of the testkit answers: no model is asked. */
async function showAssistant(page: Page) {
  const model = await startModelServer('openai')
  const change = JSON.stringify({
    kind: 'test',
    text: "pw.test('is found', () => pw.expect(pw.response.status).toBe(200))",
  })
  const text = `**There is no book with this number.** The server answers with \`404 Not Found\`, and its body says so.\n\n- Check the number in the URL.\n- Add a test, so that a run tells you.\n\n\`\`\`parley-proposal\n${change}\n\`\`\``
  model.behaviour = { kind: 'answer', text }
  await open(page, 'Not found')
  await send(page, '404')
  await region(page).getByRole('button', { name: 'Explain', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Settings' })
  await dialog.getByRole('textbox', { name: 'Address' }).fill(`${model.url}/v1`)
  await dialog.getByRole('textbox', { name: 'Model' }).fill('small-model')
  await dialog.locator('label', { has: page.getByRole('switch', { name: 'Enable assistant' }) }).click()
  await page.keyboard.press('Escape')
  const panel = page.getByRole('complementary', { name: 'Assistant' })
  await panel.getByRole('button', { name: 'Ask', exact: true }).click()
  await panel.getByRole('button', { name: 'Copy', exact: true }).waitFor()
  await model.close()
}

/** Settings → Agents while an agent is at work. */
async function showAgents(page: Page) {
  const token = await page.evaluate(() => sessionStorage.getItem('parley-token') ?? '')
  const now = Date.now()
  const calls = [
    ['list_requests', '“books”', '4 of 4', false],
    ['send_request', 'Bookshop API/Books/List books.yml', '200, 34 ms', false],
    ['send_request', 'Bookshop API/Books/Add a book.yml', 'READ_ONLY', true],
  ] as const
  const report = {
    server: {
      ...{ serverId: crypto.randomUUID(), processId: process.pid, startedAtMs: now - 60_000 },
      workspaces: [
        { name: 'Bookshop', folder: '/home/ada/apis', collections: ['Bookshop API'], requests: 24 },
      ],
      ...{ environment: null, access: 'readOnly', way: 'stdio' },
    },
    calls: calls.map(([tool, subject, outcome, isError], at) => ({
      ...{ number: at + 1, atMs: now - 3000 + 1000 * at, tool, subject, outcome, isError },
    })),
    hasEnded: false,
  }
  await page.request.post(`${new URL(page.url()).origin}/rpc/agents/report`, {
    headers: { 'parley-token': token, origin: new URL(page.url()).origin },
    data: { json: report },
  })
  // The program is where Parley is installed.
  await page.route('**/rpc/agents/read', async route => {
    // A kept connection could be ended by the server at the moment in which the next read uses it.
    const headers = { ...route.request().headers(), connection: 'close' }
    const response = await route.fetch({ headers })
    const { json } = await response.json()
    await route.fulfill({ response, json: { json: { ...json, program: ['parley'] } } })
  })
  await showSettings(page, 'Agents')
  await page.getByRole('region', { name: 'Last calls of agents' }).waitFor()
}

async function showSettings(page: Page, name: string) {
  await page.getByRole('button', { name: 'Settings' }).click()
  await page.getByRole('tab', { name, exact: true }).last().click()
  await page.getByRole('heading', { name, exact: true }).waitFor()
}

async function choose(page: Page, label: string, value: string) {
  await page.getByRole('button', { name: label, exact: true }).click()
  await page.getByRole('menuitem', { name: value, exact: true }).click()
}

async function fill(page: Page, fields: Readonly<Record<string, string>>) {
  for (const [label, value] of Object.entries(fields))
    await page.getByRole('main').getByLabel(label, { exact: true }).fill(value)
}

async function showAuthorization(page: Page) {
  await requestTab(page, 'Authorization').click()
  await choose(page, 'Type', 'OAuth 2.0')
  await choose(page, 'Grant type', 'Client credentials')
  await fill(page, {
    'Token URL': '{{authUrl}}/oauth/token',
    'Client ID': 'parley-staging',
    'Client secret': '{{clientSecret}}',
    Scope: 'books:read orders:write',
  })
  await page.getByRole('main').getByLabel('Token URL', { exact: true }).blur()
}

async function showSaveRequest(page: Page) {
  await page.keyboard.press('Alt+t')
  await type(page, 'URL', '{{baseUrl}}/books?author=Le%20Guin')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByRole('dialog', { name: 'Save request' }).waitFor()
}

async function showRunHistory(page: Page) {
  await send(page)
  await type(page, 'URL', '{{baseUrl}}/missing')
  await send(page, '404')
  await page.getByRole('tab', { name: 'History', exact: true }).click()
  await page.getByRole('button', { name: 'Run history' }).click()
  await page.getByRole('dialog', { name: 'Run history' }).getByRole('row').nth(1).waitFor()
}

async function showEnvironment(page: Page) {
  await page.getByRole('tab', { name: 'Environments', exact: true }).click()
  await page.getByRole('button', { name: 'New environment' }).click()
  await page.locator('input[aria-label="Name"]:focus').waitFor()
  await page.keyboard.type('Staging')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Rename Staging' }).waitFor()
  const variables = page.getByRole('grid', { name: 'Variables' })
  const cell = (index: number, column: string) =>
    variables
      .getByRole('row')
      .nth(index + 1)
      .getByRole('textbox', { name: column, exact: true })
  const values = { authUrl: 'https://id.staging.bookshop.example', clientSecret: 'not told', limit: '50' }
  for (const [index, [name, value]] of Object.entries(values).entries()) {
    await cell(index, 'Name').fill(name)
    await cell(index, 'Value').fill(value)
  }
  await variables.getByRole('row').nth(2).getByRole('button', { name: 'Secret' }).click()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByRole('button', { name: 'Environment: Staging' }).waitFor()
}

async function showPalette(page: Page) {
  await send(page)
  await page.getByRole('button', { name: 'Search or run a command' }).click()
  await page.locator('input[role="combobox"]:focus').waitFor()
  await page.keyboard.type('book')
  await page.getByRole('dialog').getByRole('group', { name: 'History' }).waitFor()
}

async function showGenerateCode(page: Page) {
  await page.getByRole('button', { name: 'Generate Code' }).click()
  await page.getByRole('dialog').getByRole('textbox', { name: 'Code' }).getByText('curl').waitFor()
}

async function showRun(page: Page, name: string) {
  await page.getByRole('treeitem', { name, exact: true }).click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Run', exact: true }).click()
  await page.getByRole('button', { name: 'Run', exact: true }).and(page.locator(':enabled')).waitFor()
}

async function showLoadOptions(page: Page) {
  await page.getByRole('treeitem', { name: 'Bookshop API', exact: true }).click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Load test…', exact: true }).click()
  await page.getByRole('list', { name: 'Not translated' }).getByRole('listitem').first().waitFor()
}

async function showRunResults(page: Page) {
  await typeTests(page)
  await page.keyboard.press('ControlOrMeta+s')
  await showRun(page, 'Bookshop API')
  await page.getByRole('button', { name: 'Run', exact: true }).click()
  await page
    .getByRole('button', { name: 'Run again' })
    .and(page.locator(':enabled'))
    .waitFor({ timeout: 120_000 })
  const requests = page.getByRole('listbox', { name: 'Requests of the run' })
  await requests.getByRole('option', { name: /List books/ }).click()
}

async function showWorkspaceDialog(page: Page, name: string) {
  await page.getByRole('button', { name: /^Workspace: / }).click()
  await page.getByRole('menuitem', { name, exact: true }).click()
  await page.getByRole('dialog', { name, exact: true }).waitFor()
}
