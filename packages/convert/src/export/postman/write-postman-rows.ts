import type { Description, Row } from '@parley/model'
import type { JsonObject } from '../../import/json-value.ts'

/** Writes a table of headers or fields. */
export function writePostmanRows(rows: readonly Row[]): readonly JsonObject[] {
  return rows.map(({ name, value, enabled, description }) => ({
    key: name,
    value,
    ...(enabled ? {} : { disabled: true }),
    ...writeDescription(description),
  }))
}

/** Writes a description, if there is one. */
export function writeDescription(description: Description | undefined): {
  readonly description?: string | JsonObject
} {
  if (description === undefined || description === null || description === '') return {}
  return {
    description:
      typeof description === 'string'
        ? description
        : { content: description.content, type: description.type },
  }
}
