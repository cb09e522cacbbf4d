import { Button } from '../../components/buttons/Button.tsx'
import type { TreeEntry } from '../../library/find-entry.ts'
import { useStores } from '../../wiring/use-stores.ts'
import type { RunReference } from '../../workbench/assistant/tab-conversation.ts'
import { explainRunResult } from './show-assistant.ts'

export interface ExplainRunButtonProps {
  /** The request of the result. */
  readonly entry: TreeEntry
  readonly run: RunReference
}

/** Opens a request of a run, and the assistant beside it with a question about its result. */
export function ExplainRunButton({ entry, run }: ExplainRunButtonProps) {
  const stores = useStores()
  return (
    <Button variant="outlined" size="small" onPress={() => void explainRunResult(stores, entry, run)}>
      Explain
    </Button>
  )
}
