import { addNote } from '../core/add-note.ts'
import { noteMissing } from '../core/note-missing.ts'
import { statusOf } from '../core/read-status.ts'
import { parseJson, responseText } from '../core/response-view.ts'
import { view } from '../core/run-state.ts'
import { fillText, readVariable, removeVariable, writeVariable } from '../core/variable-store.ts'
import { pwExpect, pwTest } from './pw-expect.ts'

/** Creates `pw.*` (behaviour 4.9). */
export function pwNamespace() {
  const { response } = view()
  return noteMissing('pw', {
    env: noteMissing('pw.env', {
      get: (name: unknown) => readVariable(name, 'session')?.text,
      set: (name: unknown, value: unknown) => writeVariable('session', name, value),
      unset: (name: unknown) => removeVariable('session', name),
      resolve: resolveText,
      getResolve: (name: unknown) => {
        const value = readVariable(name, 'session')
        if (value === undefined || !value.isLiteral) return value && resolveText(value.text)
        if (/<<[^<>]+>>|\{\{[^{}]+\}\}/.test(value.text))
          addNote(
            'pw.env.getResolve',
            'returns a value set by a script unchanged, including the {{names}} in it',
          )
        return value.text
      },
    }),
    test: pwTest,
    expect: pwExpect,
    response:
      response === null
        ? null
        : noteMissing('pw.response', {
            get status() {
              return statusOf(response)
            },
            headers: response.headers.map(({ name, value }) => ({ key: name, value })),
            get body() {
              return jsonOrText(responseText())
            },
          }),
  })
}

/** Fills in `<<name>>`, the variable syntax of Hoppscotch; a recursive variable is left as text. */
function resolveText(text: unknown): string {
  const typed = String(text)
  try {
    return fillText(typed.replace(/<<([^<>]+)>>/g, '{{$1}}'))
  } catch (error) {
    if (error instanceof Error && error.message.endsWith('refers to itself')) return typed
    throw error
  }
}

function jsonOrText(text: string): unknown {
  try {
    return parseJson(text)
  } catch {
    return text
  }
}
