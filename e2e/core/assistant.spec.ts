import { startModelServer, startSink } from '@parley/testkit'
import { assistantPanel as panel, setUpAssistant } from '../support/assistant-parts.ts'
import { responsePane } from '../support/page-parts.ts'
import { sendFailing } from '../support/rooms/assistant.ts'
import { expect, test } from '../support/test.ts'

test('nothing in an answer becomes HTML, is fetched or is a link (AI1)', async ({ ownParleyPage: page }) => {
  const [model, sink] = [await startModelServer('openai'), await startSink()]
  model.behaviour = {
    kind: 'answer',
    text: [
      `<img src="${sink.url}/img" onerror="document.title='run'">`,
      `![i](${sink.url}/image?q=secret)`,
      '[click](javascript:alert(1))',
      `[safe](${sink.url}/link)`,
      'a\u202eb\u200bc',
      'The end.',
    ].join('\n\n'),
  }
  await sendFailing(page)
  await responsePane(page).getByRole('button', { name: 'Explain', exact: true }).click()
  await setUpAssistant(page, model)
  await panel(page).getByRole('button', { name: 'Ask', exact: true }).click()
  const log = panel(page).getByRole('log', { name: 'Conversation' })
  await expect(log).toContainText('The end.')
  await expect(panel(page).getByRole('button', { name: 'Copy' })).toBeVisible()
  await expect(log).toContainText(`safe (${sink.url}/link)`)
  await expect(log.locator('a, img, script, iframe')).toHaveCount(0)
  await expect(log).not.toContainText('\u202e')
  expect(sink.requests).toEqual([])
  expect(await page.title()).not.toBe('run')
  await Promise.all([model.close(), sink.close()])
})
