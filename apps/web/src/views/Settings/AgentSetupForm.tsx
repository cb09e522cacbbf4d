import { shownName } from '@parley/model'
import { Copy } from 'lucide-react'
import { useState } from 'react'
import { useStore } from 'zustand'
import { Button } from '../../components/buttons/Button.tsx'
import { PickerButton } from '../../components/buttons/PickerButton.tsx'
import { SegmentedControl } from '../../components/buttons/SegmentedControl.tsx'
import { FormRow } from '../../components/fields/TextSetting.tsx'
import { useEnvironments, useWorkspaces } from '../../wiring/use-stores.ts'
import { printAgentSetup, type SetupAccess } from '../../workbench/settings/agent-setup.ts'
import styles from './AgentsPage.module.css'

const accesses = [
  { value: 'readOnly', label: 'Read only' },
  { value: 'send', label: 'Send' },
  { value: 'write', label: 'Send and write' },
] as const

const hints: Readonly<Record<SetupAccess, string>> = {
  readOnly: 'Sends GET, HEAD and OPTIONS only',
  send: 'Sends all saved requests as they are',
  write: 'Also changes and creates requests, but no scripts and no authorization',
}

/** Copies the set-up of the open workspace for an agent. */
export function AgentSetupForm({ program }: { readonly program: readonly string[] }) {
  const environments = useEnvironments()
  const workspaces = useWorkspaces()
  const known = useStore(environments.store, state => state.environments)
  const activeId = useStore(environments.store, state => state.activeId)
  const folder = useStore(workspaces.store, state => state.recent.find(one => one.isOpen)?.folder ?? null)
  const [access, setAccess] = useState<SetupAccess>('send')
  const [chosenId, setChosenId] = useState(activeId ?? '')
  const [report, setReport] = useState('')
  const environment = known.find(({ id }) => id === chosenId)?.name ?? null
  const text = folder === null ? '' : printAgentSetup({ program, folder, environment, access })

  return (
    <>
      <FormRow label="Environment">
        <PickerButton
          label="Environment of the agent"
          value={environment === null ? 'None' : shownName(environment)}
          variant="wide"
          choices={[
            { id: '', label: 'None' },
            ...known.map(({ id, name }) => ({ id, label: shownName(name) })),
          ]}
          onChoose={chosen => {
            setChosenId(chosen)
            setReport('')
          }}
        />
      </FormRow>
      <FormRow label="Access">
        <div className={styles.stack}>
          <SegmentedControl
            label="Access of the agent"
            value={access}
            choices={accesses}
            onChange={chosen => {
              setAccess(chosen)
              setReport('')
            }}
          />
          <p className={styles.detail}>{hints[access]}</p>
        </div>
      </FormRow>
      <SetupText text={text} report={report} onReport={setReport} />
    </>
  )
}

interface SetupTextProps {
  readonly text: string
  readonly report: string
  readonly onReport: (report: string) => void
}

function SetupText({ text, report, onReport }: SetupTextProps) {
  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(text)
      onReport('Copied')
    } catch {
      onReport('The browser did not allow copying. Select the text and press Ctrl C.')
    }
  }

  return (
    <FormRow label="Settings of the agent">
      <div className={styles.stack}>
        <pre className={styles.setup}>{text}</pre>
        <div className={styles.copy}>
          <Button variant="outlined" isDisabled={text === ''} onPress={() => void copy()}>
            <Copy size={14} strokeWidth={1.75} aria-hidden="true" />
            Copy
          </Button>
          <span className={styles.detail} role="status">
            {report}
          </span>
        </div>
        <p className={styles.detail}>
          For <code>.mcp.json</code>, or wherever the agent lists its MCP servers
        </p>
      </div>
    </FormRow>
  )
}
