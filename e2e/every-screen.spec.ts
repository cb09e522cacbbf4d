import { screens } from '../scripts/screens.ts'
import { mostUsed, testScreen } from './support/rooms/every-screen.ts'

for (const screen of screens) if (!mostUsed.has(screen.name)) testScreen(screen)
