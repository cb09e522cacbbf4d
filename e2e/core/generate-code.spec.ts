import { demoAddress, openRequest } from '../support/page-parts.ts'
import { clipboard, code, dialog, language, opener, option } from '../support/rooms/generate-code.ts'
import { expect, expectAccessible, test } from '../support/test.ts'

test.beforeEach(({ context }) => context.grantPermissions(['clipboard-read', 'clipboard-write']))

test('the code of a request is chosen, shown and copied by keyboard, and the focus returns', async ({
  parleyPage: page,
}) => {
  await openRequest(page, 'Add a book')
  await opener(page).focus()
  await page.keyboard.press('Enter')
  await expect(language(page, 'cURL Shell')).toBeFocused()
  await expect(code(page)).toContainText(`curl ${await demoAddress(page)}/books`)
  await expect(dialog(page).getByRole('option')).toContainText([
    'cURLShell',
    'PythonRequests',
    'TypeScriptFetch',
    'Gonet/http',
    'JavaHttpClient',
    'C#HttpClient',
    'PHPcURL',
    'RubyNet::HTTP',
    'SwiftURLSession',
  ])
  const languages = (
    await dialog(page).getByRole('option').locator('span:first-child').allTextContents()
  ).filter((one, at, all) => one !== all[at - 1])
  expect(new Set(languages).size, 'the libraries of a language are below each other').toBe(languages.length)
  await expectAccessible(page)
  await page.keyboard.press('ArrowDown')
  await expect(language(page, 'Python Requests')).toHaveAttribute('aria-selected', 'true')
  await expect(code(page)).toContainText('import requests')
  await page.keyboard.press('ControlOrMeta+Enter')
  await expect(dialog(page).getByRole('status')).toHaveText('Copied')
  expect(await clipboard(page)).toContain('response = requests.post(\n')
  await page.keyboard.press('Tab')
  await expect(code(page)).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(option(page, 'Include auth')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(dialog(page)).toBeHidden()
  await expect(opener(page)).toBeFocused()
})
