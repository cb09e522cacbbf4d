import { pythonString } from '../../literals/string-literals.ts'
import type { LoadCheck, LoadSet, ResponseSource, Scalar } from '../plan/script-parts.ts'
import type { Template } from '../plan/template.ts'

/** Returns a list of the pieces of a template: strings, and names with how they are written. */
export function pythonTemplate(template: Template): string {
  const pieces = template.map(piece =>
    typeof piece === 'string'
      ? pythonString(piece)
      : `(${pythonString(piece.name)}, ${pythonString(piece.encoding)})`,
  )
  return `[${pieces.join(', ')}]`
}

export function pythonCheck({ name, source, operator, value }: LoadCheck): string {
  return `(${pythonString(name)}, ${pythonSource(source)}, ${pythonString(operator)}, ${pythonScalar(value)})`
}

/** Returns what a script sets from a response. */
export function pythonCapture({ name, value }: LoadSet): string {
  return value.kind === 'literal' ? '' : `(${pythonString(name)}, ${pythonSource(value)})`
}

/** Returns what a script sets to a text. */
export function pythonSet({ name, value }: LoadSet): string {
  return value.kind === 'literal' ? `(${pythonString(name)}, ${pythonString(value.text)})` : ''
}

function pythonSource(source: ResponseSource): string {
  switch (source.kind) {
    case 'status':
    case 'time':
    case 'text':
      return `(${pythonString(source.kind)},)`
    case 'header':
      return `("header", ${pythonString(source.name)})`
    case 'json':
      return `("json", [${source.path.map(pythonScalar).join(', ')}])`
  }
}

function pythonScalar(value: Scalar): string {
  if (value === null) return 'None'
  if (typeof value === 'boolean') return value ? 'True' : 'False'
  return typeof value === 'number' ? String(value) : pythonString(value)
}
