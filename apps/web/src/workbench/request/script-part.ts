/** A script of a request, as its tab shows them. */
export type ScriptTextPart = 'preRequest' | 'postResponse' | 'tests'

/** A part of the Script tab; the last two are of requests only. */
export type ScriptPart = ScriptTextPart | 'assertions' | 'setVariables'

/** Returns whether a part is a script, which collections and folders have too. */
export function isScriptText(part: ScriptPart): part is ScriptTextPart {
  return part !== 'assertions' && part !== 'setVariables'
}
