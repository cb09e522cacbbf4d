import { startModelServer, startSink } from '@parley/testkit'
import { assistantPanel as panel, setUpAssistant } from './support/assistant-parts.ts'
import {
  newRequest,
  openRequest,
  responsePane,
  responseStatus,
  sendButton,
  typeUrl,
  urlField,
} from './support/page-parts.ts'
import { sendFailing } from './support/rooms/assistant.ts'
import { askAssistant } from './support/sentences.ts'
import { expect, expectAccessible, expectAccessibleInThemes, test } from './support/test.ts'

test('Explain leads to the settings and back, shows what is sent, and streams the answer', async ({
  ownParleyPage: page,
}) => {
  const model = await startModelServer('openai')
  const code = `const longName = '${'x'.repeat(80)}'`
  model.behaviour = {
    kind: 'neverEnding',
    text: `The **path** is wrong.\n\n- Check it\n\n\`\`\`js\n${code}\n\`\`\`\n`,
  }
  await sendFailing(page)
  await responsePane(page).getByRole('button', { name: 'Explain', exact: true }).click()
  await setUpAssistant(page, model)
  const question = panel(page).getByRole('textbox', { name: askAssistant })
  await expect(question).toHaveValue('Explain this response')
  const sent = panel(page).getByRole('region', { name: 'What is sent' })
  await expect(sent.getByRole('checkbox', { name: 'Response body' })).toBeChecked()
  await expect(sent.getByRole('checkbox', { name: 'Timeline' })).not.toBeChecked()
  await sent.getByText('Response head', { exact: true }).click()
  await expect(sent).toContainText('404 Not Found')
  await sent.getByRole('checkbox', { name: 'Request headers' }).click()
  await expectAccessibleInThemes(page)
  expect(model.requests).toEqual([])
  await question.press('ControlOrMeta+Enter')
  const log = panel(page).getByRole('log', { name: 'Conversation' })
  await expect(log.locator('strong')).toHaveText('path')
  await expect(log.getByRole('listitem')).toHaveText('Check it')
  const block = log.getByRole('region', { name: 'Answer' }).locator('pre')
  await expect(block).toHaveText(code)
  await expect(block.getByText('const', { exact: true }), 'a word with its colour').toBeVisible()
  expect(await block.evaluate(element => element.scrollWidth > element.clientWidth)).toBe(true)
  expect(model.requests).toHaveLength(1)
  const content = String(model.requests[0]?.content)
  expect(content).toContain('404 Not Found')
  expect(content).not.toContain('Request headers')
  await panel(page).getByRole('button', { name: 'Stop' }).click()
  await model.waitForNoConnection()
  await expect(log).toContainText('The answer was stopped.')
  await expectAccessibleInThemes(page)
  await panel(page).getByRole('button', { name: 'New conversation' }).click()
  await expect(log).toBeEmpty()
  await panel(page).getByRole('button', { name: 'Close assistant' }).click()
  await expect(panel(page)).toHaveCount(0)
  await model.close()
})

test('Explain asks with the click once the first question to the service agreed to that', async ({
  ownParleyPage: page,
}) => {
  const model = await startModelServer('openai')
  model.behaviour = { kind: 'answer', text: 'The path is wrong.' }
  const explain = responsePane(page).getByRole('button', { name: 'Explain', exact: true })
  const log = panel(page).getByRole('log', { name: 'Conversation' })
  await sendFailing(page)
  await explain.click()
  await setUpAssistant(page, model)
  const agreement = panel(page).getByRole('checkbox', { name: 'Ask at once from now on' })
  await expect(agreement).toBeChecked()
  await agreement.click()
  await panel(page).getByRole('button', { name: 'Ask', exact: true }).click()
  await expect(log).toContainText('The path is wrong.')
  // Without the tick, the next question waits as well.
  await explain.click()
  await expect(panel(page).getByRole('textbox', { name: askAssistant })).toHaveValue('Explain this response')
  expect(model.requests).toHaveLength(1)
  await agreement.click()
  await panel(page).getByRole('button', { name: 'Ask', exact: true }).click()
  await expect(log).toContainText('What was sent')
  await expect(agreement).toHaveCount(0)
  await expect(panel(page).getByRole('button', { name: 'Ask', exact: true })).toBeVisible()
  model.behaviour = { kind: 'neverEnding', text: 'It is a **404**.' }
  await sendButton(page).click()
  await expect(responseStatus(page)).toContainText('404')
  await explain.click()
  await expect(log.locator('strong')).toHaveText('404')
  await expect(log.getByText('What was sent: ').last()).toBeVisible()
  expect(model.requests).toHaveLength(3)
  expect(String(model.requests[2]?.content)).toContain('404 Not Found')
  await panel(page).getByRole('button', { name: 'Stop' }).click()
  await model.waitForNoConnection()
  await model.close()
})

test('Explain stands at a failed send and at failed tests, and nowhere else', async ({
  ownParleyPage: page,
}) => {
  await openRequest(page, 'List books')
  await sendButton(page).click()
  await expect(responseStatus(page)).toContainText('200')
  await expect(page.getByRole('button', { name: /^Explain/ })).toHaveCount(0)
  await newRequest(page, 'http://127.0.0.1:1/')
  await sendButton(page).click()
  await expect(responsePane(page).getByRole('heading', { name: 'Request failed' })).toBeVisible()
  await responsePane(page).getByRole('button', { name: 'Explain', exact: true }).click()
  await expect(
    page.getByRole('dialog', { name: 'Settings' }).getByRole('switch', { name: 'Enable assistant' }),
  ).not.toBeChecked()
  await page.keyboard.press('Escape')
  await expect(panel(page)).toHaveCount(0)
  const sink = await startSink()
  await typeUrl(page, sink.url)
  await page.getByRole('tab', { name: 'Script', exact: true }).click()
  await page.getByRole('radio', { name: 'Post Response', exact: true }).click()
  await page.getByRole('textbox', { name: /script/i }).click()
  await page.keyboard.insertText("pw.test('is created', () => pw.expect(pw.response.status).toBe(201))")
  await sendButton(page).click()
  await responsePane(page)
    .getByRole('tab', { name: /^Test Results/ })
    .click()
  await expect(responsePane(page).getByRole('button', { name: 'Explain failures' })).toBeVisible()
  await sink.close()
})

test('a question without an answer is asked again with Retry', async ({ ownParleyPage: page }) => {
  const model = await startModelServer('openai')
  model.behaviour = { kind: 'response', statusCode: 429, headers: { 'retry-after': '7' }, content: '{}' }
  await sendFailing(page)
  await responsePane(page).getByRole('button', { name: 'Explain', exact: true }).click()
  await setUpAssistant(page, model)
  await panel(page).getByRole('button', { name: 'Ask', exact: true }).click()
  await expect(panel(page).getByRole('alert')).toContainText('Wait 7 s, then retry.')
  model.behaviour = { kind: 'answer', text: 'Now it works.' }
  await panel(page).getByRole('button', { name: 'Retry', exact: true }).click()
  const log = panel(page).getByRole('log', { name: 'Conversation' })
  await expect(log).toContainText('Now it works.')
  await expect(panel(page).getByRole('button', { name: 'Retry', exact: true })).toHaveCount(0)
  await expect(panel(page).getByRole('textbox', { name: askAssistant })).toBeFocused()
  expect(model.requests.map(({ content }) => String(content))).toEqual([
    String(model.requests[0]?.content),
    String(model.requests[0]?.content),
  ])
  await model.close()
})

test('a proposal is shown as differences, asks if it leads elsewhere, and is applied as one step of undo', async ({
  ownParleyPage: page,
}) => {
  const model = await startModelServer('openai')
  const proposal = (value: object) => `\`\`\`parley-proposal\n${JSON.stringify(value)}\n\`\`\``
  model.behaviour = {
    kind: 'answer',
    text: [
      'Try these:',
      proposal({ kind: 'request', method: 'PUT', headers: [{ name: 'X-Proposed', value: 'yes' }] }),
      proposal({ kind: 'request', url: 'http://evil.example/{{baseUrl}}', run: 'rm' }),
      proposal({ kind: 'shell', text: 'rm' }),
      'Then send.',
    ].join('\n\n'),
  }
  await sendFailing(page)
  await responsePane(page).getByRole('button', { name: 'Explain', exact: true }).click()
  await setUpAssistant(page, model)
  await panel(page).getByRole('button', { name: 'Ask', exact: true }).click()
  const cards = panel(page).getByRole('group', { name: 'Proposal: Change of the request' })
  await expect(cards).toHaveCount(2)
  await expect(panel(page)).toContainText('A proposal cannot be shown.')
  await expectAccessible(page)
  const method = page.getByRole('button', { name: 'Method', exact: true })
  await expect(method).toHaveAccessibleDescription('GET')
  // Nothing is applied by itself, and what leads elsewhere only after a question.
  await expect(cards.nth(1)).toContainText(
    'The request would go to http://evil.example instead of {{baseUrl}}.',
  )
  await expect(cards.nth(1)).toContainText('Parley does not know run, and leaves it out.')
  await cards.nth(1).getByRole('button', { name: 'Apply', exact: true }).click()
  await expect(cards.nth(1).getByRole('alert')).toContainText('Apply this change anyway?')
  await cards.nth(1).getByRole('button', { name: 'Cancel' }).click()
  await expect(urlField(page)).toContainText('/status/404')
  await expect(cards.first().locator('ins')).toHaveText(['PUT', 'yes'])
  await cards.first().getByRole('button', { name: 'Apply', exact: true }).click()
  await expect(method).toHaveAccessibleDescription('PUT')
  await expect(cards.first().getByRole('button', { name: 'Applied' })).toBeDisabled()
  await urlField(page).click()
  await page.keyboard.press('ControlOrMeta+z')
  await expect(method).toHaveAccessibleDescription('GET')
  await expect(cards.first().locator('ins')).toHaveText(['PUT', 'yes'])
  // Nothing was sent but the question.
  expect(model.requests).toHaveLength(1)
  await model.close()
})

test('proposed code is numbered, and beside Send and the status also in small windows', async ({
  ownParleyPage: page,
}) => {
  const model = await startModelServer('openai')
  const text = "pw.test('is found', () => {\n  pw.expect(pw.response.status).toBe(200)\n})"
  const proposal = JSON.stringify({ kind: 'test', text })
  model.behaviour = { kind: 'answer', text: `Test it:\n\n\`\`\`parley-proposal\n${proposal}\n\`\`\`` }
  await sendFailing(page)
  const tabs = page.getByRole('tablist', { name: 'Request', exact: true })
  await tabs.getByRole('tab', { name: 'Script', exact: true }).click()
  await page.getByRole('radio', { name: 'Post Response', exact: true }).click()
  await page.getByRole('textbox', { name: /script/i }).click()
  await page.keyboard.insertText('const before = 1')
  await responsePane(page).getByRole('button', { name: 'Explain', exact: true }).click()
  await setUpAssistant(page, model)
  await panel(page).getByRole('button', { name: 'Ask', exact: true }).click()
  const card = panel(page).getByRole('group', { name: 'Proposal: Test' })
  await expect(card).toContainText('Added to the Post Response script')
  await expect(card.locator('pre code')).toHaveText(text)
  await expect(card.locator('pre [data-numbers]')).toHaveAttribute('data-numbers', '1\n2\n3')
  await expectAccessibleInThemes(page)
  await card.getByRole('button', { name: 'Show changes' }).click()
  await expect(card.locator('del')).toHaveText('const before = 1')
  await expect(card.locator('ins')).toContainText('toBe(200)')
  await expectAccessible(page)
  for (const size of [
    { width: 1024, height: 700 },
    { width: 720, height: 450 },
  ]) {
    await page.setViewportSize(size)
    if (size.width < 1024) await page.getByRole('radio', { name: 'Response', exact: true }).click()
    await expect(panel(page).getByRole('button', { name: 'Ask', exact: true })).toBeInViewport({ ratio: 1 })
    await responseStatus(page).getByText('404 Not Found').click({ trial: true })
    await responsePane(page).getByRole('button', { name: 'Explain', exact: true }).click({ trial: true })
    await sendButton(page).click({ trial: true })
  }
  await model.close()
})
