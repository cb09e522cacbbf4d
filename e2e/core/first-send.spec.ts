import { testFirstSend } from '../support/rooms/first-send.ts'
import { test } from '../support/test.ts'

test.describe('1024×700, dark', () => {
  test.use({ viewport: { width: 1024, height: 700 }, colorScheme: 'dark' })
  testFirstSend()
})
