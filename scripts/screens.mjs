const region = page => page.getByRole('region', { name: 'Response', exact: true })
const requestTab = (page, name) =>
  page.getByRole('tablist', { name: 'Request', exact: true }).getByRole('tab', { name, exact: true })
const responseTab = (page, name) =>
  page.getByRole('tablist', { name: 'Response', exact: true }).getByRole('tab', { name, exact: true })
const view = (page, name) => region(page).getByRole('radio', { name, exact: true })

/**
 * The screens of the page: how each comes about from a new window, and the drawing that it is compared with
 * where there is one.
 */
export const screens = [
  { name: 'empty', design: 'empty', show: closeAll },
  { name: 'workbench', design: 'workbench', show: showAnswer },
  { name: 'workbench-side', design: 'workbench-side', show: showBeside },
  { name: 'body', design: 'body', show: showBody },
  { name: 'graphql', design: 'graphql', show: showGraphQl },
  { name: 'scripts', design: 'scripts', show: showScripts },
  { name: 'headers-tests', design: 'headers-tests', show: showTests },
  { name: 'timeline', design: 'raw-timeline', show: showTimeline },
  { name: 'preview', show: page => showView(page, 'List books', 'Preview') },
  { name: 'hex', show: page => showView(page, 'Image', 'Hex') },
  { name: 'awaiting', design: 'awaiting', show: showAwaiting },
  { name: 'failed', design: 'failed', show: showFailed },
  { name: 'not-sent', design: 'notices', show: showNotSent },
  { name: 'menus', design: 'menus', show: showMenu },
  ...['General', 'Appearance', 'Editor', 'Keyboard', 'About'].map(name => ({
    name: `settings-${name.toLowerCase()}`,
    ...(name === 'Keyboard' && { design: 'settings-keyboard' }),
    show: page => showSettings(page, name),
  })),
]

/** Below 1024 the sidebar lies over the page; at 1024 it stands beside it. */
async function open(page, name) {
  await page.getByRole('treeitem', { name, exact: true }).dblclick()
  await page.getByRole('tab', { name, exact: true, selected: true }).waitFor()
}

async function send(page, status = '200 OK') {
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await region(page).getByRole('status').filter({ hasText: status }).first().waitFor()
}

/** Replaces the text of an editor. */
async function type(page, name, text) {
  await page.getByRole('textbox', { name, exact: true }).click()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.insertText(text)
}

async function closeAll(page) {
  await page.getByRole('tab', { name: 'List books' }).click({ button: 'middle' })
  await page.getByRole('heading', { name: 'Send your first request' }).waitFor()
}

async function showAnswer(page) {
  await send(page)
  await region(page).getByText('"title": "The Left Hand of Darkness"').waitFor()
}

async function showBeside(page) {
  await page.getByRole('button', { name: 'Toggle layout' }).click()
  await showAnswer(page)
}

async function showBody(page) {
  await open(page, 'Add a book')
  await send(page, '201 Created')
  await responseTab(page, 'Headers').click()
}

async function showGraphQl(page) {
  await open(page, 'Echo')
  await requestTab(page, 'Body').click()
  await page.getByRole('radio', { name: 'GraphQL' }).click()
  await type(page, 'Query', 'query Book($id: ID!) {\n  book(id: $id) {\n    title\n    author\n  }\n}')
  await type(page, 'Variables', '{\n  "id": 1204\n}')
  await send(page)
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

async function typeTests(page) {
  await requestTab(page, 'Script').click()
  await page.getByRole('tab', { name: 'Post Response', exact: true }).click()
  await type(page, 'Post Response script', testScript)
}

async function showScripts(page) {
  await typeTests(page)
  await send(page)
}

async function showTests(page) {
  await typeTests(page)
  await requestTab(page, 'Headers').click()
  await responseTab(page, 'Test Results').click()
  await send(page)
  await region(page).getByRole('tabpanel').getByText('2 / 3 passed').waitFor()
}

async function showTimeline(page) {
  await open(page, 'Add a book')
  await requestTab(page, 'Body').click()
  await responseTab(page, 'Timeline').click()
  await send(page, '201 Created')
}

async function showView(page, request, name) {
  await open(page, request)
  await send(page)
  await view(page, name).click()
  await view(page, name).and(page.locator('[aria-checked="true"]')).waitFor()
}

async function showAwaiting(page) {
  await open(page, 'Slow answer')
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await region(page)
    .getByText(/^1\.\d s$/)
    .waitFor()
}

async function showFailed(page) {
  await type(page, 'URL', 'http://127.0.0.1:9/books')
  await send(page, 'Failed')
}

async function showNotSent(page) {
  await requestTab(page, 'Script').click()
  await type(page, 'Pre Request script', 'const token = tool.environment.get("token")\ntoken.trim()')
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await page.getByRole('alert').filter({ hasText: 'Request not sent' }).waitFor()
}

async function showMenu(page) {
  await open(page, 'Echo')
  await page.getByRole('tab', { name: 'Echo', exact: true }).click({ button: 'right' })
  await page.getByRole('menu').waitFor()
}

async function showSettings(page, name) {
  await page.getByRole('button', { name: 'Settings' }).click()
  await page.getByRole('tab', { name, exact: true }).last().click()
  await page.getByRole('heading', { name, exact: true }).waitFor()
}
