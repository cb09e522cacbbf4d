import { field, openEcho, sendAndRead } from '../support/rooms/body-types.ts'
import { expect, expectAccessible, test } from '../support/test.ts'

test('Form-data: text and real files with their types, selected and dropped', async ({
  parleyPage: page,
}) => {
  await openEcho(page, 'Form-data')
  const table = page.getByRole('grid', { name: 'Form-data' })
  await table.getByRole('textbox', { name: 'Key' }).first().focus()
  await page.keyboard.insertText('title')
  await page.keyboard.press('Tab')
  await page.keyboard.insertText('The Word for World is Forest')
  await page.keyboard.press('Tab')
  await page.keyboard.insertText('cover')
  await table.getByRole('button', { name: 'Kind' }).nth(1).click()
  await page.getByRole('menuitem', { name: 'File' }).click()
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    table.getByRole('button', { name: 'Select file' }).click(),
  ])
  await chooser.setFiles([
    { name: 'cover-front.png', mimeType: '', buffer: Buffer.from('first file') },
    { name: 'notes.txt', mimeType: '', buffer: Buffer.from('second file') },
  ])
  await expect(table).toContainText('cover-front.png')
  await expect(table).toContainText('10 B')
  await table.getByRole('textbox', { name: 'Content-Type' }).nth(0).fill('text/markdown')
  const dropped = await page.evaluateHandle(() => {
    const transfer = new DataTransfer()
    transfer.items.add(new File(['{"dropped":1}'], 'data.json'))
    return transfer
  })
  await table.dispatchEvent('drop', { dataTransfer: dropped })
  await expect(table).toContainText('data.json')
  await expectAccessible(page)
  const echoed = await sendAndRead(page)
  const boundary = /boundary=(.+)$/.exec(field(echoed, 'content-type') ?? '')?.[1] ?? ''
  const part = (head: string, content: string) =>
    `--${boundary}\r\nContent-Disposition: form-data; ${head}\r\n\r\n${content}\r\n`
  expect(echoed.bodyText).toBe(
    [
      part('name="title"\r\nContent-Type: text/markdown', 'The Word for World is Forest'),
      part('name="cover"; filename="cover-front.png"\r\nContent-Type: image/png', 'first file'),
      part('name="cover"; filename="notes.txt"\r\nContent-Type: text/plain', 'second file'),
      part('name="file"; filename="data.json"\r\nContent-Type: application/json', '{"dropped":1}'),
      `--${boundary}--\r\n`,
    ].join(''),
  )
})
