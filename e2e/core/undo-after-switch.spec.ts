import { urlField } from '../support/page-parts.ts'
import { testUndoAfterSwitch } from '../support/rooms/undo-after-switch.ts'

testUndoAfterSwitch('URL', { request: 'Add a book', show: async page => urlField(page) }, 'another tab')
