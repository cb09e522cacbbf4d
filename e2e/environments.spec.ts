import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { newRequest, urlField } from './support/page-parts.ts'
import {
  canary,
  cell,
  isSaved,
  makeEnvironment,
  picker,
  row,
  save,
  tab,
  testPicker,
} from './support/rooms/environments.ts'
import { search } from './support/rooms/palette.ts'
import { expect, expectAccessible, expectAccessibleInThemes, test } from './support/test.ts'

testPicker({ One: '1204', Two: '1219' })

test('an environment is created, filled, activated and used by a send', async ({
  ownParley: parley,
  ownParleyPage: page,
}) => {
  await makeEnvironment(page, 'Staging')
  await cell(page, 0, 'Name').fill('author')
  await cell(page, 0, 'Value').fill('Tolstoy')
  await cell(page, 1, 'Name').fill('clientSecret')
  await cell(page, 1, 'Value').fill(canary)
  await row(page, 1).getByRole('button', { name: 'Secret' }).click()
  await expect(cell(page, 1, 'Value')).toHaveAttribute('type', 'password')
  await expect(tab(page, 'Staging')).toHaveAttribute('aria-description', 'Unsaved changes')
  await expectAccessibleInThemes(page)
  await page.keyboard.press('ControlOrMeta+s')
  await isSaved(page, 'Staging')
  await expect(page.getByText('Active environment')).toBeVisible()
  await expect(picker(page)).toHaveAccessibleName('Environment: Staging')
  await tab(page, 'List books').click()
  await newRequest(page, '{{baseUrl}}/echo?author={{author}}')
  const file = readFileSync(join(parley.home, 'workspaces/bookshop/environments/Staging.yml'), 'utf8')
  expect(file).toContain('Tolstoy')
  expect(file).not.toContain(canary)
  await page.reload()
  await expect(picker(page)).toHaveAccessibleName('Environment: Staging')
})

test('a long list of environments is searched', async ({ ownParley: parley, ownParleyPage: page }) => {
  await makeEnvironment(page, 'Number 0')
  const folder = join(parley.home, 'workspaces/bookshop/environments')
  for (let index = 1; index < 12; index++)
    writeFileSync(join(folder, `number-${index}.yml`), `name: Number ${index}\n`)
  await expect(page.getByRole('navigation').getByRole('button', { name: 'Number 11' })).toBeVisible()
  await picker(page).click()
  const search = page.getByRole('textbox', { name: 'Search environments' })
  await expect(search).toBeFocused()
  await page.keyboard.type('nothing')
  await expect(page.getByRole('dialog', { name: 'Environment' })).toContainText('Nothing matches “nothing”')
  await search.fill('11')
  await expectAccessible(page)
  await page.keyboard.press('Enter')
  await expect(picker(page)).toHaveAccessibleName('Environment: Number 11')
})

test('an environment whose file was changed on disk asks which version to keep, and loses nothing', async ({
  ownParley: parley,
  ownParleyPage: page,
}) => {
  await makeEnvironment(page, 'Staging')
  await cell(page, 0, 'Name').fill('region')
  await cell(page, 0, 'Value').fill('eu')
  await save(page)
  await isSaved(page, 'Staging')
  const file = join(parley.home, 'workspaces/bookshop/environments/Staging.yml')
  writeFileSync(file, readFileSync(file, 'utf8').replace('eu', 'us'))
  await expect(cell(page, 0, 'Value')).toHaveValue('us')
  await cell(page, 0, 'Value').fill('mine')
  writeFileSync(file, readFileSync(file, 'utf8').replace('us', 'theirs'))
  await save(page)
  const dialog = page.getByRole('alertdialog', { name: 'Staging was changed on disk' })
  await expect(dialog.getByRole('row', { name: 'Variable region' })).toContainText(/mine.*theirs/)
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Decide later' }).click()
  await expect(cell(page, 0, 'Value')).toHaveValue('mine')
  expect(readFileSync(file, 'utf8')).toContain('theirs')
  await save(page)
  await dialog.getByRole('button', { name: 'Keep mine' }).click()
  await isSaved(page, 'Staging')
  expect(readFileSync(file, 'utf8')).toContain('mine')
  await cell(page, 0, 'Value').fill('never saved')
  rmSync(file)
  await expect(page.getByText('This environment was deleted.')).toBeVisible()
  await save(page)
  await isSaved(page, 'Staging')
  expect(readFileSync(file, 'utf8')).toContain('never saved')
})

test('closing a page with changes asks, and a refused name stays so that it can be corrected', async ({
  ownParleyPage: page,
}) => {
  await makeEnvironment(page, 'Staging')
  await page.getByRole('button', { name: 'Duplicate' }).click()
  await expect(tab(page, 'Staging copy')).toHaveAttribute('aria-selected', 'true')
  await page.getByRole('button', { name: 'Rename Staging copy' }).click()
  const field = page.getByRole('textbox', { name: 'Name', exact: true }).first()
  await field.fill('Staging')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert')).toContainText('There is an environment “Staging” already.')
  await expect(field).toHaveValue('Staging')
  await page.keyboard.press('Escape')
  await cell(page, 0, 'Name').fill('x')
  await tab(page, 'Staging copy').focus()
  await page.keyboard.press('Delete')
  const question = page.getByRole('alertdialog', { name: 'Save changes to Staging copy?' })
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(cell(page, 0, 'Name')).toHaveValue('x')
  await page.keyboard.press('Alt+w')
  await question.getByRole('button', { name: "Don't save" }).click()
  await expect(tab(page, 'Staging')).toHaveAttribute('aria-selected', 'true')
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  const deletion = page.getByRole('alertdialog', { name: 'Delete Staging?' })
  await expect(deletion).toContainText(
    'It is removed from Environments. You can restore it from Recently deleted for 7 days.',
  )
  await deletion.getByRole('button', { name: 'Delete' }).click()
  await expect(tab(page, 'Staging')).toHaveCount(0)
  await expect(urlField(page)).toBeVisible()
})

test('the list says how many variables there are, and follows changes; a value without a name is not saved', async ({
  ownParley: parley,
  ownParleyPage: page,
}) => {
  await makeEnvironment(page, 'Counted')
  const entry = page.getByRole('navigation').getByRole('button', { name: 'Counted', exact: true })
  await expect(entry).toHaveAttribute('aria-description', /\b0 variables$/)
  await cell(page, 0, 'Name').fill('region')
  await cell(page, 0, 'Value').fill('eu')
  await save(page)
  await expect(entry).toHaveAttribute('aria-description', /\b1 variable$/)
  await cell(page, 1, 'Name').fill('x')
  await cell(page, 1, 'Value').fill('kept')
  await cell(page, 1, 'Name').fill('')
  await save(page)
  await expect(
    page.getByText('A variable has a value and no name. Give it a name, or remove it.'),
  ).toBeVisible()
  await expect(cell(page, 1, 'Value')).toHaveValue('kept')
  const file = join(parley.home, 'workspaces/bookshop/environments/Counted.yml')
  expect(readFileSync(file, 'utf8')).not.toContain('kept')
  await cell(page, 1, 'Value').fill('')
  await save(page)
  await isSaved(page, 'Counted')
  expect(readFileSync(file, 'utf8').match(/- name:/g)).toHaveLength(1)
})

test('an environment is exported from its own menu, without its secrets, and imported again', async ({
  ownParleyPage: page,
}) => {
  await makeEnvironment(page, 'Live')
  const variables = [
    ['baseUrl', 'https://a.test'],
    ['token', canary],
  ] as const
  for (const [index, [name, value]] of variables.entries()) {
    await cell(page, index, 'Name').fill(name)
    await cell(page, index, 'Value').fill(value)
  }
  await row(page, 1)
    .getByRole('button', { name: /secret/i })
    .click()
  await save(page)
  await isSaved(page, 'Live')
  const own = page.getByRole('navigation').getByRole('button', { name: 'Live', exact: true })
  await own.click({ button: 'right' })
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: 'Export', exact: true }).click(),
  ])
  expect(download.suggestedFilename()).toBe('Live.postman_environment.json')
  const path = await download.path()
  const text = readFileSync(path, 'utf8')
  expect(text).not.toContain(canary)
  expect(JSON.parse(text)).toMatchObject({
    name: 'Live',
    values: [
      { key: 'baseUrl', value: 'https://a.test', type: 'default' },
      { key: 'token', value: '', type: 'secret' },
    ],
  })
  await own.click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Import', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Import' })
  await expect(dialog).toBeVisible()
  await dialog
    .locator('input[type="file"]')
    .first()
    .setInputFiles({
      name: 'Other.json',
      mimeType: 'application/json',
      buffer: Buffer.from(text.replace('"Live"', '"Other"')),
    })
  await dialog.getByRole('button', { name: 'Import', exact: true }).click()
  await expect(dialog.getByText('1 environment').first()).toBeVisible()
})

test('Set active and Duplicate, which another button or page replaces, leave the focus beside them', async ({
  ownParleyPage: page,
}) => {
  // The first one is active from the beginning.
  await makeEnvironment(page, 'Live')
  await makeEnvironment(page, 'Staging')
  await page.getByRole('button', { name: 'Set active', exact: true }).press('Enter')
  await expect(page.getByText('Active environment', { exact: true })).toBeVisible()
  await expect(cell(page, 0, 'Name')).toBeFocused()
  await page.getByRole('button', { name: 'Duplicate', exact: true }).press('Enter')
  await expect(tab(page, 'Staging copy')).toBeFocused()
})

test('the active environment is edited over the page: in the draft of its own page, which stays unsaved until it is saved', async ({
  ownParleyPage: page,
}) => {
  await makeEnvironment(page, 'Staging')
  await cell(page, 0, 'Name').fill('author')
  await cell(page, 0, 'Value').fill('Tolstoy')
  await save(page)
  await isSaved(page, 'Staging')
  await page.keyboard.press('Alt+w')
  await expect(tab(page, 'Staging')).toHaveCount(0)

  await picker(page).click()
  await page.getByRole('button', { name: 'Quick edit Staging…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Quick edit Staging' })
  await expect(cell(page, 0, 'Value')).toBeFocused()
  await expectAccessibleInThemes(page)
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(tab(page, 'Staging'), 'nothing was changed').toHaveCount(0)

  await search(page, 'Quick edit environment')
  await page.keyboard.press('Enter')
  await expect(cell(page, 0, 'Value')).toBeFocused()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type('Gogol')
  await expect(dialog.getByRole('status')).toHaveText('Unsaved changes')
  await page.keyboard.press('ControlOrMeta+z')
  await expect(cell(page, 0, 'Value')).toHaveValue('Tolstoy')
  await page.keyboard.press('ControlOrMeta+Shift+z')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(tab(page, 'Staging')).toHaveAttribute('aria-description', 'Unsaved changes')
  await expect(tab(page, 'Staging')).toHaveAttribute('aria-selected', 'false')

  await search(page, 'Quick edit environment')
  await page.keyboard.press('Enter')
  await expect(cell(page, 0, 'Value')).toHaveValue('Gogol')
  await page.keyboard.press('ControlOrMeta+s')
  await expect(dialog.getByRole('status')).toHaveText('Saved')
  await dialog.getByRole('button', { name: 'Open environment' }).click()
  await expect(tab(page, 'Staging')).toHaveAttribute('aria-selected', 'true')
  await isSaved(page, 'Staging')
  await expect(cell(page, 0, 'Value')).toHaveValue('Gogol')
})

test('a quick edit of many variables is filtered, and what is edited stays in sight', async ({
  ownParleyPage: page,
}) => {
  await makeEnvironment(page, 'Many')
  await cell(page, 0, 'Name').focus()
  const lines = Array.from({ length: 120 }, (_, index) => `name${index}=${index}`).join('\n')
  await page.evaluate(text => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', text)
    const paste = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true })
    document.activeElement?.dispatchEvent(paste)
  }, lines)
  await save(page)
  await isSaved(page, 'Many')
  await search(page, 'Quick edit environment')
  await page.keyboard.press('Enter')
  const filter = page.getByRole('textbox', { name: 'Filter variables' })
  await expect(filter).toBeFocused()
  await page.keyboard.type('name11')
  const names = page.getByRole('dialog').getByRole('textbox', { name: 'Name', exact: true })
  await expect(names).toHaveCount(12)
  await names.first().focus()
  await expect(names.first()).toHaveValue('name11')
  await page.keyboard.press('ArrowDown')
  await expect(names.nth(1)).toBeFocused()
  await expect(names.nth(1)).toHaveValue('name110')
  await page.keyboard.press('End')
  await page.keyboard.press('Backspace')
  await page.keyboard.type('x')
  await page.keyboard.press('Backspace')
  await page.keyboard.press('Backspace')
  await expect(names.nth(1), 'it no longer matches').toHaveValue('name1')
  await expect(names.nth(1)).toBeFocused()
})

test('environments are edited side by side: missing values are filled in, secrets stay hidden, and one save stores all', async ({
  ownParley: parley,
  ownParleyPage: page,
}) => {
  for (const name of ['Local', 'Live']) {
    await makeEnvironment(page, name)
    await cell(page, 0, 'Name').fill('host')
    await cell(page, 0, 'Value').fill(`${name.toLowerCase()}.test`)
  }
  await cell(page, 1, 'Name').fill('clientSecret')
  await cell(page, 1, 'Value').fill(canary)
  await row(page, 1).getByRole('button', { name: 'Secret' }).click()
  await save(page)
  await isSaved(page, 'Live')
  await page.keyboard.press('Alt+w')
  await tab(page, 'Local').click()
  await save(page)
  await isSaved(page, 'Local')
  await page.getByRole('button', { name: 'Side by side', exact: true }).click()
  const table = page.getByRole('grid', { name: 'Environments side by side' })
  const value = (name: string, environment: string) =>
    table.getByRole('textbox', { name: `${name} in ${environment}`, exact: true })
  await expect(value('host', 'Live')).toHaveValue('live.test')
  await expect(value('clientSecret', 'Live')).toHaveAttribute('type', 'password')
  await expect(value('clientSecret', 'Local')).toHaveAttribute('placeholder', 'Not set')
  await expectAccessibleInThemes(page)

  await value('host', 'Live').focus()
  await page.keyboard.press('ArrowDown')
  await expect(value('clientSecret', 'Live')).toBeFocused()
  await page.keyboard.press('End')
  await page.keyboard.press('ArrowRight')
  await expect(value('clientSecret', 'Local')).toBeFocused()
  await page.keyboard.type('own-3f')
  await expect(value('clientSecret', 'Local')).toHaveAttribute('type', 'password')
  await page.keyboard.press('Escape')
  await expect(value('clientSecret', 'Local')).toHaveValue('')
  await page.keyboard.press('ControlOrMeta+z')
  await expect(value('clientSecret', 'Local')).toHaveValue('own-3f')
  // Below it are a name of the sample's environments and the row of a new name.
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.type('port')
  await page.keyboard.press('Enter')
  await expect(value('port', 'Live')).toBeFocused()
  await page.keyboard.type('8443')
  await expect(tab(page, 'Live'), 'the edit opens its tab').toHaveAttribute(
    'aria-description',
    'Unsaved changes',
  )
  await expect(table.getByRole('button', { name: 'Live' })).toHaveAttribute(
    'aria-description',
    'Unsaved changes',
  )

  await page.keyboard.press('ControlOrMeta+s')
  await isSaved(page, 'Local')
  await expect(table.getByRole('button', { name: 'Live' })).not.toHaveAttribute('aria-description')
  const fileOf = (name: string) =>
    readFileSync(join(parley.home, `workspaces/bookshop/environments/${name}.yml`), 'utf8')
  expect(fileOf('Live')).toContain('8443')
  expect(fileOf('Local')).toContain('clientSecret')
  expect(fileOf('Local')).not.toContain('own-3f')
  await tab(page, 'Local').click()
  await expect(tab(page, 'Live'), 'it was only edited').toHaveCount(0)
  await expect(cell(page, 1, 'Value')).toHaveValue('own-3f')
})
