import { revealInvisible } from '@parley/model'
import { CircleAlert } from 'lucide-react'
import { useRef, useState } from 'react'
import { Button, TextToggle } from '../../components/buttons/Button.tsx'
import { CodeBlock } from '../../components/CodeBlock.tsx'
import { copyText } from '../../server-client/body-actions.ts'
import { useWorkbench } from '../../wiring/use-stores.ts'
import { type Proposal, withProposal } from '../../workbench/assistant/apply-proposal.ts'
import { requestDifferences } from '../../workbench/documents/request-differences.ts'
import type { RequestTab } from '../../workbench/tabs/request-tab.ts'
import styles from './ProposalCard.module.css'

export interface ProposalCardProps {
  readonly tab: Pick<RequestTab, 'id' | 'draft'>
  readonly proposal: Proposal
  /** Sentences; the user is asked before a proposal with warnings is applied. */
  readonly warnings: readonly string[]
}

const titles: Readonly<Record<Proposal['kind'], string>> = {
  request: 'Change of the request',
  script: 'Script',
  test: 'Test',
  variable: 'Variable of the request',
  description: 'Description',
}

/** A change that the assistant proposes, as differences. Apply puts it into the draft, as one step of undo. */
export function ProposalCard({ tab, proposal, warnings }: ProposalCardProps) {
  const workbench = useWorkbench()
  const [isAsking, setAsking] = useState(false)
  const { draft } = tab
  const theirs = withProposal(draft, proposal)
  const differences = requestDifferences({ base: draft, mine: draft, theirs })
  const isApplied = differences.length === 0
  const applyButton = useRef<HTMLButtonElement>(null)
  /** The pressed button is removed, and the first one stays. */
  const endQuestion = () => {
    setAsking(false)
    applyButton.current?.focus()
  }
  const apply = () => {
    if (isApplied) return
    endQuestion()
    workbench.replaceDraft(tab.id, theirs)
  }
  return (
    <fieldset className={styles.card} aria-label={`Proposal: ${titles[proposal.kind]}`}>
      <div className={styles.head}>
        <strong className={styles.title}>{titles[proposal.kind]}</strong>
        <Button
          ref={applyButton}
          variant="outlined"
          size="small"
          // It keeps the focus while there is nothing to apply.
          render={props => <button {...props} aria-disabled={isApplied || undefined} />}
          onPress={() => (warnings.length === 0 || isApplied ? apply() : setAsking(true))}
        >
          {isApplied ? 'Applied' : 'Apply'}
        </Button>
      </div>
      {warnings.map(warning => (
        <p key={warning} className={styles.warning}>
          <CircleAlert size={14} strokeWidth={1.75} aria-hidden="true" />
          <span>{revealInvisible(warning)}</span>
        </p>
      ))}
      {isAsking && !isApplied && (
        <div role="alert" className={styles.head}>
          <span className={styles.title}>Apply this change anyway?</span>
          <Button variant="destructive" size="small" onPress={apply}>
            Apply anyway
          </Button>
          <Button autoFocus variant="outlined" size="small" onPress={endQuestion}>
            Cancel
          </Button>
        </div>
      )}
      {differences.map(({ label, mine: before, theirs: after }) => (
        <Proposed key={label} difference={{ label, before, after }} proposal={proposal} />
      ))}
    </fieldset>
  )
}

interface ProposedProps {
  readonly difference: DifferenceProps
  readonly proposal: Proposal
}

function Proposed({ difference, proposal }: ProposedProps) {
  return proposal.kind === 'script' || proposal.kind === 'test' ? (
    <ProposedCode difference={difference} proposal={proposal} />
  ) : (
    <Difference {...difference} />
  )
}

interface DifferenceProps {
  readonly label: string
  /** Null: there was nothing, or there will be nothing. */
  readonly before: string | null
  readonly after: string | null
}

interface ProposedCodeProps {
  readonly difference: DifferenceProps
  readonly proposal: Extract<Proposal, { kind: 'script' | 'test' }>
}

/** The code that is proposed, or what it changes where there is a script already. */
function ProposedCode({ difference, proposal: { kind, text } }: ProposedCodeProps) {
  const [showsChanges, setShowsChanges] = useState(false)
  const { label, before } = difference
  const effect = kind === 'test' ? 'Added to the' : 'Replaces the'
  return (
    <>
      <div className={styles.codeHead}>
        <span className={styles.codeTitle}>{before === null ? label : `${effect} ${label}`}</span>
        <Button size="small" onPress={() => void copyText(Promise.resolve(text))}>
          Copy code
        </Button>
        {before !== null && (
          <TextToggle isSelected={showsChanges} onChange={setShowsChanges}>
            Show changes
          </TextToggle>
        )}
      </div>
      {showsChanges ? (
        <Difference {...difference} label="" />
      ) : (
        <CodeBlock language="javascript" text={revealInvisible(text)} isNumbered />
      )}
    </>
  )
}

// biome-ignore-start lint/a11y/noNoninteractiveTabindex: what scrolls must take the arrow keys.
function Difference({ label, before, after }: DifferenceProps) {
  return (
    <div className={styles.difference}>
      {label !== '' && <span className="meta">{revealInvisible(label)}</span>}
      {before !== null && (
        <del className={styles.before} tabIndex={0}>
          {revealInvisible(before)}
        </del>
      )}
      {after !== null && (
        <ins className={styles.after} tabIndex={0}>
          {revealInvisible(after)}
        </ins>
      )}
    </div>
  )
}
// biome-ignore-end lint/a11y/noNoninteractiveTabindex: all of it is above.
