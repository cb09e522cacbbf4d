/**
 * Every dialog that covers the whole window. A test opens each of them together with each dialog that opens
 * by itself.
 */
export const dialogKinds = [
  'palette',
  'settings',
  'resetSettings',
  'removeBackup',
  'generateCode',
  'export',
  'import',
  'recentlyDeleted',
  'quickEdit',
  'workspace',
  'compare',
  'deleteEntry',
  'deleteEnvironment',
  'clearHistory',
  'saveRequest',
  'saveExample',
  'repeat',
  'saveChanges',
  'closeWindow',
  'conflict',
  'secretHost',
  'secretValues',
] as const

export type DialogKind = (typeof dialogKinds)[number]
