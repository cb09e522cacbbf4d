import { testAllCommandsHaveCases, testKills } from './kill-at-every-step.testkit.ts'

testAllCommandsHaveCases()

// Each command once, with the entry for which it takes most steps: its other entries take a part of them.
testKills(
  [
    'createItem: request',
    'createFolder: folder',
    'addCollection: collection',
    'createEnvironment: environment',
    'rename: request',
    'rename: folder',
    'duplicate: folder',
    'move: request',
    'undoMove: request',
    'remove: collection',
    'restore: collection',
    'saveItem: text and secret',
    'saveItem: new file',
    'saveFolder: folder',
    'saveEnvironment: environment',
    'saveWorkspaceFile: workspace',
    'fillSecrets: request',
    'writeNote: note',
  ],
  'changing steps',
)
