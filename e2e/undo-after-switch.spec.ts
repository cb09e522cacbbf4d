import { urlField } from './support/page-parts.ts'
import { type Editor, section, testUndoAfterSwitch } from './support/rooms/undo-after-switch.ts'

/** The editors that own their text, beside the URL. */
const editors: Readonly<Record<string, Editor>> = {
  body: {
    request: 'Add a book',
    async show(page) {
      await section(page, 'Body').click()
      return page.getByRole('textbox', { name: 'Request body', exact: true })
    },
  },
  script: {
    request: 'Add a book',
    async show(page) {
      await section(page, 'Script').click()
      await page.getByRole('radio', { name: 'Post Response', exact: true }).click()
      return page.getByRole('textbox', { name: 'Post Response script', exact: true })
    },
  },
  query: {
    request: 'Books by GraphQL',
    async show(page) {
      await section(page, 'Body').click()
      return page.getByRole('textbox', { name: 'Query', exact: true })
    },
  },
  message: {
    request: 'Message echo',
    async show(page) {
      await section(page, 'Message').click()
      return page.getByRole('textbox', { name: 'Message', exact: true })
    },
  },
}

testUndoAfterSwitch(
  'URL',
  { request: 'Add a book', show: async page => urlField(page) },
  'another section',
  false,
)
for (const [index, [name, editor]] of Object.entries(editors).entries()) {
  testUndoAfterSwitch(name, editor, 'another tab', index % 2 === 0)
  testUndoAfterSwitch(name, editor, 'another section', index % 2 === 1)
}
