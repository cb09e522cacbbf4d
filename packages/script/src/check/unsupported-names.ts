/**
 * The calls of other clients' scripts that the sandbox lacks. The members exist and throw `NAME is not
 * supported`; the globals do not exist. A test compares this list with the sandbox.
 */
export const unsupportedMembers: readonly string[] = [
  'require',
  'pm.require',
  'pm.execution.runRequest',
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
  'bru.getOauth2CredentialVar',
  'bru.resetOauth2Credential',
  'bru.cookies',
  'req.setUrl',
  'req.setTimeout',
  'req.setMaxRedirects',
  'req.disableParsingResponseJson',
  'req.onFail',
]

/** Interfaces that other clients define as globals. */
export const unsupportedGlobals: readonly string[] = ['fetch', 'hopp', 'process', 'XMLHttpRequest']
