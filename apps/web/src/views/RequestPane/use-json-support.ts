import { useCallback, useState } from 'react'
import type { LanguageSupport } from '../../editor/body-editor.ts'
import type { ShownJsonProblem } from '../../editor/json/json-support.ts'

/** Returns what an editor of JSON needs, and what is wrong with its text. Both belong to one text, which `key` identifies. */
export function useJsonSupport(key: string): {
  readonly problem: ShownJsonProblem | null
  readonly loadSupport: () => Promise<LanguageSupport>
} {
  const [checked, setChecked] = useState<{ key: string; problem: ShownJsonProblem | null } | null>(null)
  const loadSupport = useCallback(async () => {
    const { createJsonSupport } = await import('../../editor/json/json-support.ts')
    return createJsonSupport(problem => setChecked({ key, problem }))
  }, [key])
  return { problem: checked?.key === key ? checked.problem : null, loadSupport }
}
