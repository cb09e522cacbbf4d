import { responsePane, responseStatus, sendButton } from '../support/page-parts.ts'
import { tabsOf } from '../support/rooms/narrow.ts'
import { searchOrRun } from '../support/sentences.ts'
import { expect, expectAccessible, test } from '../support/test.ts'

test('below 640 px one pane shows, with a switch; a send switches to the response', async ({
  parleyPage: page,
}) => {
  // At 200 % zoom nothing in the top bar overlaps.
  await page.setViewportSize({ width: 660, height: 450 })
  const search = await page.getByRole('button', { name: searchOrRun }).boundingBox()
  const picker = await page.getByRole('button', { name: 'Environment: No environment' }).boundingBox()
  expect(picker?.x).toBeGreaterThan((search?.x ?? 0) + (search?.width ?? 0))

  await page.setViewportSize({ width: 600, height: 800 })
  const panes = page.getByRole('radiogroup', { name: 'Pane' })
  await expect(panes.getByRole('radio', { name: 'Request' })).toBeChecked()
  await expect(tabsOf(page, 'Request')).toBeVisible()
  await expect(responsePane(page)).toHaveCount(0)
  await sendButton(page).click()
  await expect(panes.getByRole('radio', { name: 'Response' })).toBeChecked()
  await expect(responseStatus(page)).toContainText('200 OK')
  await expect(tabsOf(page, 'Request')).toHaveCount(0)
  await expectAccessible(page)
  await panes.getByRole('radio', { name: 'Request' }).focus()
  await page.keyboard.press('Space')
  await expect(tabsOf(page, 'Request')).toBeVisible()
  await page.setViewportSize({ width: 1280, height: 800 })
  await expect(panes).toHaveCount(0)
  await expect(responsePane(page)).toBeVisible()
})
