/** Every dialog that takes the whole window. A test opens each of them together with each that comes unasked. */
export const dialogKinds = [
  'palette',
  'settings',
  'resetSettings',
  'removeBackup',
  'generateCode',
  'export',
  'import',
  'recentlyDeleted',
  'workspace',
  'compare',
  'deleteEntry',
  'deleteEnvironment',
  'clearHistory',
  'saveRequest',
  'saveChanges',
  'conflict',
  'secretHost',
  'secretValues',
] as const

export type DialogKind = (typeof dialogKinds)[number]
