import { scriptString } from '@parley/model'
import type { LoadContent, LoadPart } from '../plan/load-plan.ts'
import type { LoadCheck, LoadSet, ResponseSource, Scalar } from '../plan/script-parts.ts'
import type { Template } from '../plan/template.ts'

/** Returns a list of the pieces of a template: strings, and names with how they are written. */
export function scriptTemplate(template: Template): string {
  const pieces = template.map(piece =>
    typeof piece === 'string'
      ? scriptString(piece)
      : `[${scriptString(piece.name)}, ${scriptString(piece.encoding)}]`,
  )
  return `[${pieces.join(', ')}]`
}

export function scriptCheck({ name, source, operator, value }: LoadCheck): string {
  return `[${scriptString(name)}, ${scriptSource(source)}, ${scriptString(operator)}, ${scriptScalar(value)}]`
}

/** Returns what is set from a response; null for a text. */
export function scriptCapture({ name, value }: LoadSet): string | null {
  return value.kind === 'literal' ? null : `[${scriptString(name)}, ${scriptSource(value)}]`
}

/** Returns what is set to a text; null for a part of a response. */
export function scriptSet({ name, value }: LoadSet): string | null {
  return value.kind === 'literal' ? `[${scriptString(name)}, ${scriptString(value.text)}]` : null
}

/** Returns the content of a request; null if there is none. */
export function scriptContent(content: LoadContent): string | null {
  switch (content.kind) {
    case 'none':
      return null
    case 'text':
      return `{ text: ${scriptTemplate(content.text)} }`
    case 'file':
      return `{ file: ${scriptString(content.file)} }`
    case 'multipart':
      return `{ parts: [${content.parts.map(scriptPart).join(', ')}] }`
  }
}

function scriptPart({ head, text, file }: LoadPart): string {
  const rest = file === null ? `text: ${scriptTemplate(text ?? [])}` : `file: ${scriptString(file)}`
  return `{ head: ${scriptTemplate(head)}, ${rest} }`
}

function scriptSource(source: ResponseSource): string {
  const kind = `kind: ${scriptString(source.kind)}`
  if (source.kind === 'header') return `{ ${kind}, name: ${scriptString(source.name)} }`
  if (source.kind !== 'json') return `{ ${kind} }`
  return `{ ${kind}, path: [${source.path.map(scriptScalar).join(', ')}] }`
}

function scriptScalar(value: Scalar): string {
  return typeof value === 'string' ? scriptString(value) : String(value)
}
