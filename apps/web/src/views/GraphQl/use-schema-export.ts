import type { SchemaFormat } from '@parley/engine'
import { fileSaver } from '../../server-client/file-saver.ts'
import { useGraphQlLanguage } from '../../wiring/use-stores.ts'

/** Returns how to save the shown schema as a file. */
export function useSchemaExport(): (format: SchemaFormat) => Promise<void> {
  const language = useGraphQlLanguage()
  return async format => {
    const outcome = await language.call('printSchema', format)
    if (!('answer' in outcome) || outcome.answer === null) return
    fileSaver().saveText(format === 'sdl' ? 'schema.graphql' : 'schema.json', outcome.answer)
  }
}
