import { startModelServer } from '@parley/testkit'
import type { Page } from '@playwright/test'
import { expect, expectAccessibleInThemes, test } from './support/test.ts'

async function openAssistantSettings(page: Page) {
  await page.getByRole('button', { name: 'Settings', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Settings' })
  await dialog.getByRole('tab', { name: 'AI assistant', exact: true }).click()
  return dialog
}

test('the assistant is off, is set up with a preset, a key and a listed model, and is tested', async ({
  ownParleyPage: page,
}) => {
  const model = await startModelServer('openai')
  const dialog = await openAssistantSettings(page)
  const enable = dialog.getByRole('switch', { name: 'Enable assistant' })
  await expect(enable).not.toBeChecked()
  await dialog.getByRole('radio', { name: 'Ollama' }).click()
  const address = dialog.getByRole('textbox', { name: 'Address' })
  await expect(address).toHaveValue('http://127.0.0.1:11434/v1')
  await dialog.getByRole('radio', { name: 'OpenAI-compatible' }).click()
  await expect(address).toHaveValue('http://127.0.0.1:1234/v1')
  await address.fill(`${model.url}/v1`)
  expect(model.requests).toEqual([])
  await dialog.getByLabel('API key').fill('sk-canary')
  await dialog.getByRole('button', { name: 'Add header' }).click()
  await dialog.getByRole('textbox', { name: 'Name of header 1' }).fill('X-Team')
  await dialog.getByRole('textbox', { name: 'Value of header 1' }).fill('books')
  const testConnection = dialog.getByRole('button', { name: 'Test Connection' })
  await testConnection.click()
  await expect(dialog.getByRole('status')).toContainText('2 models found. Choose one.')
  await dialog.getByRole('button', { name: 'Models of the service' }).click()
  await page.getByRole('menuitem', { name: 'large-model' }).click()
  await expect(dialog.getByRole('textbox', { name: 'Model' })).toHaveValue('large-model')
  await testConnection.click()
  await expect(dialog.getByRole('status')).toContainText('large-model answered in')
  expect(model.requests.at(-1)?.headers).toContainEqual({ name: 'X-Team', value: 'books' })
  expect(model.requests.at(-1)?.headers).toContainEqual({ name: 'Authorization', value: 'Bearer sk-canary' })
  // The key is in no field any more, and can be removed.
  await expect(dialog.getByLabel('API key')).toHaveValue('')
  await dialog.getByRole('button', { name: 'Remove key' }).click()
  await expect(dialog.getByRole('button', { name: 'Remove key' })).toHaveCount(0)
  await model.close()
})

test('Settings → AI assistant is accessible', async ({ ownParleyPage: page }) => {
  const dialog = await openAssistantSettings(page)
  await dialog.getByRole('button', { name: 'Add header' }).click()
  await expectAccessibleInThemes(page)
})
