import type { Page } from '@playwright/test'
import { atNightUnless } from './support/at-night.ts'
import { demoAddress, responseStatus, urlField } from './support/page-parts.ts'
import { expect, expectAccessible, test } from './support/test.ts'

test.beforeEach(({ context }) => context.grantPermissions(['clipboard-read', 'clipboard-write']))

const sampleUrl = '{{baseUrl}}/books?author=Le%20Guin&limit=20'

/** Loads the page again without the editor of the URL field; the returned function lets it be loaded. */
async function holdEditor(page: Page): Promise<() => Promise<void>> {
  const released = Promise.withResolvers<void>()
  await page.route('**/assets/url-editor-*.js', async route => {
    await released.promise
    await route.continue()
  })
  await page.reload()
  await expect(urlField(page)).toHaveText(sampleUrl)
  await expect(urlField(page)).not.toHaveClass(/cm-content/)
  return async () => released.resolve()
}

const expectEditor = (page: Page) => expect(urlField(page)).toHaveClass(/cm-content/)

async function paste(page: Page, text: string): Promise<void> {
  await page.evaluate(copied => navigator.clipboard.writeText(copied), text)
  await page.keyboard.press('ControlOrMeta+v')
}

interface Way {
  readonly name: string
  /** Enters a text into the selected field. */
  enter(page: Page): Promise<void>
  readonly entered: string
  /** Continues where the cursor was left. */
  readonly continued: string
}

const ways: readonly Way[] = [
  {
    name: 'typed keys',
    async enter(page) {
      await page.keyboard.type('http://a.test/xyz')
      await page.keyboard.press('Backspace')
      await page.keyboard.press('ArrowLeft')
    },
    entered: 'http://a.test/xy',
    continued: 'http://a.test/x+y',
  },
  {
    name: 'a pasted text',
    enter: page => paste(page, 'http://a.test/\n  books?a=1'),
    entered: 'http://a.test/books?a=1',
    continued: 'http://a.test/books?a=1+',
  },
  {
    name: 'a pasted cURL command',
    async enter(page) {
      await paste(page, 'curl -X PUT http://a.test/')
      await expect(page.getByRole('button', { name: 'Method' })).toHaveAttribute('aria-description', 'PUT')
      await page.keyboard.press('End')
    },
    entered: 'http://a.test/',
    continued: 'http://a.test/+',
  },
]

for (const { name, enter, entered, continued } of ways) {
  test(`before the editor is loaded, ${name} can be entered, continued and undone${atNightUnless(name === 'typed keys')}`, async ({
    parleyPage: page,
  }) => {
    const release = await holdEditor(page)
    await urlField(page).click()
    await page.keyboard.press('ControlOrMeta+a')
    await enter(page)
    await expect(urlField(page)).toHaveText(entered)
    await release()
    await expectEditor(page)
    await expect(urlField(page)).toBeFocused()
    await expect(urlField(page)).toHaveText(entered)
    await page.keyboard.type('+')
    await expect(urlField(page)).toHaveText(continued)
    await expect(async () => {
      await page.keyboard.press('ControlOrMeta+z')
      await expect(urlField(page)).toHaveText(sampleUrl, { timeout: 100 })
    }).toPass()
  })
}

test('before the editor is loaded, an undone text can be repeated, and selected text stays selected', async ({
  parleyPage: page,
}) => {
  const release = await holdEditor(page)
  await urlField(page).click()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type('http://a.test/')
  await page.keyboard.press('ControlOrMeta+z')
  await expect(urlField(page)).toHaveText(sampleUrl)
  await page.keyboard.press('End')
  await page.keyboard.press('Shift+ArrowLeft')
  await page.keyboard.press('Shift+ArrowLeft')
  await release()
  await expectEditor(page)
  await page.keyboard.press('ControlOrMeta+Shift+z')
  await expect(urlField(page)).toHaveText('http://a.test/')
  await page.keyboard.press('ControlOrMeta+z')
  await expect(urlField(page)).toHaveText(sampleUrl)
  await page.keyboard.press('End')
  await page.keyboard.type('{{ba')
  await expect(page.getByRole('option').filter({ hasText: 'baseUrl' })).toBeVisible()
})

test('before the editor is loaded, a composition ends in the field where it began', async ({
  parleyPage: page,
}) => {
  const release = await holdEditor(page)
  const input = await page.context().newCDPSession(page)
  const compose = (text: string) =>
    input.send('Input.imeSetComposition', { text, selectionStart: text.length, selectionEnd: text.length })
  await urlField(page).click()
  await page.keyboard.press('End')
  await compose('に')
  await expect(urlField(page)).toHaveText(`${sampleUrl}に`)
  const loaded = page.waitForResponse('**/assets/url-editor-*.js')
  await release()
  await (await loaded).finished()
  await compose('にほ')
  await expect(urlField(page)).toHaveText(`${sampleUrl}にほ`)
  await input.send('Input.insertText', { text: '日本' })
  await expectEditor(page)
  await expect(urlField(page)).toHaveText(`${sampleUrl}日本`)
  await page.keyboard.type('+')
  await expect(urlField(page)).toHaveText(`${sampleUrl}日本+`)
})

test('before the editor is loaded, a dialog returns the focus to the field', async ({ parleyPage: page }) => {
  const release = await holdEditor(page)
  await urlField(page).click()
  await page.keyboard.press('ControlOrMeta+k')
  const palette = page.getByRole('dialog')
  await expect(palette.getByRole('combobox')).toBeFocused()
  const loaded = page.waitForResponse('**/assets/url-editor-*.js')
  await release()
  await (await loaded).finished()
  await page.keyboard.press('Escape')
  await expect(palette).toBeHidden()
  await expectEditor(page)
  await expect(urlField(page)).toBeFocused()
})

for (const keys of ['Enter', 'ControlOrMeta+Enter'])
  test(`before the editor is loaded, ${keys} sends${atNightUnless(keys === 'Enter')}`, async ({
    parleyPage: page,
  }) => {
    await holdEditor(page)
    await urlField(page).click()
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.insertText(`${await demoAddress(page)}/echo`)
    await page.keyboard.press(keys)
    await expect(responseStatus(page)).toContainText('200 OK')
  })

test('the field looks the same before and after its editor is loaded', async ({ parleyPage: page }) => {
  const release = await holdEditor(page)
  await expectAccessible(page)
  const box = await urlField(page).boundingBox()
  if (box === null) throw new Error('The URL field is not visible')
  const picture = await page.screenshot({ clip: box })
  await release()
  await expectEditor(page)
  expect(await urlField(page).boundingBox()).toEqual(box)
  const difference = async () => largestDifference(page, picture, await page.screenshot({ clip: box }))
  // The edges of a rounded corner may be drawn in one of two shades that nobody can tell apart.
  await expect.poll(difference).toBeLessThan(4)
})

/** Returns by how much the colour of a pixel differs at most in two pictures, of 255. */
function largestDifference(page: Page, ...pictures: readonly [Buffer, Buffer]): Promise<number> {
  return page.evaluate(
    async texts => {
      const pixelsOf = async (text: string) => {
        const bytes = Uint8Array.from(atob(text), character => character.charCodeAt(0))
        const image = await createImageBitmap(new Blob([bytes]))
        const canvas = new OffscreenCanvas(image.width, image.height).getContext('2d')
        canvas?.drawImage(image, 0, 0)
        return canvas?.getImageData(0, 0, image.width, image.height).data ?? new Uint8ClampedArray()
      }
      const [one, other] = (await Promise.all(texts.map(pixelsOf))).map(pixels => [...pixels])
      if (one === undefined || other === undefined || one.length !== other.length) return 255
      return one.reduce((most, value, at) => Math.max(most, Math.abs(value - (other[at] ?? 0))), 0)
    },
    pictures.map(picture => picture.toString('base64')),
  )
}
