import { readFileSync } from 'node:fs'
import { addExamples, fileOf, node, openTab } from '../support/rooms/examples.ts'
import { expect, test } from '../support/test.ts'

test('unsaved changes of an example outlive a reload', async ({ ownParley, ownParleyPage: page }) => {
  await addExamples(page, ownParley)
  await node(page, 'Twenty books').click()
  await page.getByRole('textbox', { name: 'Response body' }).click()
  await page.keyboard.insertText('typed ')
  await expect(openTab(page, 'Twenty books')).toHaveAttribute('aria-description', /Unsaved/)
  await page.waitForResponse(
    response =>
      response.url().endsWith('/rpc/tabs/save') && (response.request().postData() ?? '').includes('typed '),
  )
  await page.reload()
  await expect(openTab(page, 'Twenty books')).toHaveAttribute('aria-selected', 'true')
  await expect(page.getByRole('textbox', { name: 'Response body' })).toContainText('typed ')
  await page.keyboard.press('ControlOrMeta+s')
  await expect.poll(() => readFileSync(fileOf(ownParley), 'utf8')).toContain('typed ')
})
