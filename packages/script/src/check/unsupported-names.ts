/**
 * What scripts of other clients call and the sandbox has not. The members are there and throw `NAME is
 * not supported`; the globals are not there at all. A test holds this list against the sandbox.
 */
export const unsupportedMembers: readonly string[] = [
  'require',
  'pm.require',
  'pm.vault.get',
  'pm.vault.set',
  'pm.vault.unset',
  'pm.visualizer.set',
  'pm.visualizer.clear',
  'pm.request.headers.add',
  'pm.request.headers.upsert',
  'pm.request.headers.remove',
  'bru.getProcessEnv',
  'bru.runRequest',
  'bru.getTestResults',
  'bru.getAssertionResults',
  'bru.getSecretVar',
  'bru.cwd',
  'bru.cookies',
  'bru.getEnvName',
  'bru.getCollectionName',
  'req.headerList',
  'req.getPathParams',
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

/** Libraries and interfaces that other clients put in the global scope. */
export const unsupportedGlobals: readonly string[] = [
  '_',
  'Ajv',
  'ajv',
  'cheerio',
  'CryptoJS',
  'fetch',
  'hopp',
  'moment',
  'process',
  'tv4',
  'xml2Json',
  'XMLHttpRequest',
]

/** Assertions, whatever they are called on. */
export const unsupportedMethods: readonly string[] = ['jsonSchema']
