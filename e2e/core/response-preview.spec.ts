import { demoAddress, newRequest, responseStatus, sendButton } from '../support/page-parts.ts'
import { preview, previewed, serve } from '../support/rooms/response-preview.ts'
import { previewLabel } from '../support/sentences.ts'
import { expect, test } from '../support/test.ts'

test.use({ previewsAreStopped: true })

test('images show, also SVG, in which nothing runs (UI3)', async ({ parleyPage: page }) => {
  await previewed(page, `${await demoAddress(page)}/image`)
  const image = page.getByRole('img', { name: previewLabel })
  await expect
    .poll(() => image.evaluate((element: HTMLImageElement) => element.naturalWidth))
    .toBeGreaterThan(0)
  const hostile = await serve(
    'image/svg+xml',
    `<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9" onload="fetch('/ran')"><script>fetch('/ran')</script><image href="/loaded" width="9" height="9"/></svg>`,
  )
  await previewed(page, hostile.url)
  await expect.poll(() => image.evaluate((element: HTMLImageElement) => element.naturalWidth)).toBe(9)
  expect(hostile.asked).toEqual(['/'])
  hostile.close()
})

test('a hostile page runs nothing, loads nothing and navigates nowhere (UI1)', async ({
  parleyPage: page,
  parley,
}) => {
  const hostile = await serve('text/html', '')
  const content = `<!doctype html><title>x</title><h1>Shown</h1>
    <meta http-equiv="refresh" content="0;url=${hostile.url}refresh">
    <link rel="stylesheet" href="${hostile.url}style"><img src="${hostile.url}img" onerror="top.location='${hostile.url}onerror'">
    <script>top.document.title='pwned';fetch('${hostile.url}script')</script>
    <svg onload="fetch('${hostile.url}svg')"></svg>
    <form action="${hostile.url}form" target="_top"><button>Go</button></form>
    <a href="${hostile.url}link" target="_top">Leave</a>`
  const source = await serve('text/html; charset=utf-8', content)
  await newRequest(page, source.url)
  await sendButton(page).click()
  await expect(responseStatus(page)).toContainText('200 OK')
  await preview(page).click()
  const frame = page.frameLocator('iframe[title="Preview of the response"]')
  await expect(frame.getByRole('heading', { name: 'Shown' })).toBeVisible()
  await expect(page.locator('iframe[title="Preview of the response"]')).toHaveAttribute('sandbox', '')
  await frame.getByRole('link', { name: 'Leave' }).click()
  await frame.getByRole('button', { name: 'Go' }).click()
  await expect(page).toHaveTitle(/Parley/)
  expect(page.url().startsWith(parley.origin)).toBe(true)
  expect(hostile.asked).toEqual([])
  expect(source.asked).toEqual(['/'])
  source.close()
  hostile.close()
})
