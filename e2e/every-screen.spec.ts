import { screens } from '../scripts/screens.ts'
import { everyLook, testScreen } from './support/rooms/every-screen.ts'

for (const screen of screens) testScreen(screen, everyLook)
