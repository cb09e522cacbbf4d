import { newHttpRequest, noScripts, row } from '@parley/model'
import { demoAddress, openRequest, responsePane, responseStatus, sendButton } from '../support/page-parts.ts'
import { call } from '../support/rooms/secret-questions.ts'
import { expect, expectAccessible, test } from '../support/test.ts'

test('a secret goes to a host that a script chose only once the user has allowed it (SB8)', async ({
  ownParley,
  ownParleyPage: page,
}) => {
  const host = new URL(await demoAddress(page)).host
  const variable = { name: 'clientSecret', enabled: true, secret: true, allowedToScripts: false }
  const { id } = await call(ownParley, 'environments/create', {
    name: 'Local',
    variables: [{ variable, secretValue: 'not to be sent' }],
  })
  await call(ownParley, 'environments/activate', { id })
  const { collections } = await call(ownParley, 'library/readTree', undefined)
  await call(ownParley, 'library/createRequest', {
    parentId: collections[0].id,
    request: newHttpRequest({
      name: 'Lured',
      url: 'http://{{host}}/v1/echo',
      headers: [row('X-Secret', '{{clientSecret}}')],
      scripts: { ...noScripts, preRequest: `pm.environment.set('host', '${host}')` },
    }),
  })
  await openRequest(page, 'Lured')
  await sendButton(page).click()
  const question = page.getByRole('alertdialog')
  await expect(question).toContainText(`Send clientSecret to http://${host}?`)
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(responsePane(page)).toContainText('Nothing was sent.')

  await sendButton(page).click()
  await question.getByRole('button', { name: 'Send' }).click()
  await expect(responseStatus(page)).toContainText('200 OK')
  await sendButton(page).click()
  await expect(responsePane(page)).toContainText('not to be sent')
  await expect(question).toHaveCount(0)
})
