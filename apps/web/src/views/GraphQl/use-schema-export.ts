import type { SchemaFormat } from '@parley/engine'
import { saveText } from '../../server-client/save-text.ts'
import { useGraphQlLanguage } from '../../wiring/use-stores.ts'

/** Returns how to save the shown schema as a file. */
export function useSchemaExport(): (format: SchemaFormat) => Promise<void> {
  const language = useGraphQlLanguage()
  return async format => {
    const outcome = await language.call('printSchema', format)
    if (!('answer' in outcome) || outcome.answer === null) return
    saveText(format === 'sdl' ? 'schema.graphql' : 'schema.json', outcome.answer)
  }
}
