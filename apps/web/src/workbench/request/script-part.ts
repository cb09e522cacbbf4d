/** A script of a request, as its tab shows them. */
export type ScriptPart = 'preRequest' | 'postResponse' | 'tests'
