import type { MessageOverrides } from '@parley/engine'
import type { HeaderField } from '@parley/model'
import type { OverrideEdit } from '../sandbox/worker-protocol.ts'

export const noOverrides: MessageOverrides = {
  method: null,
  setHeaders: [],
  deletedHeaders: [],
  content: null,
}

/** Applies a script's edits to the earlier ones; a header that was deleted and then set is set. */
export function overridesWith(before: MessageOverrides, edits: readonly OverrideEdit[]): MessageOverrides {
  return edits.reduce(overrideWith, before)
}

function overrideWith(before: MessageOverrides, edit: OverrideEdit): MessageOverrides {
  switch (edit.kind) {
    case 'method':
      return { ...before, method: edit.method }
    case 'content':
      return { ...before, content: { text: edit.text, mediaType: edit.mediaType } }
    case 'setHeader':
      return {
        ...before,
        setHeaders: [...without(before.setHeaders, edit.name), { name: edit.name, value: edit.value }],
      }
    case 'deleteHeader':
      return {
        ...before,
        setHeaders: without(before.setHeaders, edit.name),
        deletedHeaders: [...before.deletedHeaders, edit.name],
      }
  }
}

function without(fields: readonly HeaderField[], name: string): readonly HeaderField[] {
  return fields.filter(field => field.name.toLowerCase() !== name.toLowerCase())
}
