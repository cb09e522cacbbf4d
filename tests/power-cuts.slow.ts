import { testPowerCuts } from '../packages/workspace/src/faults/kill-at-every-step.testkit.ts'

// Of the commands with the same operations one each.
testPowerCuts(
  [
    'createItem: request',
    'rename: request',
    'remove: collection',
    'restore: collection',
    'saveItem: text and secret',
    'saveFolder: folder',
  ],
  1,
)
