import { type ModelServer, startModelServer } from '@parley/testkit'
import type { Page } from '@playwright/test'
import { assistantPanel as panel, setUpAssistant } from './support/assistant-parts.ts'
import { atNightUnless } from './support/at-night.ts'
import { openRequest, responsePane, responseStatus, sendButton, urlField } from './support/page-parts.ts'
import { askAssistant, searchOrRun } from './support/sentences.ts'
import { expect, expectAccessible, test } from './support/test.ts'

const fenced = (value: object) => `Here:\n\n\`\`\`parley-proposal\n${JSON.stringify(value)}\n\`\`\``

async function openPalette(page: Page, typed: string): Promise<void> {
  await page.keyboard.press('ControlOrMeta+k')
  await page.getByRole('combobox', { name: searchOrRun }).fill(typed)
}

const command = (page: Page, name: string) => page.getByRole('option', { name, exact: true })

/** Opens the failed request with its assistant. */
async function openAssistant(page: Page, model: ModelServer): Promise<void> {
  await openRequest(page, 'Not found')
  await sendButton(page).click()
  await expect(responseStatus(page)).toContainText('404')
  await responsePane(page).getByRole('button', { name: 'Explain', exact: true }).click()
  await setUpAssistant(page, model)
  await expect(panel(page).getByRole('textbox', { name: askAssistant })).toBeFocused()
}

/** Waits until a section of the request shows a text. */
async function expectIn(page: Page, section: 'Script' | 'Headers', text: string): Promise<void> {
  await page
    .getByRole('tab', { name: new RegExp(`^${section}`) })
    .first()
    .click()
  if (section === 'Script') await page.getByRole('radio', { name: 'Post Response', exact: true }).click()
  const shown = page.getByText(text).or(page.locator(`input[value="${text}"]`))
  await expect(shown.first()).toBeVisible()
}

const commands = {
  'Write tests for this response': {
    question: 'Write tests for this response',
    proposal: { kind: 'test', text: "pw.test('proposed', () => {})" },
    section: 'Script',
    shown: "pw.test('proposed', () => {})",
  },
  'Fix this script': {
    question: 'Fix this script',
    proposal: { kind: 'script', phase: 'postResponse', text: 'const isFixed = true' },
    section: 'Script',
    shown: 'const isFixed = true',
  },
  'Build a request from words or documentation': {
    question: 'Build this request: ',
    proposal: { kind: 'request', method: 'PUT', headers: [{ name: 'X-Built', value: 'yes' }] },
    section: 'Headers',
    shown: 'yes',
  },
  'Describe this request': {
    question: 'Describe this request for its documentation',
    proposal: { kind: 'description', text: 'Answers with any status.' },
    section: null,
    shown: 'Answers with any status.',
  },
} as const

for (const [name, { question, proposal, section, shown }] of Object.entries(commands))
  test(`${name}: the question is prepared, and the proposal is one step of undo${atNightUnless(name.startsWith('Build') || name.startsWith('Write tests'))}`, async ({
    ownParleyPage: page,
  }) => {
    const model = await startModelServer('openai')
    model.behaviour = { kind: 'answer', text: fenced(proposal) }
    await openAssistant(page, model)
    await openPalette(page, name)
    await command(page, name).click()
    const field = panel(page).getByRole('textbox', { name: askAssistant })
    await expect(field).toHaveValue(question)
    expect(model.requests).toEqual([])
    await field.press('ControlOrMeta+Enter')
    const card = panel(page).getByRole('group', { name: /^Proposal: / })
    await expect(panel(page).getByText(/^What was sent: request, /)).toBeVisible()
    const apply = card.getByRole('button', { name: 'Apply', exact: true })
    const applied = card.getByRole('button', { name: 'Applied' })
    await expect(card).toContainText(shown)
    await apply.click()
    await expect(applied).toBeDisabled()
    if (section !== null) await expectIn(page, section, section === 'Headers' ? 'X-Built' : shown)
    await urlField(page).click()
    await page.keyboard.press('ControlOrMeta+z')
    await expect(apply).toBeEnabled()
    await expect(card).toContainText(shown)
    await page.keyboard.press('ControlOrMeta+Shift+z')
    await expect(applied).toBeDisabled()
    expect(model.requests).toHaveLength(1)
    await model.close()
  })

test('Explain this JSON asks about the body; none of the commands is listed while the assistant is off', async ({
  ownParleyPage: page,
}) => {
  const model = await startModelServer('openai')
  model.behaviour = { kind: 'answer', text: 'It lists books.' }
  await openRequest(page, 'List books')
  for (const name of [...Object.keys(commands), 'Explain this JSON']) {
    await openPalette(page, name)
    await expect(command(page, name)).toHaveCount(0)
    await page.keyboard.press('Escape')
  }
  await openAssistant(page, model)
  await openPalette(page, 'Explain this JSON')
  await command(page, 'Explain this JSON').click()
  const field = panel(page).getByRole('textbox', { name: askAssistant })
  await expect(field).toHaveValue('Explain this JSON')
  await field.press('ControlOrMeta+Enter')
  await expect(panel(page).getByRole('log', { name: 'Conversation' })).toContainText('It lists books.')
  expect(String(model.requests[0]?.content)).toContain('Response body')
  await model.close()
})

test('beside a script its commands are listed once the assistant is on', async ({ ownParleyPage: page }) => {
  const model = await startModelServer('openai')
  await openRequest(page, 'Not found')
  await page
    .getByRole('tab', { name: /^Script/ })
    .first()
    .click()
  const listed = page.getByRole('region', { name: 'Assistant commands' }).getByRole('button')
  await expect(page.getByRole('complementary', { name: 'Snippets' })).toBeVisible()
  await expect(listed).toHaveCount(0)
  await openAssistant(page, model)
  await expect(listed).toHaveText(['Write tests for this response', 'Fix this script'])
  await listed.last().press('Enter')
  const field = panel(page).getByRole('textbox', { name: askAssistant })
  await expect(field).toHaveValue('Fix this script')
  await expectAccessible(page)
  expect(model.requests).toEqual([])
  await model.close()
})
