import type { Scripts } from '@parley/model'
import type { ImportLog } from '../import-log.ts'
import { entriesOf, isObject, type JsonValue, listOf, member, textMember, textOf } from '../json-value.ts'
import { newScripts } from '../new-entities.ts'

/** Converts the scripts of an item, which are kept unchanged (behaviour 4.8); `event` is a list or one object. */
export function postmanScripts(value: JsonValue | undefined, log: ImportLog): Scripts {
  const events = isObject(value) ? eventsOfObject(value) : listOf(value).filter(isObject)
  const textOfEvents = (phase: string) =>
    events
      .filter(event => textMember(event, 'listen') === phase)
      .filter(event => {
        if (member(event, 'disabled') !== true) return true
        log.loss('SCRIPT_DISABLED', scriptText(event))
        return false
      })
      .map(scriptText)
      .filter(text => text.trim() !== '')
      .join('\n')
  return newScripts(textOfEvents('prerequest'), textOfEvents('test'), log)
}

/** Returns one event, or events by the name of their phase. */
function eventsOfObject(value: JsonValue): readonly JsonValue[] {
  if (member(value, 'listen') !== undefined) return [value]
  return entriesOf(value).map(([listen, script]) => ({ listen, script }))
}

/** Returns the text of a script: a text, or an object whose `exec` is a text or a list of lines. */
function scriptText(event: JsonValue): string {
  const script = member(event, 'script')
  if (typeof script === 'string') return script
  const lines = isObject(script) ? member(script, 'exec') : script
  return typeof lines === 'string' ? lines : listOf(lines).map(textOf).join('\n')
}
