import type { WorkspaceFailure } from '@parley/workspace'

/** What the page names is gone from the workspace. */
export const notThere: WorkspaceFailure = {
  code: 'NOT_FOUND',
  sentence: 'It is not in the workspace any more.',
  nextStep: 'Save what you have under another name.',
  path: '',
}
