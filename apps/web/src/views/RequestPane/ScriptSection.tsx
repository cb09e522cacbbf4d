import type { HttpRequest, Scripts } from '@parley/model'
import { Plus } from 'lucide-react'
import { useEffect, useEffectEvent, useRef } from 'react'
import { useStore } from 'zustand'
import { KeyHint } from '../../components/buttons/KeyHint.tsx'
import type { SegmentedChoice } from '../../components/buttons/SegmentedControl.tsx'
import editorStyles from '../../components/EditorSection.module.css'
import { CommandList } from '../../components/lists/CommandList.tsx'
import { SegmentedPanel, type SegmentedPanelProps } from '../../components/SegmentedPanel.tsx'
import type { ScriptEditor } from '../../editor/scripts/script-editor.ts'
import { type ScriptPhase, scriptSnippets } from '../../editor/scripts/script-snippets.ts'
import { useNonce, useWorkbench } from '../../wiring/use-stores.ts'
import { requestTab } from '../../workbench/active-tab.ts'
import { takesActions } from '../../workbench/request/check-kinds.ts'
import { isScriptText, type ScriptPart, type ScriptTextPart } from '../../workbench/request/script-part.ts'
import { errorLineOf, failedPhase } from '../../workbench/sending/script-errors.ts'
import {
  isContainerTab,
  isRequestTab,
  type NamedTab,
  type RequestTab,
} from '../../workbench/tabs/request-tab.ts'
import { ScriptCommands } from '../Assistant/ScriptCommands.tsx'
import styles from './ScriptSection.module.css'
import { AssertionTable } from './tables/AssertionTable.tsx'
import { SetVariableTable } from './tables/SetVariableTable.tsx'

interface PartInfo {
  readonly label: string
  readonly phase: ScriptPhase
  readonly hint: string
}

const parts: Readonly<Record<ScriptTextPart, PartInfo>> = {
  preRequest: { label: 'Pre Request', phase: 'preRequest', hint: 'Runs before the request is sent' },
  postResponse: { label: 'Post Response', phase: 'postResponse', hint: 'Runs after the response arrives' },
  tests: { label: 'Tests', phase: 'postResponse', hint: 'Runs after the Post Response script' },
}

/**
 * The scripts of a request (behaviour 4.3). `Tests` is shown if a file of another client contains such a script.
 */
export function ScriptSection({ tab }: { readonly tab: RequestTab }) {
  const workbench = useWorkbench()
  return (
    <ScriptParts
      tab={tab}
      onPart={part => workbench.chooseScriptPart(tab.id, part)}
      onEdit={(part, text) => workbench.editDraft(tab.id, draft => withScript(draft, part, text))}
    />
  )
}

export interface ScriptPartsProps {
  readonly tab: NamedTab
  readonly onPart: (part: ScriptPart) => void
  readonly onEdit: (part: ScriptTextPart, text: string) => void
}

const declaredParts = {
  assertions: { label: 'Assertions', hint: 'Checked after the Post Response script' },
  setVariables: { label: 'Set variables', hint: 'Set before the scripts' },
} as const

/** The scripts of a request, collection or folder, one shown at a time, and what requests declare instead. */
export function ScriptParts({ tab, onPart, onEdit }: ScriptPartsProps) {
  const part = tab.scriptPart
  const { store } = useWorkbench()
  // Of the tab in the store, as this section does not render for a response that arrives.
  const failed = useStore(store, state => failedPhase(requestTab(state, tab.id)?.send))
  const select = { label: 'Script part', choices: shownParts(tab, failed), value: part, onChange: onPart }
  if (!isScriptText(part)) {
    if (!isRequestTab(tab)) return null
    const hint = unusedReason(tab.draft) ?? declaredParts[part].hint
    return (
      <SegmentedPanel select={select} end={<span className={styles.meta}>{hint}</span>}>
        {part === 'assertions' ? <AssertionTable tab={tab} /> : <SetVariableTable tab={tab} />}
      </SegmentedPanel>
    )
  }
  return <ScriptText tab={tab} part={part} select={select} onEdit={onEdit} />
}

interface ScriptTextProps {
  readonly tab: NamedTab
  readonly part: ScriptTextPart
  readonly select: SegmentedPanelProps<ScriptPart>['select']
  readonly onEdit: ScriptPartsProps['onEdit']
}

function ScriptText({ tab, part, select, onEdit }: ScriptTextProps) {
  const { phase, hint } = parts[part]
  const unused = phase === 'postResponse' && isRequestTab(tab) ? unusedReason(tab.draft) : null
  const insert = useRef<(code: string) => void>(() => {})
  return (
    <SegmentedPanel
      select={select}
      end={
        <span className={styles.meta}>
          <span className="cut">{unused ?? hint}</span>
          <span className={styles.language}>JavaScript</span>
        </span>
      }
    >
      <div className={styles.content}>
        <ScriptTextEditor key={part} tab={tab} part={part} insertRef={insert} onEdit={onEdit} />
        <aside className={styles.snippets} aria-label="Snippets">
          <CommandList
            title="Snippets"
            names={scriptSnippets[phase].map(({ name }) => name)}
            icon={Plus}
            onChoose={chosen =>
              insert.current(scriptSnippets[phase].find(({ name }) => name === chosen)?.code ?? '')
            }
          />
          <p className={styles.note}>
            Inserts at the cursor. On an empty line, press <KeyHint keys="Ctrl+Space" />
          </p>
          {isRequestTab(tab) && <ScriptCommands tabId={tab.id} />}
        </aside>
      </div>
    </SegmentedPanel>
  )
}

function scriptsOf(tab: NamedTab): Scripts {
  return isRequestTab(tab) ? tab.draft.scripts : tab.draft.defaults.scripts
}

/** Why a post-response script does not run; null: it does. */
function unusedReason({ stream, webSocket }: HttpRequest): string | null {
  if (webSocket !== undefined) return 'Does not run for WebSockets'
  return stream === undefined ? null : 'Does not run for event streams'
}

function shownParts(tab: NamedTab, failed: ScriptPhase | null): readonly SegmentedChoice<ScriptPart>[] {
  const scripts = scriptsOf(tab)
  const shown: readonly ScriptTextPart[] =
    scripts.tests === '' && tab.scriptPart !== 'tests'
      ? ['preRequest', 'postResponse']
      : ['preRequest', 'postResponse', 'tests']
  const texts = shown.map(id => ({
    value: id,
    label: parts[id].label,
    hasContent: scripts[id].trim() !== '',
    isFailed: parts[id].phase === failed,
  }))
  return isRequestTab(tab) ? [...texts, ...declaredTabs(tab.draft)] : texts
}

/** Returns the parts that the file of a request of this kind can store. */
function declaredTabs(draft: HttpRequest): readonly SegmentedChoice<ScriptPart>[] {
  const { webSocket, assertions, actions } = draft
  if (webSocket !== undefined) return []
  const tabOf = (id: keyof typeof declaredParts, rows: readonly { readonly enabled: boolean }[]) => ({
    value: id,
    label: declaredParts[id].label,
    hasContent: rows.some(one => one.enabled),
  })
  const assertionTab = tabOf('assertions', assertions)
  return takesActions(draft) ? [assertionTab, tabOf('setVariables', actions)] : [assertionTab]
}

interface ScriptTextEditorProps {
  readonly tab: NamedTab
  readonly onEdit: ScriptPartsProps['onEdit']
  readonly part: ScriptTextPart
  /** Set to a function that inserts code at the cursor. */
  readonly insertRef: { current: (code: string) => void }
}

/** An editor that owns its text and is loaded when first needed. */
function ScriptTextEditor({ tab: { id: tabId }, part, insertRef, onEdit }: ScriptTextEditorProps) {
  const workbench = useWorkbench()
  const nonce = useNonce()
  const parent = useRef<HTMLDivElement>(null)
  const edit = useEffectEvent(onEdit)
  useEffect(() => {
    let editor: ScriptEditor | null = null
    let isUnmounted = false
    let jumped: RequestTab['scriptJump'] = null
    let marked: RequestTab['send'] | null = null
    const show = () => {
      const tab = workbench.store.getState().tabs.find(one => one.id === tabId)
      if (tab === undefined || !(isRequestTab(tab) || isContainerTab(tab)) || editor === null) return
      editor.show(`${tabId}/${part}`, scriptsOf(tab)[part])
      if (!isRequestTab(tab)) return
      if (tab.send !== marked) editor.markErrorLine(errorLineOf(tab, part))
      if (tab.scriptJump !== null && tab.scriptJump !== jumped) editor.goToLine(tab.scriptJump.line)
      marked = tab.send
      jumped = tab.scriptJump
    }
    void import('../../editor/scripts/script-editor.ts').then(({ createScriptEditor }) => {
      if (isUnmounted || parent.current === null) return
      const { label, phase } = parts[part]
      editor = createScriptEditor({
        parent: parent.current,
        nonce,
        phase,
        label: `${label} script`,
        onEdit: text => edit(part, text),
      })
      insertRef.current = code => editor?.insert(code)
      show()
    })
    const stop = workbench.store.subscribe(show)
    return () => {
      isUnmounted = true
      stop()
      editor?.destroy()
    }
  }, [workbench, nonce, tabId, part, insertRef])
  return <div ref={parent} className={editorStyles.editor} />
}

function withScript(draft: HttpRequest, part: ScriptTextPart, text: string): HttpRequest {
  return { ...draft, scripts: { ...draft.scripts, [part]: text } }
}
