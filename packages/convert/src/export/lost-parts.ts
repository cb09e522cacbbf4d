import type { HttpRequest, Scripts } from '@parley/model'

/** Names the scripts for a format that has no place for any. */
export function lostScripts(scripts: Scripts): readonly string[] {
  return Object.values(scripts).some(script => script.trim() !== '') ? ['the scripts'] : []
}

/** Names what a request declares about its response, for a format that has no place for it. */
export function lostChecks({
  assertions,
  actions,
}: Pick<HttpRequest, 'assertions' | 'actions'>): readonly string[] {
  return [
    ...(assertions.length > 0 ? ['the assertions'] : []),
    ...(actions.length > 0 ? ['the variables set from requests and responses'] : []),
  ]
}
