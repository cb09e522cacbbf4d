/**
 * The calls of other clients' scripts that the sandbox lacks. The members exist and throw `NAME is not
 * supported`; the globals do not exist. A test compares this list with the sandbox.
 */
export const unsupportedMembers: readonly string[] = [
  'require',
  'pm.require',
  'pm.vault.get',
  'pm.vault.set',
  'pm.vault.unset',
  'pm.visualizer.set',
  'pm.visualizer.clear',
  'bru.getProcessEnv',
  'bru.runRequest',
  'bru.getTestResults',
  'bru.getAssertionResults',
  'bru.getSecretVar',
  'bru.cwd',
  'bru.cookies',
  'req.headerList',
  'req.getAuthMode',
  'req.getExecutionMode',
  'req.setUrl',
  'req.setTimeout',
  'req.setMaxRedirects',
  'req.disableParsingResponseJson',
  'req.onFail',
  'res.headerList',
  'res.setBody',
]

/** Interfaces that other clients define as globals. */
export const unsupportedGlobals: readonly string[] = ['fetch', 'hopp', 'process', 'XMLHttpRequest']
