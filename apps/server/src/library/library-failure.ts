import type { WorkspaceFailure } from '@parley/workspace'

/** The failure for an ID whose entry is no longer in the workspace. */
export const entryNotFound: WorkspaceFailure = {
  code: 'NOT_FOUND',
  sentence: 'It is no longer in the workspace.',
  nextStep: 'Save what you have under another name.',
  path: '',
}
