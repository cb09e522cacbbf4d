import { screens } from '../scripts/screens.ts'
import { everyLook, testScreen } from './support/rooms/every-screen.ts'

for (const [index, screen] of screens.entries()) {
  testScreen(screen, [index % 2 === 0 ? 'dark' : 'light', 'small'])
  testScreen(screen, everyLook, false)
}
