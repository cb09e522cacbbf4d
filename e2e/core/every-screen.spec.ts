import { screens } from '../../scripts/screens.ts'
import { type Look, testScreen } from '../support/rooms/every-screen.ts'

/** The screens that users see most. The first send is looked at in the dark, and most others in a light theme. */
const mostUsed: Readonly<Record<string, readonly Look[]>> = {
  workbench: ['forced colours', 'small'],
  agents: ['dark', 'small'],
}

for (const screen of screens) {
  const looks = mostUsed[screen.name]
  if (looks !== undefined) testScreen(screen, looks)
}
