import { startModelServer } from '@parley/testkit'
import type { Locator, Page } from '@playwright/test'
import { assistantPanel as panel } from './support/assistant-parts.ts'
import { arrowTo, tabTo, watchPointer } from './support/by-keyboard.ts'
import { responsePane, responseStatus, urlField } from './support/page-parts.ts'
import { askAssistant, searchOrRun } from './support/sentences.ts'
import { expect, expectAccessible, test } from './support/test.ts'

const settings = (page: Page): Locator => page.getByRole('dialog', { name: 'Settings' })
const question = (page: Page): Locator => panel(page).getByRole('textbox', { name: askAssistant })
const log = (page: Page): Locator => panel(page).getByRole('log', { name: 'Conversation' })
const explain = (page: Page): Locator =>
  responsePane(page).getByRole('button', { name: 'Explain', exact: true })

/** Moves to an element and presses a key on it. */
async function pressOn(page: Page, target: Locator, key = 'Enter'): Promise<void> {
  await tabTo(page, target)
  await page.keyboard.press(key)
}

/** Chooses the first entry of the palette for a text. */
async function choose(page: Page, text: string): Promise<void> {
  await page.keyboard.press('ControlOrMeta+k')
  await expect(page.getByRole('combobox', { name: searchOrRun })).toBeFocused()
  await page.keyboard.insertText(text)
  await expect(page.getByRole('option').first()).toContainText(text)
  await page.keyboard.press('Enter')
}

/** Opens a request of the sample with the palette, and sends it. */
async function sendFailing(page: Page): Promise<void> {
  await choose(page, 'Not found')
  await expect(page.getByRole('tab', { name: 'Not found' })).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('Control+Enter')
  await expect(responseStatus(page)).toContainText('404')
}

/** Replaces the text of the focused field. */
async function retype(page: Page, text: string): Promise<void> {
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.insertText(text)
}

/** Sets the assistant up in the settings, which then lead to the question. */
async function setUpToAsk(page: Page, model: { readonly url: string }): Promise<void> {
  const dialog = settings(page)
  await pressOn(page, dialog.getByRole('switch', { name: 'Enable assistant' }), 'Space')
  await tabTo(page, dialog.getByRole('textbox', { name: 'Address' }))
  await retype(page, `${model.url}/v1`)
  await tabTo(page, dialog.getByRole('textbox', { name: 'Model' }))
  await retype(page, 'small-model')
  await page.keyboard.press('Escape')
  await expect(question(page)).toBeFocused()
}

test('the assistant explains, is stopped, applies and closes by keyboard alone', async ({
  ownParleyPage: page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const model = await startModelServer('openai')
  const pointerUses = await watchPointer(page)
  await sendFailing(page)
  await pressOn(page, explain(page))
  // With nothing set up the settings come first, and then lead to the question.
  const dialog = settings(page)
  await expect(dialog.getByRole('tab', { name: 'AI assistant' })).toBeFocused()
  await setUpToAsk(page, model)
  await expect(question(page)).toHaveValue('Explain this response')

  const sent = panel(page).getByRole('region', { name: 'What is sent' })
  const headers = sent.getByRole('checkbox', { name: 'Request headers' })
  await tabTo(page, headers, 'Shift+Tab')
  await page.keyboard.press('Space')
  await expect(headers).not.toBeChecked()
  await expect(headers).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(sent.locator('details[open] pre')).toHaveText(/: /)
  expect(model.requests).toEqual([])

  model.behaviour = { kind: 'neverEnding', text: 'The **path** is wrong.' }
  await pressOn(page, panel(page).getByRole('button', { name: 'Ask', exact: true }))
  await expect(log(page).locator('strong')).toHaveText('path')
  await expect(question(page)).toBeFocused()
  expect(String(model.requests[0]?.content)).not.toContain('Request headers')
  await pressOn(page, panel(page).getByRole('button', { name: 'Stop' }))
  await model.waitForNoConnection()
  await expect(log(page)).toContainText('The answer was stopped.')
  await expect(question(page)).toBeFocused()

  const proposal = { kind: 'request', method: 'PUT' }
  model.behaviour = {
    kind: 'answer',
    text: `Do:\n\n\`\`\`parley-proposal\n${JSON.stringify(proposal)}\n\`\`\``,
  }
  await page.keyboard.insertText('What else?')
  await page.keyboard.press('Control+Enter')
  const method = page.getByRole('button', { name: 'Method', exact: true })
  const card = panel(page).getByRole('group', { name: 'Proposal: Change of the request' })
  const apply = card.getByRole('button')
  await expect(apply).toHaveText('Apply')
  await tabTo(page, apply, 'Shift+Tab')
  await page.keyboard.press('Enter')
  await expect(method).toHaveAccessibleDescription('PUT')
  await expect(apply).toHaveText('Applied')
  await expect(apply).toBeDisabled()
  await expect(apply).toBeFocused()
  await expectAccessible(page)
  await page.keyboard.press('ControlOrMeta+z')
  await expect(method).toHaveAccessibleDescription('GET')
  await expect(apply).toHaveText('Apply')
  await expect(apply).toBeFocused()

  const copy = panel(page).getByRole('button', { name: 'Copy', exact: true }).last()
  await tabTo(page, copy)
  await page.keyboard.press('Enter')
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toContain('parley-proposal')
  await expect(copy).toBeFocused()

  // F6 goes on to the other panes and comes back to the question.
  for (const pane of ['sidebar', 'request', 'response', 'assistant']) {
    await page.keyboard.press('F6')
    await expect(page.locator(`[data-pane="${pane}"]`).locator(':focus')).toHaveCount(1)
  }
  await expect(question(page)).toBeFocused()
  await tabTo(page, panel(page).getByRole('button', { name: 'New conversation' }), 'Shift+Tab')
  await page.keyboard.press('Enter')
  await expect(log(page)).toBeEmpty()
  await expect(question(page)).toBeFocused()
  await tabTo(page, panel(page).getByRole('button', { name: 'Close assistant' }), 'Shift+Tab')
  await page.keyboard.press('Enter')
  await expect(panel(page)).toHaveCount(0)
  await expect(explain(page)).toBeFocused()

  // From the palette the focus comes back to where it was before.
  await page.keyboard.press('Alt+l')
  await expect(urlField(page)).toBeFocused()
  await choose(page, 'Describe this request')
  await expect(question(page)).toBeFocused()
  await tabTo(page, panel(page).getByRole('button', { name: 'Close assistant' }), 'Shift+Tab')
  await page.keyboard.press('Enter')
  await expect(urlField(page)).toBeFocused()
  expect(await pointerUses(), 'uses of a pointer').toBe(0)
  await model.close()
})

test('a proposal that stands out is refused and applied by keyboard alone', async ({
  ownParleyPage: page,
}) => {
  const model = await startModelServer('openai')
  const proposal = { kind: 'request', url: 'http://evil.example/' }
  model.behaviour = {
    kind: 'answer',
    text: `\`\`\`parley-proposal\n${JSON.stringify(proposal)}\n\`\`\``,
  }
  const pointerUses = await watchPointer(page)
  await sendFailing(page)
  await pressOn(page, explain(page))
  await setUpToAsk(page, model)
  await page.keyboard.press('Control+Enter')
  const card = panel(page).getByRole('group', { name: 'Proposal: Change of the request' })
  const apply = card.getByRole('button', { name: 'Apply', exact: true })
  await expect(apply).toBeVisible()
  await tabTo(page, apply, 'Shift+Tab')
  await page.keyboard.press('Enter')
  await expect(card.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(apply).toBeFocused()
  await expect(urlField(page)).toContainText('/status/404')
  await page.keyboard.press('Enter')
  await tabTo(page, card.getByRole('button', { name: 'Apply anyway' }), 'Shift+Tab')
  await page.keyboard.press('Enter')
  await expect(urlField(page)).toHaveText('http://evil.example/')
  await expect(card.getByRole('button', { name: 'Applied' })).toBeFocused()
  expect(await pointerUses(), 'uses of a pointer').toBe(0)
  await model.close()
})

test('the assistant is set up by keyboard alone', async ({ ownParleyPage: page }) => {
  const model = await startModelServer('openai')
  const pointerUses = await watchPointer(page)
  await page.keyboard.press('ControlOrMeta+,')
  const dialog = settings(page)
  await expect(dialog.getByRole('tab', { name: 'General' })).toBeFocused()
  await arrowTo(page, dialog.getByRole('tab', { name: 'AI assistant' }), 'ArrowDown')
  await pressOn(page, dialog.getByRole('switch', { name: 'Enable assistant' }), 'Space')
  await expect(dialog.getByRole('switch', { name: 'Enable assistant' })).toBeChecked()
  await tabTo(page, dialog.getByRole('radio', { name: 'OpenAI-compatible' }))
  await arrowTo(page, dialog.getByRole('radio', { name: 'Ollama' }), 'ArrowRight')
  await page.keyboard.press('Space')
  await expect(dialog.getByRole('radio', { name: 'Ollama' })).toBeChecked()
  const address = dialog.getByRole('textbox', { name: 'Address' })
  await expect(address).toHaveValue('http://127.0.0.1:11434/v1')
  await tabTo(page, address)
  await retype(page, `${model.url}/v1`)

  const key = dialog.getByLabel('API key')
  await tabTo(page, key)
  await page.keyboard.insertText('sk-canary')
  await pressOn(page, dialog.getByRole('button', { name: 'Add header' }))
  await expect(dialog.getByRole('textbox', { name: 'Name of header 1' })).toBeFocused()
  await page.keyboard.insertText('X-Team')
  await page.keyboard.press('Tab')
  await page.keyboard.insertText('books')
  await pressOn(page, dialog.getByRole('checkbox', { name: 'Values of variables' }), 'Space')
  await expect(dialog.getByRole('checkbox', { name: 'Values of variables' })).toBeChecked()
  expect(model.requests).toEqual([])

  const testConnection = dialog.getByRole('button', { name: 'Test Connection' })
  await pressOn(page, testConnection)
  await expect(dialog.getByRole('status')).toContainText('2 models found. Choose one.')
  await expect(testConnection).toBeFocused()
  const models = dialog.getByRole('button', { name: 'Models of the service' })
  await tabTo(page, models, 'Shift+Tab')
  await page.keyboard.press('Enter')
  await arrowTo(page, page.getByRole('menuitem', { name: 'large-model' }), 'ArrowDown')
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('textbox', { name: 'Model' })).toHaveValue('large-model')
  await expect(models).toBeFocused()
  await pressOn(page, testConnection)
  await expect(dialog.getByRole('status')).toContainText('large-model answered in')
  expect(model.requests.at(-1)?.headers).toContainEqual({ name: 'X-Team', value: 'books' })
  expect(model.requests.at(-1)?.headers).toContainEqual({ name: 'Authorization', value: 'Bearer sk-canary' })

  await tabTo(page, dialog.getByRole('button', { name: 'Remove header 1' }), 'Shift+Tab')
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('button', { name: 'Add header' })).toBeFocused()
  await tabTo(page, dialog.getByRole('button', { name: 'Remove key' }), 'Shift+Tab')
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('button', { name: 'Remove key' })).toHaveCount(0)
  await expect(key).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(page.locator('body')).not.toBeFocused()
  expect(await pointerUses(), 'uses of a pointer').toBe(0)
  await model.close()
})
