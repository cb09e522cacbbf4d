import { kindOfDraft, shownName } from '@parley/model'
import { Columns2 } from 'lucide-react'
import { Button } from '../../components/buttons/Button.tsx'
import { findEntry } from '../../library/find-entry.ts'
import { useCompare, useHistory, useLibrary, useToasts, useWorkbench } from '../../wiring/use-stores.ts'
import { draftOfExample } from '../../workbench/tabs/example-tab.ts'
import { Breadcrumb } from '../Request/Breadcrumb.tsx'
import nameStyles from '../Request/NameRow.module.css'
import { SaveButton } from '../Request/SaveButton.tsx'
import { Split } from '../Shell/Split.tsx'
import { keepFocus } from '../Shortcuts/focus-pane.ts'
import { TabName } from '../TabStrip/TabName.tsx'
import { type ExamplePartProps, ExampleRequest, ExampleTarget } from './ExampleRequest.tsx'
import { ExampleResponse } from './ExampleResponse.tsx'
import styles from './ExampleView.module.css'

/** An open example: a request and its response as they were saved, which can be read and edited. */
export function ExampleView({ tab }: ExamplePartProps) {
  return (
    <div className={styles.view}>
      <ExampleName tab={tab} />
      <Split
        head={<ExampleTarget tab={tab} />}
        kind={kindOfDraft(draftOfExample(tab.draft))}
        first={<ExampleRequest tab={tab} />}
        second={<ExampleResponse tab={tab} />}
      />
    </div>
  )
}

function ExampleName({ tab }: ExamplePartProps) {
  const library = useLibrary()
  const [workbench, history, compare, toasts] = [useWorkbench(), useHistory(), useCompare(), useToasts()]
  const { path, requestId } = tab.source
  const openRequest = () => {
    const request = findEntry(library.store.getState().tree, requestId)
    if (request !== null) void library.openRequest(request).then(keepFocus)
  }
  async function compareWithResponse(): Promise<void> {
    const { compareExample } = await import('../../workbench/tabs/compare-example.ts')
    if (await compareExample({ workbench, history, compare }, tab)) return
    toasts.show({
      kind: 'notice',
      owner: { tabId: tab.id },
      title: 'There is no response yet',
      code: '',
      text: `Send ${shownName(tab.requestName)}, then compare.`,
      action: { label: 'Open request', run: openRequest },
    })
  }
  return (
    <div className={nameStyles.row}>
      <Breadcrumb path={[...path, tab.requestName]} />
      {tab.isLost && (
        <span role="status" className={nameStyles.lost}>
          Deleted from {shownName(tab.requestName)}. Save to keep it.
        </span>
      )}
      <TabName key={tab.id} tab={tab} />
      <span className={nameStyles.end}>
        <Button onPress={() => void compareWithResponse()}>
          <Columns2 size={14} strokeWidth={1.75} aria-hidden="true" />
          Compare with response
        </Button>
        <Button onPress={openRequest}>Open request</Button>
        <SaveButton tab={tab} />
      </span>
    </div>
  )
}
